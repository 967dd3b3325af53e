/** Characters of a text that are looked at; the rest of a longer one is left out, and `cut` says so. */
export const textMax = 100_000

/** Characters that are looked at in all texts of a form together. */
const formTextMax = 120_000

/**
 * How many characters of each text of a form are looked at, by their lengths: as many of each, so that short ones are
 * seen whole however long others are.
 */
export function textMaxOf(lengths: readonly number[]): number {
  let left = formTextMax
  for (const [index, length] of lengths.toSorted((one, other) => one - other).entries()) {
    const share = Math.floor(left / (lengths.length - index))
    if (length > share) return Math.min(textMax, share)
    left -= length
  }
  return textMax
}

/** Unicode's Stream-Safe Text Format (UAX 15, 13), and a little more: sorting longer runs of marks takes squared time. */
const manyMarks = /(\p{M}{30})\p{M}+/gu

export interface ReadText {
  /** Composed as Unicode's NFKC has it, so that letters in circles or of full width are letters. */
  readonly text: string
  readonly cut: boolean
}

/**
 * A text as all that judges text reads it. What has no width and turns the direction is taken out: it is there to part
 * words. Of the first `max` characters.
 */
export function readText(typed: string, max: number = textMax): ReadText {
  const composed = typed.slice(0, max).replaceAll(manyMarks, '$1').normalize('NFKC')
  const text = composed
    // One letter can become eighteen.
    .slice(0, max)
    .replaceAll(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/gu, '')
  return { text, cut: typed.length > max || composed.length > max }
}

const wordMax = 40

/**
 * The words of a text in lower case, of two letters or more; a word without end is cut. Languages without spaces give
 * pairs of letters.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const [run] of text.toLowerCase().matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)) {
    if (/^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u.test(run)) {
      const letters = [...run]
      for (let index = 0; index + 1 < letters.length; index += 1) words.push(`${letters[index]}${letters[index + 1]}`)
    } else if (run.length > 1) words.push(run.slice(0, wordMax))
  }
  return words
}
