import type PDFDocument from 'pdfkit'
import { fontsOf, runsOf, type Weight } from './fonts.ts'

type Document = InstanceType<typeof PDFDocument>
/** A font that was read before is one too, which the types of pdfkit leave out. */
type FontSource = Parameters<Document['registerFont']>[1]

export interface TextStyle {
  readonly size?: number
  readonly weight?: Weight
  readonly colour?: string
  /** Points; longer text goes on in the next line. Default: as wide as it is. */
  readonly width?: number
  readonly align?: 'left' | 'right'
}

/** Writes text that may need several font files, and breaks it into lines. All measures are points. */
export interface PageWriter {
  /** Draws at `x`, `y` (top left corner, or top right one for `align: 'right'`) and answers the height of what was drawn. */
  text(text: string, x: number, y: number, style?: TextStyle): number
  height(text: string, style: TextStyle): number
  /** How wide the text is in one line. */
  width(text: string, style: Pick<TextStyle, 'size' | 'weight'>): number
  rule(x: number, y: number, width: number): void
}

/** What is kept together, and what stands between it and the one before. */
interface Word {
  readonly word: string
  readonly before: '' | ' '
}

/** Of a line, as a multiple of the size. */
export const lineHeight = 1.35
export const ink = '#1c1b19'
export const inkMuted = '#5f5b54'
const line = '#d9d5cd'

export function createPageWriter(doc: Document): PageWriter {
  for (const weight of ['regular', 'bold'] as const)
    for (const { name, font } of fontsOf(weight)) doc.registerFont(name, font as unknown as FontSource)

  const widthOf = (text: string, weight: Weight, size: number) =>
    runsOf(text, weight).reduce((width, run) => width + doc.font(run.font).fontSize(size).widthOfString(run.text), 0)

  function linesOf(
    text: string,
    { size = 9.5, weight = 'regular', width = Number.POSITIVE_INFINITY }: TextStyle,
  ): string[] {
    const lines: string[] = []
    for (const { word, before } of wordsOf(text).flatMap((each) => pieces(each, weight, size, width))) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)}${before}${word}`
      if (lines.length > 0 && widthOf(longer, weight, size) <= width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  }

  /** A word that is wider than its column is cut. */
  function pieces({ word, before }: Word, weight: Weight, size: number, width: number): Word[] {
    if (widthOf(word, weight, size) <= width) return [{ word, before }]
    const cut: string[] = ['']
    for (const character of word) {
      if (cut.at(-1) !== '' && widthOf(`${cut.at(-1)}${character}`, weight, size) > width) cut.push('')
      cut[cut.length - 1] += character
    }
    return cut.map((each, index) => ({ word: each, before: index === 0 ? before : '' }))
  }

  return {
    text(text, x, y, style = {}) {
      const { size = 9.5, weight = 'regular', colour = ink, align = 'left' } = style
      const lines = linesOf(text, style)
      for (const [index, words] of lines.entries()) {
        let at = align === 'right' ? x - widthOf(words, weight, size) : x
        for (const run of runsOf(words, weight)) {
          doc
            .font(run.font)
            .fontSize(size)
            .fillColor(colour)
            .text(run.text, at, y + index * size * lineHeight, { lineBreak: false })
          at += doc.widthOfString(run.text)
        }
      }
      return lines.length * size * lineHeight
    },
    height: (text, style) => linesOf(text, style).length * (style.size ?? 9.5) * lineHeight,
    width: (text, { size = 9.5, weight = 'regular' }) => widthOf(text, weight, size),
    rule: (x, y, width) =>
      void doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.75)
        .strokeColor(line)
        .stroke(),
  }
}

/** A line may end at a blank that is not a protected one, and after a hyphen or a slash inside of a word. */
function wordsOf(text: string): Word[] {
  return text
    .split(/[^\S\u00a0\u202f]+/u)
    .flatMap((part) =>
      part.split(/(?<=[^\s/-][/-])(?=[^\s/-])/u).map((word, index): Word => ({ word, before: index === 0 ? ' ' : '' })),
    )
}
