/** What somebody typed, isolated, so that the signs at its ends, as in `/checkout/*`, stay there in a sentence from right to left. */
export function leftToRight(typed: string): string {
  return `\u2066${typed}\u2069`
}
