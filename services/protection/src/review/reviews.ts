import type { Review, ReviewDetail } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { decodeCursor, encodeCursor, ProblemError } from '@bollard/http'
import type { SecretBox } from '@bollard/webhooks'
import type { FormContext } from '../form-context.ts'
import { openExcerpt, openMessage } from './sealed-message.ts'

type ReadContext = Pick<FormContext, 'db' | 'box'>

interface ReviewQuery {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly state: Review['state']
  readonly formId?: string | undefined
}

/** A page of the review inbox, newest first. */
export async function listReviews(
  { db, box }: ReadContext,
  solutionId: string,
  { limit, cursor, state, formId }: ReviewQuery,
): Promise<{ items: Review[]; nextCursor: string | null }> {
  const before = cursor === undefined ? null : decodeCursor(cursor)
  const rows = await db.query('protection-reviews', listSql, [solutionId, before, state, formId ?? null, limit + 1])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => toReview(box, row)),
    nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null,
  }
}

/** One review as lists show it. Throws `not-found`. */
export async function readReview(db: Queries, box: SecretBox, solutionId: string, id: string): Promise<Review> {
  const [row] = await db.query('protection-review', oneSql, [solutionId, id])
  if (row === undefined) throw new ProblemError('not-found')
  return toReview(box, row)
}

/** One message with what was found in it. Throws `not-found`. */
export async function readReviewDetail(
  { db, box }: ReadContext,
  solutionId: string,
  id: string,
): Promise<ReviewDetail> {
  const review = await readReview(db, box, solutionId, id)
  const [row] = await db.query('protection-review-message', messageSql, [solutionId, id])
  if (row === undefined) throw new ProblemError('not-found')
  const { bytes, keyId, ...more } = row
  const { values, fields, tellingWords } = openMessage(box, id, { bytes, keyId })
  return { ...review, ...more, values: { ...values }, fields: [...fields], tellingWords: [...tellingWords] }
}

function toReview(
  box: SecretBox,
  { excerpt, keyId, formId, formName, at, decidedAt, keptUntil, ...row }: RowOf<'protection-review'>,
): Review {
  return {
    ...row,
    at: at.toISOString(),
    form: { id: formId, name: formName },
    decidedAt: decidedAt?.toISOString() ?? null,
    keptUntil: keptUntil.toISOString(),
    excerpt: openExcerpt(box, row.id, { bytes: excerpt, keyId }),
  }
}

const columns = `r.id, r.at, r.form_id as "formId", f.name as "formName", r.state, r.conclusion, r.weight, r.codes,
  r.decided_at as "decidedAt", r.decided_by as "decidedBy", r.kept_until as "keptUntil", r.excerpt, r.excerpt_key_id as "keyId"
  from protection.reviews r join protection.forms f on f.id = r.form_id where r.solution_id = $1`
const listSql = `select ${columns} and ($2::uuid is null or r.id < $2) and r.state = $3 and ($4::uuid is null or r.form_id = $4)
  order by r.id desc limit $5`
const oneSql = `select ${columns} and r.id = $2`
const messageSql = `select sealed as bytes, key_id as "keyId", decision_id as "decisionId", verification_id as "verificationId"
  from protection.reviews where solution_id = $1 and id = $2`
