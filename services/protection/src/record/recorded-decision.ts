import type { decidedIn, endings } from '@bollard/contracts'
import type { Conclusion, Decision } from '@bollard/decisions'
import { type Rung, rungs } from '@bollard/limits'
import type { Seen, SeenTrial } from './seen.ts'

export type Ending = (typeof endings)[number]

/** A decision with what of its request may be kept. */
export interface RecordedDecision {
  /** A UUID of version 7. */
  readonly id: string
  readonly solutionId: string
  readonly at: Date
  readonly from: (typeof decidedIn)[number]
  readonly decision: Pick<Decision, 'conclusion' | 'reasons' | 'parts' | 'failedOpen' | 'elapsedMs'>
  /** The request belongs to the control group: also the one with which such a visitor comes back after the challenge. */
  readonly control: boolean
  readonly method: string
  readonly host: string
  /** Without a query. */
  readonly path: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  /** Number of the autonomous system. */
  readonly operator: number | null
  /** 16 bytes, a keyed hash of the network; the key is another one each day. */
  readonly visitor: Buffer | null
  readonly browser: string
  readonly program: { readonly name: string; readonly purpose: string; readonly verified: boolean } | null
  readonly probe: boolean
  readonly rung: Rung | null
  /** The visitor passed a challenge for this request. */
  readonly solved: boolean
  readonly ending: Ending | null
  readonly status: number | null
  readonly labels: Readonly<Record<string, string>>
  /** Bytes that the site did not have to send; null where unknown. */
  readonly savedBytes: number | null
  /** Of the control group: a UUID that names the pass whose mistake it is, which counts once; absent where each counts. */
  readonly mistakeId?: string
  /** That mistake has been counted before. */
  readonly isCountedMistake?: boolean
  /** Changes that were tried on a visitor of a gateway or a middleware, which the change guard counts with the decision. */
  readonly tried?: readonly Seen[]
  /** Edits that ran dry at a gateway or a middleware, counted likewise. */
  readonly trials?: readonly SeenTrial[]
  /** By limiter, 8 bytes in hex: whom it counted the request for. */
  readonly keys: Readonly<Record<string, string>>
}

const rungOfReason: Readonly<Record<string, Rung>> = {
  'ladder-log': 'LOG',
  'ladder-easy-work': 'EASY',
  'ladder-hard-work': 'HARD',
  'ladder-throttle': 'THROTTLE',
  'ladder-deny': 'DENY',
}

/** The step of a ladder that a request came to, here or at a gateway: the highest of several; null where it came to none. */
export function rungOf(reasons: readonly { readonly code: string }[]): Rung | null {
  const found = reasons.map(({ code }) => rungOfReason[code])
  return rungs.findLast((rung) => found.includes(rung)) ?? null
}

/** What parts in dry run would have made of it: the strictest of them; null where none ran. */
export function dryRunOf({ parts }: Pick<Decision, 'parts'>): Conclusion | null {
  const found = parts.flatMap(({ state, finding }) => (state === 'DRY_RUN' && finding ? [finding.conclusion] : []))
  return (['DENY', 'THROTTLE', 'CHALLENGE', 'ALLOW'] as const).find((one) => found.includes(one)) ?? null
}

/**
 * Whether it is kept as a row: every one that says more than that a request passed, and a share of the others, in percent. Which
 * ones is read from the random bits of the id, so that every process says the same.
 */
export function isKept(
  recorded: Pick<RecordedDecision, 'id' | 'decision' | 'control' | 'solved'>,
  percent: number,
): boolean {
  const { decision, control, solved, id } = recorded
  const stricter = (conclusion: Conclusion | null): boolean => conclusion !== null && conclusion !== 'ALLOW'
  if (stricter(decision.conclusion) || stricter(dryRunOf(decision)) || decision.failedOpen || control || solved)
    return true
  return (Number.parseInt(id.slice(-8), 16) / 0x1_0000_0000) * 100 < percent
}
