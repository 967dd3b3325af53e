import type { Feedback, FeedbackLabel } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

/** Labels as stored. */
const storedLabel = { PERSON: 0, BOT: 1 } satisfies Record<FeedbackLabel, number>
const storedGiver = { MEMBER: 0, SERVER: 1 } satisfies Record<Feedback['by'], number>

/** A finished verification of a site; `issuedAt` is part of its key. */
export interface VerificationKey {
  readonly siteId: number
  readonly id: string
  readonly issuedAt: Date
}

export interface FeedbackColumns {
  readonly feedback_label: number | null
  readonly feedback_given_by: number | null
  readonly feedback_given_at: Date | null
  readonly feedback_comment: string | null
}

/** What was told of a verification, for a `select` over `captcha.feedback f`. */
export const feedbackColumns = `f.label as feedback_label, f.given_by as feedback_given_by, f.given_at as feedback_given_at, f.comment as feedback_comment`

/** Stored feedback in the shape that customers see; null where none is. */
export function toFeedback(row: Partial<FeedbackColumns>): Feedback | null {
  const { feedback_label: label, feedback_given_at: at, feedback_given_by: by, feedback_comment: comment } = row
  if (label === undefined || label === null || at === undefined || at === null) return null
  return {
    label: label === storedLabel.BOT ? 'BOT' : 'PERSON',
    at: at.toISOString(),
    by: by === storedGiver.SERVER ? 'SERVER' : 'MEMBER',
    comment: comment ?? null,
  }
}

/**
 * Stores what a member says of a verification, in place of what was said before; undefined when the site has no such
 * finished verification.
 */
export async function giveFeedback(
  db: Queries,
  key: VerificationKey,
  given: { label: FeedbackLabel; at: Date },
): Promise<Feedback | undefined> {
  const [row] = await db.query('captcha-feedback-give', giveStatement, [
    key.siteId,
    key.id,
    key.issuedAt,
    storedLabel[given.label],
    given.at,
  ])
  return row && (toFeedback(row) ?? undefined)
}

const known = `select v.id, v.issued_at, v.site_id, v.environment_id from captcha.verifications v where v.site_id = $1 and v.id = $2 and v.issued_at = $3 and v.outcome < 3`

const giveStatement = `
insert into captcha.feedback as f (verification_id, issued_at, site_id, label, given_by, given_at)
select k.id, k.issued_at, k.site_id, $4::smallint, ${storedGiver.MEMBER}, $5::timestamptz from (${known}) k
on conflict (verification_id, issued_at) do update
  set label = excluded.label, given_by = excluded.given_by, given_at = excluded.given_at, comment = null
returning ${feedbackColumns}`

/** Takes back what was said, whoever said it; whether anything was. */
export async function removeFeedback(db: Queries, { siteId, id, issuedAt }: VerificationKey): Promise<boolean> {
  const rows = await db.query(
    'captcha-feedback-remove',
    `delete from captcha.feedback where verification_id = $2 and issued_at = $3 and site_id = $1 returning verification_id`,
    [siteId, id, issuedAt],
  )
  return rows.length > 0
}

/** What is asked of a verification that was a bot's. */
export interface BlamedVerification {
  readonly network: string
  /** Bits of `rowFlags`. */
  readonly flags: number
}

export type Reported =
  | ({ readonly status: 'stored'; readonly feedback: Feedback } & BlamedVerification)
  | { readonly status: 'unknown' | 'key-revoked' }

/**
 * Stores what the customer's server says of a verification. A member looked at the case, a server follows a rule: so a
 * member's word stays, and the answer is what stands. Checks in the same statement that the key still works; what was
 * recorded in another environment than the key's is unknown to it.
 */
export async function reportFeedback(
  db: Queries,
  key: VerificationKey,
  given: { apiKeyId: number; label: FeedbackLabel; comment: string | null; at: Date },
): Promise<Reported> {
  const [row] = await db.query('captcha-feedback-report', reportStatement, [
    key.siteId,
    key.id,
    key.issuedAt,
    storedLabel[given.label],
    given.at,
    given.comment,
    given.apiKeyId,
  ])
  if (row?.active !== true) return { status: 'key-revoked' }
  const feedback = toFeedback(row)
  return feedback === null
    ? { status: 'unknown' }
    : { status: 'stored', feedback, network: row.network, flags: row.flags }
}

// The update writes the old values again where a member has spoken, so that it always returns what stands.
const reportStatement = `
with active as materialized (
  select environment_id from captcha.api_keys where id = $7 and site_id = $1 and revoked_at is null and (expires_at is null or expires_at > $5::timestamptz)
), written as (
  insert into captcha.feedback as f (verification_id, issued_at, site_id, label, given_by, given_at, comment)
  select k.id, k.issued_at, k.site_id, $4::smallint, ${storedGiver.SERVER}, $5::timestamptz, $6::text from (${known}) k
  where exists (select from active a where a.environment_id is null or a.environment_id = k.environment_id)
  on conflict (verification_id, issued_at) do update set (label, given_by, given_at, comment) = (
    select w.label, w.given_by, w.given_at, w.comment from (values
      (true, f.label, f.given_by, f.given_at, f.comment),
      (false, excluded.label, excluded.given_by, excluded.given_at, excluded.comment)
    ) w(of_member, label, given_by, given_at, comment) where w.of_member = (f.given_by = ${storedGiver.MEMBER}))
  returning ${feedbackColumns}
)
select exists (select from active) as active, w.*, v.network::text as network, v.flags from (values (1)) one left join written w on true
left join captcha.verifications v on v.site_id = $1 and v.id = $2 and v.issued_at = $3 and v.outcome < 3`

export interface LabelledCount {
  readonly label: FeedbackLabel
  /** Stored number of the outcome, see `countKind`. */
  readonly outcome: number
  /** Whether there was a second, harder challenge. */
  readonly delayed: boolean
  readonly n: number
}

/**
 * Labelled verifications that were issued in a time, `from` included, `to` not. Looked up label by label, which `offset 0` keeps the
 * database to: it takes small tables that it never counted for large ones, and would read the whole log instead.
 */
export async function countLabelled(
  db: Queries,
  range: { siteId: number; from: Date; to: Date },
): Promise<LabelledCount[]> {
  return db.query(
    'captcha-feedback-count',
    `select case f.label when ${storedLabel.BOT} then 'BOT' else 'PERSON' end as label, v.outcome, v.round > 0 as delayed, count(*)::int as n
     from captcha.feedback f cross join lateral (
       select outcome, round from captcha.verifications
       where id = f.verification_id and issued_at = f.issued_at and issued_at >= $2 and issued_at < $3 and outcome < 3 offset 0) v
     where f.site_id = $1 and f.issued_at >= $2 and f.issued_at < $3
     group by 1, 2, 3`,
    [range.siteId, range.from, range.to],
  )
}
