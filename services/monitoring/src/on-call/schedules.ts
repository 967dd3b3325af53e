import type { Call, Caller } from '@bollard/access'
import { changesOf } from '@bollard/audit'
import {
  type OnCallScheduleAnswer,
  type OnCallScheduleChange,
  type OnCallScheduleNew,
  onCallSchedulesMax,
} from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { onCallBetween, requireOnCall, UptimeFault } from '@bollard/uptime'
import { recordAudit } from '../access/record-audit.ts'
import { type DeleteContext, knownChannels, type Named } from '../channel/channels.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { lockSpace } from '../service/stored-services.ts'
import { toOnCall } from './to-on-call.ts'

type ScheduleContext = Pick<MonitoringContext, 'db' | 'now' | 'newId'>

const shownMs = 14 * 86_400_000
const shownMax = 20

/** All on-call schedules of a solution with their next turns, the oldest first. */
export async function listSchedules(
  { db, now }: Pick<ScheduleContext, 'db' | 'now'>,
  solutionId: string,
): Promise<{ items: OnCallScheduleAnswer[]; nextCursor: null }> {
  const rows = await db.query('monitoring-schedules-on-call', listSql, [solutionId, null])
  return { items: rows.map((row) => toSchedule(row, now())), nextCursor: null }
}

/** Makes a schedule. Throws `quota-exceeded` and `validation-failed`. */
export async function createSchedule(
  { db, now, newId }: ScheduleContext,
  actor: Caller,
  { solutionId, ...input }: OnCallScheduleNew & { readonly solutionId: string },
  call: Call,
): Promise<OnCallScheduleAnswer> {
  const [at, id] = [now(), newId()]
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const schedule = await usable(tx, solutionId, input)
    const known = await tx.query('monitoring-schedules-on-call', listSql, [solutionId, null])
    if (known.length >= onCallSchedulesMax)
      throw new ProblemError('quota-exceeded', `A solution may have ${onCallSchedulesMax} on-call schedules.`)
    await insertSchedule(tx, { id, solutionId, at }, schedule)
    const target = { kind: 'on-call-schedule', id }
    const after = audited(schedule)
    await recordAudit(tx, actor, call, at, { solutionId, action: 'on-call-schedule.created', target, after })
    return readSchedule(tx, { solutionId, id }, at)
  })
}

/** Changes a schedule. Throws `version-conflict` and `validation-failed`. */
export async function putSchedule(
  { db, now }: Pick<ScheduleContext, 'db' | 'now'>,
  actor: Caller,
  { solutionId, id, version, ...input }: OnCallScheduleChange & Named,
  call: Call,
): Promise<OnCallScheduleAnswer> {
  const at = now()
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const former = await readSchedule(tx, { solutionId, id }, at)
    if (former.version !== version) throw new ProblemError('version-conflict')
    const schedule = await usable(tx, solutionId, input)
    await rewriteSchedule(tx, { id, solutionId, at }, schedule)
    const target = { kind: 'on-call-schedule', id }
    const changes = changesOf(audited(former), audited(schedule))
    await recordAudit(tx, actor, call, at, { solutionId, action: 'on-call-schedule.changed', target, ...changes })
    return readSchedule(tx, { solutionId, id }, at)
  })
}

/** Deletes a schedule. Throws `in-use` for one that a rule has. */
export async function deleteSchedule(context: DeleteContext, actor: Caller, named: Named, call: Call): Promise<void> {
  const { db, now } = context
  const { solutionId, id } = named
  await db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const { name } = await readSchedule(tx, { solutionId, id }, now())
    await removeSchedule(tx, named)
    const target = { kind: 'on-call-schedule', id }
    await recordAudit(tx, actor, call, now(), {
      solutionId,
      action: 'on-call-schedule.deleted',
      target,
      before: { name },
    })
  })
}

interface Written extends Named {
  readonly at: Date
}

/** Stores a schedule that is new. */
export async function insertSchedule(
  tx: Queries,
  { id, solutionId, at }: Written,
  schedule: OnCallScheduleNew,
): Promise<void> {
  await tx.query('monitoring-on-call-insert', insertSql, [id, solutionId, at, ...valuesOf(schedule)])
}

/** Stores a schedule anew. */
export async function rewriteSchedule(
  tx: Queries,
  { id, solutionId, at }: Written,
  schedule: OnCallScheduleNew,
): Promise<void> {
  await tx.query('monitoring-on-call-update', updateSql, [id, solutionId, at, ...valuesOf(schedule)])
}

