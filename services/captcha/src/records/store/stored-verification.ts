import { decidedBy, networkKinds, type Outcome, type RuleAction, type Verification } from '@bollard/contracts'
import { type FeedbackColumns, toFeedback } from './feedback.ts'
import { rowFlags } from './row-flags.ts'
import { readReasons, toReason } from './stored-reasons.ts'

/**
 * Columns of a finished verification, for a `select` over `captcha.verifications v`. What has a name elsewhere is looked up
 * by the primary key of its table, and only where the row refers to something: redeeming a result pays for it too.
 */
export const verificationColumns = `v.id, v.issued_at, v.finished_at, v.round, v.outcome, v.score, v.check_ms, v.work_ms, v.work_hashes, v.hostname,
  (select a.name from captcha.actions a where a.site_id = v.site_id and a.number = v.action) as action, v.browser, v.operating_system, v.device, v.language, v.network::text as network, v.country, v.asn::float8 as asn, v.reasons,
  v.decision, v.network_kind, v.flags,
  (select json_build_object('id', e.public_id, 'name', e.name) from captcha.environments e where e.id = v.environment_id and e.site_id = v.site_id) as environment,
  case when v.rule <> 0 then (select json_build_object('id', d.id, 'name', d.name, 'action', d.action ->> 'type') from captcha.rules d where d.site_id = v.site_id and d.number = v.rule) end as rule,
  case when v.bypass_key <> 0 then (select json_build_object('id', b.id, 'name', b.name) from captcha.bypass_keys b where b.site_id = v.site_id and b.number = v.bypass_key) end as bypass_key`

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
  /** Position in `decidedBy`. */
  readonly decision: number
  /** Position in `networkKinds`. */
  readonly network_kind: number
  /** Bits of `rowFlags`. */
  readonly flags: number
  /** Null where the environment is gone for good. */
  readonly environment: { readonly id: string; readonly name: string } | null
  readonly rule: { readonly id: string; readonly name: string; readonly action: RuleAction['type'] } | null
  readonly bypass_key: { readonly id: string; readonly name: string } | null
  readonly first_fetched_at: Date | null
  readonly last_fetched_at: Date | null
  readonly retrievals: number
  readonly same_network: boolean | null
}

/** Name of the operator of an autonomous system, or null. */
export type NameOfNetwork = (asn: number) => string | null

/** What a row does not say itself. */
export interface VerificationContext {
  readonly solutionId: string
  /** Group of a reason's code. */
  readonly groupOf: (code: string) => string
  readonly nameOfNetwork: NameOfNetwork
}

/** A stored row in the shape that customers and the dashboard see. */
export function toVerification(
  row: StoredVerification,
  { solutionId, groupOf, nameOfNetwork }: VerificationContext,
): Verification {
  const outcome = finalOutcome(row.outcome)
  return {
    verificationId: row.id,
    solutionId,
    environment: row.environment,
    decision: { type: decidedBy[row.decision] ?? 'SCORE', rule: row.rule, bypassKey: row.bypass_key },
    outcome,
    passed: outcome !== 'REFUSED',
    // Who passed while the service was away was seen by nobody. Rows of former releases hold a 0 for it.
    score: row.decision === failover ? null : round3(row.score),
    reasons: readReasons(row.reasons).map((reason) => toReason(reason, groupOf)),
    hostname: row.hostname,
    action: row.action,
    browser: row.browser,
    operatingSystem: row.operating_system,
    device: row.device,
    language: row.language,
    network: row.network,
    country: row.country,
    asn: row.asn === 0 ? null : row.asn,
    operator: row.asn === 0 ? null : nameOfNetwork(row.asn),
    networkKind: networkKinds[row.network_kind] ?? 'unknown',
    riskScoring: (row.flags & rowFlags.scoringOff) === 0,
    minimalData: (row.flags & rowFlags.minimalData) !== 0,
    startedAt: row.issued_at.toISOString(),
    finishedAt: row.finished_at.toISOString(),
    checkMs: row.check_ms,
    workMs: row.work_ms,
    workHashes: row.work_hashes,
    workAlgorithm: (row.flags & rowFlags.equix) === 0 ? 'sha256' : 'equix',
    rounds: row.round + 1,
    firstFetchedAt: row.first_fetched_at?.toISOString() ?? null,
    lastFetchedAt: row.last_fetched_at?.toISOString() ?? null,
    retrievals: row.retrievals,
    sameNetwork: row.same_network,
    feedback: toFeedback(row),
  }
}

const failover = decidedBy.indexOf('FAILOVER')

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
