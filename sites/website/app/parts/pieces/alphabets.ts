/** Characters that a password may be drawn from, by the number of them. */
export const alphabets = {
  digits: '0123456789',
  lower: 'abcdefghijklmnopqrstuvwxyz',
  letters: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
  alphanumeric: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  /** Everything on an American keyboard but the space. */
  printable: String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 33 + index)),
} as const

export type Alphabet = keyof typeof alphabets
export const alphabetNames = Object.keys(alphabets) as Alphabet[]
