import type { Queries } from '@bollard/database'
import type { LogPosition } from '../log/log-cursor.ts'
import { keepLabelledEvidenceOf } from '../store/feedback-evidence.ts'
import { lockPartitions } from '../store/keep-partitions.ts'

/** So many rows at a time: no lock is held for longer than some hundredths of a second. */
const sliceRows = 5_000

/** Finished verifications first; then rounds that led to a harder one, which nobody answered. They are found by indexes of their own. */
export type Stage = 0 | 1

export interface Slice {
  readonly siteId: number
  /** What was issued before is meant. */
  readonly before: Date
  /** Only what came from there, with all rounds of the verification; null for everything. */
  readonly network: string | null
  readonly stage: Stage
  /** Goes on with what is newer than this place; null begins at the oldest. */
  readonly after: LogPosition | null
  /** Whether labels count into what is learnt of the evidence: when the log ends, and not when somebody asks to be forgotten. */
  readonly keepEvidence: boolean
}

export interface ErasedSlice {
  /** Finished verifications that are gone. */
  readonly erased: number
  /** Where to go on; null at the end. */
  readonly next: LogPosition | null
}

/** Erases some of the oldest verifications that are meant, with their feedback and whether they were fetched; to be called in a transaction. */
export async function eraseSlice(tx: Queries, slice: Slice): Promise<ErasedSlice> {
  // A partition that is dropped counts its labels too, and no label may count twice.
  if (slice.keepEvidence) await lockPartitions(tx)
  const [name, statement] = findStatement[slice.stage]
  const rows = await tx.query(name, statement, [
    slice.siteId,
    slice.before,
    slice.after?.issuedAt ?? '-infinity',
    slice.after?.id ?? '00000000-0000-0000-0000-000000000000',
    slice.network,
    sliceRows,
  ])
  const meant = rows.filter(({ meant: isMeant }) => isMeant)
  const last = rows.at(-1)
  return {
    erased: await eraseRows(tx, slice.siteId, meant, slice.keepEvidence),
    next: rows.length < sliceRows || last === undefined ? null : { issuedAt: last.issuedAt, id: last.id },
  }
}

/** Erases verifications of a site; how many finished ones there were. To be called in a transaction. */
export async function eraseRows(
  tx: Queries,
  siteId: number,
  rows: readonly LogPosition[],
  keepEvidence: boolean,
): Promise<number> {
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const times = rows.map(({ issuedAt }) => issuedAt.getTime())
  const [from, to] = [
    new Date(times.reduce((a, b) => Math.min(a, b))),
    new Date(times.reduce((a, b) => Math.max(a, b))),
  ]
  if (keepEvidence) await keepLabelledEvidenceOf(tx, { siteId, ids, from, to })
  const [row] = await tx.query('captcha-erase', eraseStatement, [siteId, ids, from, to])
  return row?.erased ?? 0
}

const findWhere = (outcome: string): string => `
select v.id, v.issued_at as "issuedAt", ($5::cidr is null or v.network && $5::cidr) as meant from captcha.verifications v
where v.site_id = $1 and v.outcome ${outcome} and v.issued_at < $2 and v.issued_at >= $3::timestamptz and (v.issued_at, v.id) > ($3::timestamptz, $4::uuid)
order by v.issued_at, v.id limit $6`

const findStatement = {
  0: ['captcha-erase-find', findWhere('< 3')],
  1: ['captcha-erase-find-open', findWhere('= 3')],
} as const satisfies Record<Stage, unknown>

// Times of all of them, so that only partitions of these days are looked at.
const eraseStatement = `
with feedback as (
  delete from captcha.feedback where site_id = $1 and verification_id = any($2::uuid[]) and issued_at between $3 and $4
), redemptions as (
  delete from captcha.redemptions where site_id = $1 and verification_id = any($2::uuid[]) and issued_at between $3 and $4
), verifications as (
  delete from captcha.verifications where site_id = $1 and id = any($2::uuid[]) and issued_at between $3 and $4 returning outcome
)
select count(*) filter (where outcome < 3)::int as erased from verifications`
