import type { Export, LogFilter, Outcome } from '@bollard/contracts'

/** Verifications of an outcome that is asked for; null when all are. */
export function outcomesOf({ outcome }: LogFilter): readonly Outcome[] | null {
  if (outcome === undefined) return null
  return typeof outcome === 'string' ? [outcome] : outcome
}

/**
 * Scores that are asked for, in thousandths as the log shows them, both included; null when all are. A bound between two
 * thousandths leaves out the one beyond it.
 */
export function scoreRange({ scoreFrom, scoreTo }: LogFilter): { from: number; to: number } | null {
  if (scoreFrom === undefined && scoreTo === undefined) return null
  // A thousandth is rarely a whole number in binary: 0.29 * 1000 is a little less than 290.
  return { from: Math.ceil(roundTo9((scoreFrom ?? 0) * 1000)), to: Math.floor(roundTo9((scoreTo ?? 1) * 1000)) }
}

function roundTo9(value: number): number {
  return Math.round(value * 1e9) / 1e9
}

/** Score buckets of the zone map have this many thousandths; the last one holds 1 too. */
export const scoreBucket = { width: 50, last: 19 } as const

/** The network a filter means, cut to what the log keeps: /24 or /48. */
export function networkAsked(network: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } {
  const [address = '', length] = network.split('/')
  const family = address.includes(':') ? 'ipv6' : 'ipv4'
  const kept = family === 'ipv4' ? 24 : 48
  return { address, family, prefix: Math.min(length === undefined ? kept : Number(length), kept) }
}

/** As in an address: the form in which a filter is stored, which the schema reads again. */
export function addressFilter({ outcome, ...rest }: LogFilter) {
  return outcome === undefined ? rest : { ...rest, outcome: typeof outcome === 'string' ? outcome : outcome.join(',') }
}

/** A filter as people are told of it. */
export function shownFilter(filter: LogFilter): Export['filters'] {
  const { outcome: _outcome, ...rest } = filter
  const outcomes = outcomesOf(filter)
  return outcomes === null ? rest : { ...rest, outcome: [...outcomes] }
}
