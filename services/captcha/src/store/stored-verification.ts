import type { Outcome, Reason, Verification } from '@bollard/contracts'
import type { FeedbackColumns } from './feedback.ts'
import { toFeedback } from './feedback.ts'
import { readReasons } from './stored-reasons.ts'

/** Columns of a finished verification, for a `select` over `captcha.verifications v`. */
export const verificationColumns = `v.id, v.issued_at, v.finished_at, v.round, v.outcome, v.score, v.check_ms, v.work_ms, v.work_hashes, v.hostname,
  (select a.name from captcha.actions a where a.site_id = v.site_id and a.number = v.action) as action, v.browser, v.operating_system, v.device, v.language, v.network::text as network, v.country, v.asn::int as asn, v.reasons`

/** The feedback is missing where a result is redeemed: the hot path does not look it up. */
export interface StoredVerification extends Partial<FeedbackColumns> {
  readonly id: string
  readonly issued_at: Date
  readonly finished_at: Date
  readonly round: number
  readonly outcome: number
  readonly score: number
  readonly check_ms: number
  readonly work_ms: number
  readonly work_hashes: number
  readonly hostname: string
  readonly action: string | null
  readonly browser: string
  readonly operating_system: string
  readonly device: string
  readonly language: string | null
  readonly network: string
  readonly country: string | null
  readonly asn: number
  /** See `stored-reasons.ts`. */
  readonly reasons: string
  readonly first_fetched_at: Date | null
}

/** A stored row in the shape that customers and the dashboard see. */
export function toVerification(row: StoredVerification, solutionId: string, groupOf: (code: string) => string): Verification {
  const outcome = finalOutcome(row.outcome)
  return {
    verificationId: row.id,
    solutionId,
    outcome,
    passed: outcome !== 'REFUSED',
    score: round3(row.score),
    reasons: readReasons(row.reasons).map(([code, weight]): Reason => ({ code, group: groupOf(code), weight })),
    hostname: row.hostname,
    action: row.action,
    browser: row.browser,
    operatingSystem: row.operating_system,
    device: row.device,
    language: row.language,
    network: row.network,
    country: row.country,
    asn: row.asn === 0 ? null : row.asn,
    startedAt: row.issued_at.toISOString(),
    finishedAt: row.finished_at.toISOString(),
    checkMs: row.check_ms,
    workMs: row.work_ms,
    workHashes: row.work_hashes,
    rounds: row.round + 1,
    firstFetchedAt: row.first_fetched_at?.toISOString() ?? null,
    feedback: toFeedback(row),
  }
}

/** Outcome of a finished verification from its stored number (see `countKind`). */
function finalOutcome(stored: number): Outcome {
  switch (stored) {
    case 0:
      return 'PASSED'
    case 1:
      return 'FLAGGED'
    default:
      return 'REFUSED'
  }
}

/** A `real` carries about seven digits; three are meant. */
function round3(value: number): number {
  return Math.round(value * 1000) / 1000
}
