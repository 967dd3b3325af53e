import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as fontkit from 'fontkit'
import type { Font } from 'fontkit'
import { unpackWoff } from './unpack-woff.ts'

const weights = { regular: 400, bold: 600 } as const
export type Weight = keyof typeof weights

/** The scripts in which names and addresses of our countries are written, the most frequent first. */
const subsets = ['latin', 'latin-ext', 'greek', 'cyrillic', 'cyrillic-ext'] as const

/** A part of a text that one font file can show. */
export interface Run {
  readonly font: string
  readonly text: string
}

interface Face {
  readonly name: string
  /** Read by fontkit, which pdfkit takes as well as the bytes. */
  readonly font: Font
  readonly has: (codePoint: number) => boolean
}

const faces: Partial<Record<Weight, Face[]>> = {}

/** Fonts to register with a document, by name. Read once per process, with the tables that measuring a text needs. */
export function fontsOf(weight: Weight): readonly Face[] {
  return (faces[weight] ??= subsets.map((subset) => {
    const file = `@fontsource/ibm-plex-sans/files/ibm-plex-sans-${subset}-${weights[weight]}-normal.woff`
    const data = unpackWoff(readFileSync(fileURLToPath(import.meta.resolve(file))))
    const font = fontkit.create(data)
    if (!('hasGlyphForCodePoint' in font)) throw new Error(`${file} is no single font`)
    return { name: `${subset}-${weight}`, font, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) }
  }))
}

/** Cuts a text into parts by the font that has their characters; what none has becomes a question mark. */
export function runsOf(text: string, weight: Weight): Run[] {
  const available = fontsOf(weight)
  const runs: { font: string; text: string }[] = []
  for (const character of text.normalize('NFC').replaceAll(/\s/gu, ' ')) {
    const codePoint = character.codePointAt(0) ?? 0
    const last = runs.at(-1)
    const face =
      available.find(({ name, has }) => name === last?.font && has(codePoint)) ??
      available.find(({ has }) => has(codePoint))
    const [font, shown] = face ? [face.name, character] : [available[0]?.name ?? '', '?']
    if (last?.font === font) last.text += shown
    else runs.push({ font, text: shown })
  }
  return runs
}
