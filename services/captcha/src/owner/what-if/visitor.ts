import type { DecidedBy, FeedbackLabel, Outcome } from '@bollard/contracts'
import type { Facts } from '@bollard/visitor-rules'

/** What one round of a visitor told, as it was stored. */
export interface Round {
  /** 0 = person, 1 = bot; with the seven digits of the column. */
  readonly score: number
  /** See `stored-reasons.ts`. */
  readonly reasons: string
}

/** A finished verification of the log with all that a decision about it depends on. */
export interface Visitor {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly issuedAt: number
  readonly outcome: Outcome
  readonly decision: DecidedBy
  /** Number of the rule that decided or changed the work, 0 for none. */
  readonly rule: number
  /** Bits of `rowFlags`. */
  readonly flags: number
  /** Passed or refused at the start, before anything was asked or looked at. */
  readonly atOnce: boolean
  /** Before the second round; the same as `last` where there was none. */
  readonly first: Round
  readonly last: Round
  readonly hadExtraWork: boolean
  readonly browser: string
  /** /24 or /48; the address is stored nowhere, and neither are the user agent and the path of the page. */
  readonly network: string
  readonly facts: Pick<Facts, 'country' | 'asn' | 'networkKind' | 'language' | 'hostname' | 'action'>
  readonly label: FeedbackLabel | null
}
