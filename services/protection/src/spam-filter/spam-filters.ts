import type { Queries } from '@bollard/database'
import { createSpamFilter, type MailClass, type SpamFilter, type SpamState } from '@bollard/validations'
import type { SecretBox } from '@bollard/webhooks'
import type { SpamFilters } from '../form-context.ts'

/** A filter as it is stored, open. */
export interface OpenFilter {
  readonly filter: SpamFilter
  /** Which of its lives it is in: what was learned in a former one is forgotten. */
  readonly life: number
}

interface Kept extends OpenFilter {
  readonly version: number
}

/** Filters that a process has in memory; 50,000 words are about 2 MB. */
const keptMax = 50

/** Keeps filters in memory and reads one anew once somebody has taught it. */
export function createSpamFilters(box: SecretBox): SpamFilters {
  const kept = new Map<string, Kept>()
  return {
    async find(db, solutionId) {
      const [now] = await db.query('protection-filter-version', versionSql, [solutionId])
      const known = kept.get(solutionId)
      kept.delete(solutionId)
      if (now === undefined) return null
      const current =
        known?.version === now.version && known.life === now.life ? known : await read(db, box, solutionId)
      if (current === null) return null
      kept.set(solutionId, current)
      const [oldest] = kept.size > keptMax ? kept.keys() : []
      if (oldest !== undefined) kept.delete(oldest)
      return current.filter
    },
  }
}

async function read(db: Queries, box: SecretBox, solutionId: string): Promise<Kept | null> {
  const [row] = await db.query('protection-filter-read', readSql, [solutionId])
  return row === undefined ? null : open(box, solutionId, row)
}

interface Row {
  readonly life: number
  readonly version: number
  readonly state: SpamState | null
  readonly bytes: Buffer
  readonly keyId: number
}

function open(box: SecretBox, solutionId: string, { state, bytes, keyId, ...row }: Row): Kept | null {
  const key = box.open({ bytes, keyId }, solutionId)
  return key === null ? null : { ...row, filter: createSpamFilter(Buffer.from(key, 'base64'), state ?? undefined) }
}

interface TeachContext {
  readonly box: SecretBox
  readonly randomBytes: (size: number) => Buffer
}

/**
 * Changes what a filter has learned, one at a time, in the transaction of the decision that teaches it. A filter whose
 * key no key of the installation opens begins anew.
 */
export async function teachFilter<T>(
  tx: Queries,
  { box, randomBytes }: TeachContext,
  solutionId: string,
  teach: (open: OpenFilter) => T,
): Promise<T> {
  const fresh = box.seal(randomBytes(32).toString('base64'), solutionId)
  await tx.query('protection-filter-begin', beginSql, [solutionId, fresh.bytes, fresh.keyId])
  const found = await lock(tx, box, solutionId)
  if (found === null) await tx.query('protection-filter-renew', renewSql, [solutionId, fresh.bytes, fresh.keyId])
  const opened = found ?? (await lock(tx, box, solutionId))
  if (opened === null) throw new Error('A filter that was sealed just now does not open')
  const result = teach(opened)
  await tx.query('protection-filter-write', writeSql, [solutionId, JSON.stringify(opened.filter.state())])
  return result
}

async function lock(tx: Queries, box: SecretBox, solutionId: string): Promise<Kept | null> {
  const [row] = await tx.query('protection-filter-lock', `${readSql} for update`, [solutionId])
  return row === undefined ? null : open(box, solutionId, row)
}

/** Makes a filter forget all: under a new key, so that nothing of what it knew can be joined to it. True where it knew something. */
export async function forgetAll(tx: Queries, { box, randomBytes }: TeachContext, solutionId: string): Promise<boolean> {
  const { bytes, keyId } = box.seal(randomBytes(32).toString('base64'), solutionId)
  const renewed = await tx.query('protection-filter-renew', renewSql, [solutionId, bytes, keyId])
  await tx.query('protection-filter-days-forget', 'delete from protection.filter_days where solution_id = $1', [
    solutionId,
  ])
  return renewed.length > 0
}

/** Notes whether the filter had judged as a person decides. A `former` decision, which ends, counts no more. */
export async function noteJudgement(
  tx: Queries,
  {
    solutionId,
    judged,
    former,
    is,
    at,
  }: {
    readonly solutionId: string
    readonly judged: MailClass
    readonly former: { readonly is: MailClass; readonly at: Date } | null
    readonly is: MailClass
    readonly at: Date
  },
): Promise<void> {
  const note = async (decided: MailClass, when: Date, by: 1 | -1) =>
    tx.query('protection-filter-day', daySql, [
      solutionId,
      when.toISOString().slice(0, 10),
      decided === judged ? by : 0,
      decided === judged ? 0 : by,
    ])
  if (former !== null) await note(former.is, former.at, -1)
  await note(is, at, 1)
}

const versionSql = 'select life, version from protection.spam_filters where solution_id = $1'
const readSql = `select life, version, state, sealed_key as bytes, key_id as "keyId"
  from protection.spam_filters where solution_id = $1`
const beginSql = `insert into protection.spam_filters (solution_id, sealed_key, key_id) values ($1, $2, $3)
  on conflict (solution_id) do nothing`
const renewSql = `update protection.spam_filters set life = life + 1, state = null, sealed_key = $2, key_id = $3, version = version + 1
  where solution_id = $1 returning 1 as one`
const writeSql = 'update protection.spam_filters set state = $2::jsonb, version = version + 1 where solution_id = $1'
const daySql = `insert into protection.filter_days (solution_id, day, correct, mistaken) values ($1, $2::date, greatest($3, 0), greatest($4, 0))
  on conflict (solution_id, day) do update set correct = greatest(filter_days.correct + $3, 0), mistaken = greatest(filter_days.mistaken + $4, 0)`
