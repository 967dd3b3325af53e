import { ProblemError } from '@bollard/http'
import { isCommonPassword, readAsLetters } from './common-passwords.ts'
import { commonWords } from './common-words.ts'

/** Why a long enough password is still refused; the code that a form translates. */
export type PasswordFault = 'too-common' | 'contains-personal'

/**
 * Finds what makes a password guessable: it is one that many people use, or that with a few signs around it, it is little more
 * than well-known words, rows of keys and repetition, or than the words of this person and product. Everything else is allowed; there are no rules of composition.
 */
export function findPasswordFault(
  password: string,
  person: { email: string; givenName: string },
): PasswordFault | null {
  const plain = password.normalize('NFKC').toLowerCase()
  const rest = withoutWords(withoutPatterns(plain), commonWords)
  if (isLittle(rest)) return 'too-common'
  const restOfPerson = withoutWords(withoutWords(withoutPatterns(plain), personalWords(person)), commonWords)
  if (restOfPerson.length < rest.length && isLittle(restOfPerson)) return 'contains-personal'
  return isWellKnown(plain) ? 'too-common' : null
}

/** Throws `validation-failed` at `pointer` for a password that is easy to guess. */
export function refuseGuessable(password: string, person: { email: string; givenName: string }, pointer: string): void {
  const fault = findPasswordFault(password, person)
  if (fault)
    throw new ProblemError('validation-failed', 'The password is easy to guess.', {
      errors: [{ pointer, code: fault }],
    })
}

/** `iloverock'n'roll`, and `dragonfly` also as `Dragonfly2019!!`: at most four digits and signs around it hide nothing. */
function isWellKnown(plain: string): boolean {
  const rest = withoutPatterns(plain)
  const core = rest.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const candidates = rest.length - core.length <= 4 && core.length >= 5 ? [plain, rest, core] : [plain]
  return candidates.some((candidate) => isCommonPassword(readAsLetters(candidate)))
}

/** Fewer than five characters, or fewer than four different ones, are quickly tried out. */
function isLittle(rest: string): boolean {
  const signs = [...rest].filter((sign) => /[\p{L}\p{N}]/u.test(sign))
  const others = [...rest].length - signs.length
  const counted = signs.length + Math.min(others, 2)
  return counted < 5 || new Set(rest).size < 4
}

function personalWords(person: { email: string; givenName: string }): string[] {
  const [localPart = '', domain = ''] = person.email.toLowerCase().split('@')
  const parts = [
    localPart,
    ...localPart.split(/[._+-]/u),
    ...domain.split('.'),
    ...person.givenName.toLowerCase().split(/[\s-]/u),
  ]
  return ['bollard', ...parts.filter((part) => part.length >= 3)]
}

/** Removes words also where digits and signs stand for letters: `p@ssw0rd`. Longest first, so that parts do not hide wholes. */
function withoutWords(text: string, words: readonly string[]): string {
  let rest = text
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    for (let at = readAsLetters(rest).indexOf(word); at !== -1; at = readAsLetters(rest).indexOf(word))
      rest = rest.slice(0, at) + rest.slice(at + word.length)
  }
  return rest
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiopü',
  'asdfghjklöä',
  'zxcvbnm',
  'yxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1q2w3e4r5t6z7u8i9o0p',
  'azertyuiop',
]
const walks = rows.flatMap((row) => [row, [...row].toReversed().join('')])

/** Removes years, runs of one sign, repeated pieces and walks of four or more along the alphabet, the digits or a keyboard. */
function withoutPatterns(text: string): string {
  const unrepeated = text.replace(/^(.{1,8}?)\1+(.{0,7})$/su, (whole, piece: string, end: string) =>
    piece.startsWith(end) ? piece : whole,
  )
  return withoutWalks(unrepeated)
    .replace(/(?:1[5-9]|20)\d\d/gu, '')
    .replace(/(.)\1{2,}/gsu, '')
}

function withoutWalks(text: string): string {
  let rest = ''
  let at = 0
  while (at < text.length) {
    const length = longestWalk(text, at)
    if (length < 4) rest += text[at]
    at += length < 4 ? 1 : length
  }
  return rest
}

function longestWalk(text: string, from: number): number {
  let length = 0
  while (from + length < text.length && walks.some((walk) => walk.includes(text.slice(from, from + length + 1))))
    length += 1
  return length
}
