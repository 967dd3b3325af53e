/** An exact decimal: `units` divided by ten to the power of `places`. */
export interface Decimal {
  readonly units: bigint
  readonly places: number
}

/** Reads `-12.5`. Throws a RangeError for anything else: no exponent, no comma, at most 12 places. */
export function parseDecimal(text: string): Decimal {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,12}))?$/u.exec(text)
  if (!match) throw new RangeError(`"${text}" is not a decimal number`)
  const [, sign = '', whole = '', fraction = ''] = match
  const units = BigInt(whole + fraction)
  return { units: sign === '-' ? -units : units, places: fraction.length }
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, places: a.places + b.places }
}

/** Rounded to minor units of a currency with two decimals; halves go away from zero, as German tax law and EN 16931 round. */
export function toMinor(value: Decimal): number {
  if (value.places <= 2) return Number(value.units * 10n ** BigInt(2 - value.places))
  const divisor = 10n ** BigInt(value.places - 2)
  const magnitude = value.units < 0n ? -value.units : value.units
  const rounded = (magnitude + divisor / 2n) / divisor
  return Number(value.units < 0n ? -rounded : rounded)
}

/** `-1234` as `-12.34`. */
export function formatMinor(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Null for a missing or unreadable amount, which equals nothing. */
export function minorOf(text: string | null): number | null {
  return text === null || !/^-?\d{1,15}(?:\.\d{1,12})?$/u.test(text) ? null : toMinor(parseDecimal(text))
}
