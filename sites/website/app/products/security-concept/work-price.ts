/** Seconds of a visitor's browser thread, and euro that a thousand solved challenges cost an attacker, for `unit` hashes. */
export interface UnitCost {
  visitorSeconds: number
  cpuPer1000: number
  gpuPer1000: number
}
/** `benchmarks/results/attack-cost.json`. */
export interface AttackFigures {
  unit: number
  levels: Readonly<Record<'least' | 'ordinary' | 'suspicious' | 'stepUp' | 'most', number>>
  sha256: UnitCost
  /** Null until that was measured. */
  equix: UnitCost | null
}

/** The work of a challenge as the exponent of two that the slider sets. */
export const exponentMin = 18
export const exponentMax = 28

export interface WorkPrice {
  visitorSeconds: number
  /** Cents for a thousand solved challenges by the cheaper of rented processors and graphics cards. */
  sha256Cents: number
  equixCents: number | null
}

/** What `hashes` of work cost a visitor and an attacker. Costs grow in proportion to the work. */
export function workPrice({ unit, sha256, equix }: AttackFigures, hashes: number): WorkPrice {
  const times = hashes / unit
  const cents = ({ cpuPer1000, gpuPer1000 }: UnitCost) => Math.min(cpuPer1000, gpuPer1000) * times * 100
  return {
    visitorSeconds: sha256.visitorSeconds * times,
    sha256Cents: cents(sha256),
    equixCents: equix === null ? null : cents(equix),
  }
}

/** Two digits are all that the assumptions bear. */
export function twoDigits(value: number, locale: string): string {
  return value.toLocaleString(locale, { maximumSignificantDigits: 2 })
}

/** A whole exponent within the slider's bounds; the ordinary work where `text` names none. */
export function exponentOf(text: string | null): number {
  const exponent = Number(text)
  return text !== null && Number.isInteger(exponent) && exponent >= exponentMin && exponent <= exponentMax
    ? exponent
    : 21
}
