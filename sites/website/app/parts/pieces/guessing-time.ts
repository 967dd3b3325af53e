/** How many guesses a second an attacker makes, by what stands in the way. The sources are named in `brute-force-time.tsx`. */
export const guessesPerSecond = {
  /** Guessing at the sign-in form of a site that lets at most 100 wrong guesses an hour through for an account. */
  online: 100 / 3_600,
  /** One card against bcrypt with cost 12: each step of cost doubles the work, and 16 518 hashes a second were measured at cost 5. */
  bcrypt: 16_518 / 2 ** (12 - 5),
  sha256: 3_306.3e6,
  md5: 24_600.1e6,
  ntlm: 43_517.1e6,
} as const

export type Guessing = keyof typeof guessesPerSecond

/** Entropy in bits of a password whose characters are chosen at random, each from an alphabet of that size. */
export function bitsOf(alphabet: number, length: number): number {
  return length * Math.log2(alphabet)
}

/** Seconds until a random password of so many bits is found on average: after half of all guesses. */
export function secondsToGuess(bits: number, perSecond: number): number {
  return 2 ** (bits - 1) / perSecond
}

/** Wrong guesses at a form are limited by the site; only work on stolen hashes is faster with more cards. */
export function attackSpeed(guessing: Guessing, cards: number): number {
  return guessesPerSecond[guessing] * (guessing === 'online' ? 1 : cards)
}

const year = 365.25 * 86_400
const units = [
  { unit: 'year', seconds: year },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

/** A duration in seconds as people say it, in the largest unit that fits; with words for what is under a second or beyond imagination. */
export function durationText(seconds: number, locale: string, words: { atOnce: string; endless: string }): string {
  if (seconds < 1) return words.atOnce
  if (seconds > year * 1e12) return words.endless
  const { unit, seconds: size } = units.find((one) => seconds >= one.seconds) ?? units[4]
  const count = seconds / size
  const options = { style: 'unit', unit, unitDisplay: 'long', maximumSignificantDigits: 3 } as const
  // Up to a million the digits are easier to read than "32.4 thousand".
  const notation = count < 1e6 ? 'standard' : 'compact'
  return new Intl.NumberFormat(locale, { ...options, notation, compactDisplay: 'long' }).format(count)
}

/** A number of possibilities: in full while it can be read, else as a power of ten, as in 3.2 × 10²⁴. */
export function possibilitiesText(bits: number, locale: string): string {
  const count = 2 ** bits
  if (count < 1e12) return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(count)
  const exponent = Math.floor(bits * Math.log10(2))
  const front = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(
    10 ** (bits * Math.log10(2) - exponent),
  )
  return `${front} × 10${[...String(exponent)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')}`
}
