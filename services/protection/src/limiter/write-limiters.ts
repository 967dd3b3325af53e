import type { Call, Caller } from '@bollard/access'
import { changesOf } from '@bollard/audit'
import { type Limiter, type LimiterChange, type LimiterNew, limitersMax } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { ownParts } from '@bollard/decisions'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'
import type { ProtectionContext } from '../protection-context.ts'
import { lockSpace, touchPolicy } from '../space/space.ts'
import { type Named, readLimiter } from './stored-limiters.ts'
import { assertUsable, type LimiterConfig } from './to-limiter.ts'

export type WriteContext = Pick<ProtectionContext, 'db' | 'now' | 'newId'>

/** How long an edit runs dry, and how long a change holds for some visitors only, at least. */
export const stageMs = 15 * 60_000

/** Limits requests, in dry run at first. Throws `quota-exceeded`, `in-use` and `validation-failed`. */
export async function createLimiter(
  { db, now, newId }: WriteContext,
  actor: Caller,
  { solutionId, ...input }: LimiterNew & { readonly solutionId: string },
  call: Call,
): Promise<Limiter> {
  assertUsable(input)
  assertNotReserved(input.name)
  const [at, id] = [now(), newId()]
  const { name, ...config } = input
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const others = await tx.query('protection-limiter-names', namesSql, [solutionId])
    if (others.length >= limitersMax)
      throw new ProblemError('quota-exceeded', `A site may have ${limitersMax} limiters.`)
    assertFree(others, { name, id })
    await tx.query('protection-limiter-insert', insertSql, [id, solutionId, name, JSON.stringify(config), at])
    await touchPolicy(tx, solutionId)
    const created = await readLimiter(tx, { solutionId, id }, at)
    await audit(tx, actor, call, at, {
      solutionId,
      id,
      action: 'limiter.created',
      after: { ...input, mode: 'DRY_RUN' },
    })
    return call.keepAnswer(tx, created)
  })
}

/**
 * Changes a limiter. An edit of a live one runs dry beside it first, then holds for some visitors as going live does; what changes of a dry
 * run holds at once. Throws `version-conflict`, `in-use`, `validation-failed`, and `state-conflict` where overrides name another number of key parts.
 */
export async function updateLimiter(
  { db, now }: WriteContext,
  actor: Caller,
  { solutionId, id, version, mode, name, ...config }: LimiterChange & Named,
  call: Call,
): Promise<Limiter> {
  assertUsable({ name, ...config })
  const at = now()
  return db.transaction(async (tx) => {
    const row = await lockLimiter(tx, { solutionId, id }, at)
    if (row.version !== version) throw new ProblemError('version-conflict')
    // One that was called so before names were reserved keeps working, and can be changed.
    if (name !== row.name) assertNotReserved(name)
    assertFree(await tx.query('protection-limiter-names', namesSql, [solutionId]), { name, id })
    if (row.overrides > 0 && config.key.length !== row.config.key.length)
      throw new ProblemError('state-conflict', 'Its overrides have a value for each part of the key as it is.')
    const changes = changesOf({ name: row.name, mode: row.mode, ...row.config }, { name, mode, ...config })
    const isSame = Object.keys(changes.after).every((field) => field === 'name')
    await tx.query('protection-limiter-update', updateSql, [
      id,
      name,
      JSON.stringify(config),
      mode,
      ...(isSame ? keptStage(row) : mode === 'LIVE' ? firstStage(row, Object.keys(changes.after), at) : nowhere),
      at,
      !isSame,
    ])
    await touchPolicy(tx, solutionId)
    await audit(tx, actor, call, at, { solutionId, id, action: 'limiter.changed', ...changes })
    return readLimiter(tx, { solutionId, id }, at)
  })
}

/** Deletes a limiter with its overrides. Throws `not-found`. */
export async function deleteLimiter({ db, now }: WriteContext, actor: Caller, named: Named, call: Call): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    const { name, mode, config } = await lockLimiter(tx, named, at)
    await tx.query('protection-limiter-delete', 'delete from protection.limiters where id = $1', [named.id])
    await touchPolicy(tx, named.solutionId)
    await audit(tx, actor, call, at, { ...named, action: 'limiter.deleted', before: { name, mode, ...config } })
  })
}

/** Lets a change hold for all at once. Throws `not-found`, and `state-conflict` where none is tried. */
export function finishChange(context: WriteContext, actor: Caller, named: Named, call: Call): Promise<Limiter> {
  return settleChange(context, actor, named, call, async (tx, { stage, name }, at) => {
    if (stage !== 'DRY_RUN' && stage !== 'SHARE')
      throw new ProblemError('state-conflict', 'No change of this limiter is being tried.')
    await moveOn(tx, named, at)
    return { action: 'limiter.change-finished', after: { name } }
  })
}

/** Takes the last change back. Throws `not-found`, and `state-conflict` where nothing can be taken back. */
export function rollBackChange(context: WriteContext, actor: Caller, named: Named, call: Call): Promise<Limiter> {
  return settleChange(context, actor, named, call, async (tx, row, at) => {
    if (row.former === null || row.formerMode === null)
      throw new ProblemError('state-conflict', 'No change of this limiter can be taken back.')
    await rollBack(tx, named, null, at)
    return { action: 'limiter.change-rolled-back', ...undone(row) }
  })
}

/** Settles what is tried, and writes down what `settle` answers. */
function settleChange(
  { db, now }: WriteContext,
  actor: Caller,
  named: Named,
  call: Call,
  settle: (
    tx: Queries,
    row: RowOf<'protection-limiter-lock'>,
    at: Date,
  ) => Promise<Omit<Parameters<typeof recordAudit>[4], 'solutionId' | 'target'>>,
): Promise<Limiter> {
  const at = now()
  return db.transaction(async (tx) => {
    const settled = await settle(tx, await lockLimiter(tx, named, at), at)
    await audit(tx, actor, call, at, { ...named, ...settled })
    return readLimiter(tx, named, at)
  })
}

