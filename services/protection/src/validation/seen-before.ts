import type { Queries } from '@bollard/database'
import { bandsOf, distanceMax, distanceOf, fingerprintOf, passagesOf } from '@bollard/validations'
import type { FormContext } from '../form-context.ts'
import { hashFor } from './author.ts'

/**
 * A form that is sent again at once, because a button was pressed twice or another field was put right, is nothing that
 * came before.
 */
const sameVisitMs = 600_000
const boxDays = 30
const textDaysMax = 30
/** Texts that share a band and are compared, the newest first. */
const comparedMax = 2_000
/** Senders of a passage that are counted. */
const sendersMax = 20
/** A passage of one sender is a signature, and of two a quotation; a text that is padded anew each time comes from many. */
const sendersMin = 3

type SeenContext = Pick<FormContext, 'db' | 'now' | 'hashKey' | 'validation'>

const boxHash = (hashKey: Buffer, solutionId: string, box: string) => hashFor(hashKey, `box ${solutionId} ${box}`)
const textKey = (hashKey: Buffer) => hashFor(hashKey, 'texts')

/** Whether a box wrote to this site within 30 days. */
export async function isKnownBox({ db, now, hashKey }: SeenContext, solutionId: string, box: string): Promise<boolean> {
  const at = now()
  const values = [solutionId, boxHash(hashKey, solutionId, box), dayBefore(at, boxDays), before(at)]
  const [known] = await db.query('protection-box-known', knownBoxSql, values)
  return known !== undefined
}

/**
 * How a text is compared with those that came to any site of the same owner; what its author sent just now is left out.
 * A passage counts once three others have sent it.
 */
export function nearTexts(context: SeenContext, solutionId: string, author: string) {
  return {
    key: textKey(context.hashKey),
    async count(fingerprint: bigint, passages: readonly number[]): Promise<number> {
      const at = context.now()
      const owned = await context.validation.solutionsOfOwner(solutionId)
      const asked = [owned, passages, at, author, sendersMax]
      const [sent] = await context.db.query('protection-passages-sent', sentSql, asked)
      const senders = sent?.senders ?? 0
      const values = [owned, bandsOf(fingerprint), at, author, before(at), comparedMax]
      const rows = await context.db.query('protection-texts-near', nearSql, values)
      const near = rows.filter(
        (row) => distanceOf(BigInt.asUintN(64, BigInt(row.fingerprint)), fingerprint) <= distanceMax,
      )
      return Math.max(near.length, senders < sendersMin ? 0 : senders)
    },
  }
}

/** What a text is known again by. */
interface Trace {
  readonly fingerprint: bigint
  readonly passages: readonly number[]
}

/** Of each text that is long enough. Hashing the longest takes a quarter of a second: make them before the transaction. */
export function tracesOf({ hashKey }: Pick<FormContext, 'hashKey'>, texts: readonly string[]): Trace[] {
  const key = textKey(hashKey)
  return texts.flatMap((text) => {
    const fingerprint = fingerprintOf(text, key)
    return fingerprint === null ? [] : [{ fingerprint, passages: passagesOf(text, key) }]
  })
}

/** What is noted of a message that was not refused. */
export interface Seen {
  readonly solutionId: string
  readonly boxes: readonly string[]
  /** Of each of its messages: they are compared one by one. */
  readonly traces: readonly Trace[]
  readonly author: string
  readonly keepDays: number
}

/**
 * Notes hashes of the boxes, and the fingerprints and passages of the texts of a message, for 30 days, or fewer where
 * messages are kept for fewer.
 */
export async function noteSeen(
  tx: Queries,
  { now, newId, hashKey }: Pick<FormContext, 'now' | 'newId' | 'hashKey'>,
  { solutionId, boxes, traces, author, keepDays }: Seen,
): Promise<void> {
  const at = now()
  // Rows of several fields in one order, so that two messages at once never wait for each other.
  for (const box of [...new Set(boxes)].toSorted())
    await tx.query('protection-box-note', noteBoxSql, [
      solutionId,
      boxHash(hashKey, solutionId, box),
      at,
      dayBefore(at, boxDays),
    ])
  const keptUntil = dayBefore(at, -Math.min(keepDays, textDaysMax))
  for (const { fingerprint } of traces) {
    const stored = String(BigInt.asIntN(64, fingerprint))
    const values = [newId(), solutionId, stored, bandsOf(fingerprint), author, at, keptUntil]
    await tx.query('protection-text-note', noteTextSql, values)
  }
  const passages = [...new Set(traces.flatMap((trace) => trace.passages))].toSorted((one, other) => one - other)
  await tx.query('protection-passages-note', notePassagesSql, [solutionId, passages, author, keptUntil])
}

const dayBefore = (at: Date, days: number) => new Date(at.getTime() - days * 86_400_000)
const before = (at: Date) => new Date(at.getTime() - sameVisitMs)

const knownBoxSql = `select 1 as one from protection.seen_boxes
  where solution_id = $1 and box = $2 and at > $3 and at <= $4`
const noteBoxSql = `insert into protection.seen_boxes (solution_id, box, at) values ($1, $2, $3)
  on conflict (solution_id, box) do update set at = excluded.at where seen_boxes.at <= $4`
const nearSql = `select fingerprint::text from protection.seen_texts
  where solution_id = any ($1::uuid[]) and bands && $2::text[] and kept_until > $3 and (author <> $4 or at <= $5)
  order by at desc limit $6`
const sentSql = `select coalesce(max(others.count), 0)::int as senders from unnest($2::bigint[]) as asked (passage)
  cross join lateral (select count(*) from (select 1 from protection.seen_passages s where s.solution_id = any ($1::uuid[])
    and s.passage = asked.passage and s.kept_until > $3 and s.author <> $4 limit $5) sent) others`
const noteTextSql = `insert into protection.seen_texts (id, solution_id, fingerprint, bands, author, at, kept_until)
  values ($1, $2, $3::bigint, $4::text[], $5, $6, $7)`
const notePassagesSql = `insert into protection.seen_passages (solution_id, passage, author, kept_until)
  select $1, unnest($2::bigint[]), $3, $4
  on conflict (solution_id, passage, author) do update set kept_until = greatest(seen_passages.kept_until, excluded.kept_until)`
