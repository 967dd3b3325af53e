import { nat, string } from 'fast-check'

/** Half a pair is no character of its own. */
const [firstHalf, halves, characters] = [0xd800, 0x800, 0x110000]

/**
 * Texts of any characters of Unicode. The unit `binary` of fast-check makes the same ones, but lists more than a million
 * characters first: a second of work, and 80 MB that every later collection of the heap goes through.
 */
export function anyText(maxLength: number) {
  const unit = nat(characters - halves - 1).map(
    (index) => String.fromCodePoint(index < firstHalf ? index : index + halves),
    (character) => {
      const code = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1
      if (code < 0 || String.fromCodePoint(code) !== character || (code >= firstHalf && code < firstHalf + halves))
        throw new Error('This is no single character')
      return code < firstHalf ? code : code - halves
    },
  )
  return string({ unit, maxLength })
}