/** What a change that is taken back was, and what holds again, for the audit log. */
export function undone(row: {
  readonly config: LimiterConfig
  readonly mode: Limiter['mode']
  readonly former: LimiterConfig | null
  readonly formerMode: Limiter['mode'] | null
}): ReturnType<typeof changesOf> {
  return changesOf({ mode: row.mode, ...row.config }, { mode: row.formerMode, ...row.former })
}

/** An edit that has run dry holds for some visitors from now on. They are counted anew. */
export async function beginShare(tx: Queries, { solutionId, id }: Named, at: Date): Promise<void> {
  await tx.query('protection-limiter-share', shareSql, [id, at, new Date(at.getTime() + stageMs)])
  await touchPolicy(tx, solutionId)
}

/** A change holds for all from now on. */
export async function moveOn(tx: Queries, { solutionId, id }: Named, at: Date): Promise<void> {
  await tx.query('protection-limiter-finish', finishSql, [id, at])
  await touchPolicy(tx, solutionId)
}

/** The former limiter holds again. */
export async function rollBack(
  tx: Queries,
  { solutionId, id }: Named,
  fault: NonNullable<Limiter['rollout']>['fault'],
  at: Date,
): Promise<void> {
  await tx.query('protection-limiter-roll-back', rollBackSql, [id, fault, at])
  await touchPolicy(tx, solutionId)
}

async function lockLimiter(
  tx: Queries,
  { solutionId, id }: Named,
  at: Date,
): Promise<RowOf<'protection-limiter-lock'>> {
  await lockSpace(tx, solutionId)
  const [row] = await tx.query('protection-limiter-lock', lockSql, [solutionId, id, at])
  if (row === undefined) throw new ProblemError('not-found')
  return row
}

/** A reason has to say which part it is from, here and at a gateway. */
const reservedNames: ReadonlySet<string> = new Set(ownParts)

function assertNotReserved(name: string): void {
  if (!reservedNames.has(name)) return
  const errors = [{ pointer: '/name', code: 'reserved' }]
  throw new ProblemError('validation-failed', `${name} is what another part of decisions is called.`, { errors })
}

function assertFree(
  others: readonly RowOf<'protection-limiter-names'>[],
  { name, id }: { readonly name: string; readonly id: string },
): void {
  if (!others.some((other) => other.name === name && other.id !== id)) return
  const errors = [{ pointer: '/name', code: 'taken' }]
  throw new ProblemError('in-use', `Another limiter has the name ${name}.`, { errors })
}

/** Stage, since when, until when, what holds for the others, and its mode. */
type Stage = readonly [string | null, Date | null, Date | null, string | null, string | null]
const nowhere: Stage = [null, null, null, null, null]

function keptStage({ stage, stageAt, nextAt, former, formerMode }: RowOf<'protection-limiter-lock'>): Stage {
  return [stage, stageAt, nextAt, former && JSON.stringify(former), formerMode]
}

/**
 * An edit runs dry first; going live as it is, it has done so already. Who changes what is being tried already tries it anew, against what
 * held before both.
 */
function firstStage(row: RowOf<'protection-limiter-lock'>, changed: readonly string[], at: Date): Stage {
  const isTried = (row.stage === 'DRY_RUN' || row.stage === 'SHARE') && row.former !== null
  const former = JSON.stringify(isTried ? row.former : row.config)
  const isEdit = changed.some((field) => field !== 'name' && field !== 'mode')
  const nextAt = new Date(at.getTime() + stageMs)
  return [isEdit ? 'DRY_RUN' : 'SHARE', at, nextAt, former, isTried ? row.formerMode : row.mode]
}

async function audit(
  tx: Queries,
  actor: Caller,
  call: Call,
  at: Date,
  { id, ...event }: Parameters<typeof recordAudit>[4] & Named,
): Promise<void> {
  await recordAudit(tx, actor, call, at, { ...event, target: { kind: 'limiter', id } })
}

const namesSql = 'select id, name from protection.limiters where solution_id = $1'
const insertSql = `insert into protection.limiters (id, solution_id, name, config, mode, created_at, updated_at)
  values ($1, $2, $3, $4::jsonb, 'DRY_RUN', $5, $5)`
const lockSql = `select l.id, l.name, l.config, l.mode, l.stage, l.stage_at as "stageAt", l.next_at as "nextAt", l.former, l.former_mode as "formerMode",
    l.version, (select count(*) from protection.limiter_overrides o where o.limiter_id = l.id)::int as overrides, $3::timestamptz as at
  from protection.limiters l where l.solution_id = $1 and l.id = $2 for update`
const updateSql = `update protection.limiters set name = $2, config = $3::jsonb, mode = $4, stage = $5, stage_at = $6, next_at = $7,
    former = $8::jsonb, former_mode = $9, fault = case when $11 then null else fault end, updated_at = $10,
    round = round + case when $11 then 1 else 0 end, version = version + 1 where id = $1`
const shareSql = `update protection.limiters set stage = 'SHARE', stage_at = $2, next_at = $3, round = round + 1, updated_at = $2,
    version = version + 1 where id = $1`
const finishSql = `update protection.limiters set stage = 'ALL', stage_at = $2, next_at = null, updated_at = $2, version = version + 1 where id = $1`
const rollBackSql = `update protection.limiters set stage = 'ROLLED_BACK', stage_at = $3, next_at = null, config = former, mode = former_mode,
    former = null, former_mode = null, fault = $2, updated_at = $3, version = version + 1 where id = $1`