/** Removes a schedule. Throws `in-use` for one that a rule has. */
export async function removeSchedule(tx: Queries, { solutionId, id }: Named): Promise<void> {
  const used = await tx.query('monitoring-on-call-used', usedSql, [solutionId, id])
  if (used.length > 0) throw new ProblemError('in-use', `Others need it: ${used.map((one) => one.name).join(', ')}.`)
  await tx.query('monitoring-on-call-delete', 'delete from monitoring.on_call_schedules where id = $1', [id])
}

/** Refuses turns that nobody could take. Throws `validation-failed`. */
export function assertTurns(schedule: Pick<OnCallScheduleNew, 'timeZone' | 'layers' | 'overrides'>): void {
  try {
    requireOnCall(toOnCall(schedule))
  } catch (error) {
    if (!(error instanceof UptimeFault)) throw error
    const pointer = `/${error.field.replaceAll('.', '/').replace('people', 'channelIds')}`
    throw new ProblemError('validation-failed', undefined, { errors: [{ pointer, code: error.code }] })
  }
}

/** The schedule with its ids in small letters; refuses what cannot be followed, and channels that are not there. */
async function usable(tx: Queries, solutionId: string, input: OnCallScheduleNew): Promise<OnCallScheduleNew> {
  const lower = (id: string): string => id.toLowerCase()
  const schedule: OnCallScheduleNew = {
    ...input,
    layers: input.layers.map((layer) => ({ ...layer, channelIds: layer.channelIds.map(lower) })),
    overrides: input.overrides.map((one) => ({ ...one, channelId: one.channelId && lower(one.channelId) })),
  }
  assertTurns(schedule)
  const named = [
    ...schedule.layers.flatMap(({ channelIds }, layer) =>
      channelIds.map((id, index) => ({ id, pointer: `/layers/${layer}/channelIds/${index}` })),
    ),
    ...schedule.overrides.flatMap(({ channelId }, index) =>
      channelId === null ? [] : [{ id: channelId, pointer: `/overrides/${index}/channelId` }],
    ),
  ]
  const known = await knownChannels(tx, solutionId, [...new Set(named.map(({ id }) => id))])
  const errors = named.filter(({ id }) => !known.has(id)).map(({ pointer }) => ({ pointer, code: 'unknown' }))
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors: errors.slice(0, 100) })
  return schedule
}

async function readSchedule(tx: Queries, { solutionId, id }: Named, at: Date): Promise<OnCallScheduleAnswer> {
  const [row] = await tx.query('monitoring-schedules-on-call', listSql, [solutionId, id])
  if (row === undefined) throw new ProblemError('not-found')
  return toSchedule(row, at)
}

function toSchedule(row: RowOf<'monitoring-schedules-on-call'>, at: Date): OnCallScheduleAnswer {
  const time = (ms: number): string => new Date(ms).toISOString()
  const turns = onCallBetween(toOnCall(row), at.getTime(), at.getTime() + shownMs).slice(0, shownMax)
  return {
    ...row,
    turns: turns.map(({ person, from, until }) => ({ channelId: person, from: time(from), until: time(until) })),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function valuesOf({ name, timeZone, layers, overrides }: OnCallScheduleNew): unknown[] {
  return [name, timeZone, JSON.stringify(layers), JSON.stringify(overrides)]
}

function audited({ name, timeZone, layers, overrides }: OnCallScheduleNew) {
  return { name, timeZone, layers: layers.length, overrides: overrides.length }
}

const listSql = `select id, name, time_zone as "timeZone", layers, overrides, created_at as "createdAt", updated_at as "updatedAt", version
  from monitoring.on_call_schedules where solution_id = $1 and ($2::uuid is null or id = $2) order by id`
const insertSql = `insert into monitoring.on_call_schedules (id, solution_id, created_at, updated_at, name, time_zone, layers, overrides)
  values ($1, $2, $3, $3, $4, $5, $6::jsonb, $7::jsonb)`
const updateSql = `update monitoring.on_call_schedules set updated_at = $3, name = $4, time_zone = $5, layers = $6::jsonb, overrides = $7::jsonb,
  version = version + 1 where id = $1 and solution_id = $2`
const usedSql = `select name from monitoring.alert_rules where solution_id = $1
    and jsonb_path_exists(steps, '$[*].targets[*] ? (@.kind == "SCHEDULE" && @.id == $id)', jsonb_build_object('id', $2::text)) limit 5`
