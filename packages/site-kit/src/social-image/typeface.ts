import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as fontkit from 'fontkit'

/** One font file: how wide a text is in it, and its letters as outlines. */
export interface Typeface {
  /** In the unit of `size`, with kerning. */
  readonly widthOf: (text: string, size: number) => number
  /** Elements of SVG that show the text from `x` on, its baseline at `y`. They hold figures alone, so no text can become markup. */
  readonly outline: (text: string, x: number, y: number, size: number) => string
}

/** Opens a font file of a package, such as `@fontsource/…/files/….woff2`. Letters that it lacks are left out. Throws for any other file. */
export function openTypeface(file: string): Typeface {
  const font = fontkit.create(readFileSync(fileURLToPath(import.meta.resolve(file))))
  if (!('layout' in font)) throw new Error(`${file} is no single font`)
  const known = (text: string) => {
    const shown = [...text.normalize('NFC').replaceAll(/\s/gu, ' ')]
    const has = (letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
    return font.layout(shown.filter(has).join('').trim())
  }
  return {
    widthOf: (text, size) => (known(text).advanceWidth / font.unitsPerEm) * size,
    outline(text, x, y, size) {
      const { glyphs, positions } = known(text)
      const scale = size / font.unitsPerEm
      let at = 0
      const letters = glyphs.map((glyph, index) => {
        const { xAdvance = 0, xOffset = 0 } = positions[index] ?? {}
        const letter = `<path transform="translate(${at + xOffset})" d="${glyph.path.toSVG()}"/>`
        at += xAdvance
        return letter
      })
      return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${letters.join('')}</g>`
    },
  }
}
