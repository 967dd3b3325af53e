import type { PageWriter } from './page-writer.ts'
import type { Span } from './read-blocks.ts'

/** Words of one style that stand together in a line, and how far from its beginning, in points. */
export interface Piece {
  readonly text: string
  readonly isBold: boolean
  readonly x: number
}

/** Breaks text in several styles into lines of at most `width` points. A word that is wider is cut. */
export function layOutSpans(write: PageWriter, spans: readonly Span[], size: number, width: number): Piece[][] {
  const lines: { text: string; isBold: boolean; x: number }[][] = [[]]
  let end = 0
  const widthOf = (text: string, isBold: boolean) => write.width(text, { size, weight: isBold ? 'bold' : 'regular' })
  const put = (text: string, isBold: boolean, isAfterBlank: boolean) => {
    const blank = isAfterBlank && end > 0 ? widthOf(' ', isBold) : 0
    const wide = widthOf(text, isBold)
    if (end > 0 && end + blank + wide > width) {
      lines.push([])
      end = 0
      put(text, isBold, false)
      return
    }
    const last = lines.at(-1)?.at(-1)
    // Words of one style are one piece, so that whoever copies the text gets its blanks too.
    if (last !== undefined && last.isBold === isBold) last.text += (blank > 0 ? ' ' : '') + text
    else lines.at(-1)?.push({ text, isBold, x: end + blank })
    end += blank + wide
  }
  let isAfterBlank = false
  for (const { text, isBold } of spans)
    for (const part of text.split(/( |\n)/u)) {
      if (part === '\n') {
        lines.push([])
        end = 0
      }
      if (part === ' ') isAfterBlank = true
      if (part === '' || part === ' ' || part === '\n') continue
      for (const [index, cut] of cutToWidth(part, width, (word) => widthOf(word, isBold)).entries())
        put(cut, isBold, isAfterBlank && index === 0)
      isAfterBlank = false
    }
  return lines
}

function cutToWidth(word: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= width) return [word]
  const cut = ['']
  for (const letter of word) {
    if (cut.at(-1) !== '' && widthOf(`${cut.at(-1)}${letter}`) > width) cut.push('')
    cut[cut.length - 1] += letter
  }
  return cut
}
