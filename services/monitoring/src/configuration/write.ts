import type { ConfiguredService, ConfiguredWindow } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { FieldError } from '@bollard/http'
import { startMachine } from '@bollard/uptime'
import { insertHeartbeat } from '../heartbeat/address.ts'
import { toldMs } from '../maintenance/windows.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { isProbed } from '../service/create.ts'
import { removeServices } from '../service/delete.ts'
import { scheduleAtPlaces } from '../service/places.ts'
import { sealSecret } from '../service/secrets.ts'
import { rescheduleSql } from '../space/reschedule.ts'
import { faultsOf } from './file-faults.ts'
import type { Difference } from './compare.ts'
import { refuseFile } from './read-file.ts'
import { type Stored, type StoredService, withIds } from './stored-configuration.ts'

type WriteContext = Pick<MonitoringContext, 'newId' | 'box' | 'randomBytes'>
interface Where {
  readonly solutionId: string
  readonly at: Date
  readonly deleteMissing: boolean
}

/** What is written of one service. */
interface Row {
  readonly index: number
  readonly id: string
  readonly file: ConfiguredService
  readonly former: StoredService | null
}

/** What is to be written, with its secrets sealed. */
export interface Prepared {
  readonly made: readonly Row[]
  readonly changed: readonly Row[]
  readonly sealed: readonly object[]
  /** Of all services, by their keys. */
  readonly ids: ReadonlyMap<string, string>
}

/** Gets ready what a comparison found. Throws `validation-failed` for secrets that are missing. */
export function prepareRows(
  context: Pick<WriteContext, 'newId' | 'box'>,
  { services }: Difference,
  stored: Stored,
): Prepared {
  const made = services.created.map(({ file, index }): Row => ({ index, id: context.newId(), file, former: null }))
  const changed = services.changed.map((one): Row => ({ ...one, id: one.stored.id, former: one.stored }))
  const ids = new Map([...stored.services].map(([key, { id }]) => [key, id]))
  for (const { id, file } of made) ids.set(file.key, id)
  return { made, changed, ids, sealed: sealAll(context.box, [...made, ...changed], ids) }
}

/**
 * Does what a comparison found, in a transaction that has the turn of the solution, in a few statements however much it is. Answers the
 * ids of services that were created, by their keys.
 */
export async function writeDifference(
  context: WriteContext,
  tx: Queries,
  { services, windows }: Difference,
  { solutionId, at, deleteMissing, made, changed, sealed, ids }: Where & Prepared,
): Promise<ReadonlyMap<string, string>> {
  const [created, updated] = [sealed.slice(0, made.length), sealed.slice(made.length)]
  await tx.query('monitoring-configuration-create', createSql, [solutionId, at, JSON.stringify(created)])
  await tx.query('monitoring-configuration-update', updateSql, [solutionId, at, JSON.stringify(updated)])
  const machine = JSON.stringify(startMachine(at.getTime()))
  await tx.query('monitoring-configuration-states', statesSql, [solutionId, at, made.map(({ id }) => id), machine])
  const probed = made.filter(({ file }) => isProbed(file.check.kind))
  await scheduleAtPlaces(
    tx,
    probed.map(({ id }) => id),
    at,
  )
  for (const { id, file } of made)
    if (file.check.kind === 'HEARTBEAT') await insertHeartbeat(context, tx, { serviceId: id, solutionId })
  await putMembers(tx, [...made, ...changed], { solutionId, ids })
  await writeWindows(context, tx, windows, { solutionId, at, ids, deleteMissing })
  const gone = deleteMissing ? services.missing.map(({ id }) => id) : []
  if (gone.length > 0) await removeServices(tx, gone)
  const soon = changed.map(({ id }) => id)
  await tx.query('monitoring-configuration-soon', soonSql, [soon, at])
  await tx.query('monitoring-reschedule-space', rescheduleSql, [[solutionId], at])
  return new Map(made.map(({ id, file }) => [file.key, id]))
}

/** Rows as JSON, with secrets sealed. All that are missing are told at once. */
function sealAll(box: WriteContext['box'], rows: readonly Row[], ids: ReadonlyMap<string, string>): readonly object[] {
  const errors: FieldError[] = []
  const sealed = rows.map(({ index, id, file, former }) => {
    const { check, parent, ...rest } = file
    const named = withIds(check, (key) => ids.get(key))
    const stored: { value: object } = { value: {} }
    errors.push(
      ...faultsOf(`/services/${index}`, () => {
        const { config, secret, secretKeyId } = sealSecret(box, named, id, former)
        stored.value = { config, secret: secret?.toString('base64') ?? null, secretKeyId }
      }),
    )
    return { id, ...rest, kind: check.kind, parentId: parent === null ? null : ids.get(parent), ...stored.value }
  })
  if (errors.length > 0) refuseFile('validation-failed', errors)
  return sealed
}

function idsOf({ check }: ConfiguredService, ids: ReadonlyMap<string, string>): string[] {
  return check.kind === 'GROUP' ? check.target.members.flatMap((key) => ids.get(key) ?? []) : []
}

async function putMembers(
  tx: Queries,
  rows: readonly Row[],
  { solutionId, ids }: { solutionId: string; ids: ReadonlyMap<string, string> },
): Promise<void> {
  const groups = rows.filter(({ file }) => file.check.kind === 'GROUP')
  if (groups.length === 0) return
  const members = groups.flatMap(({ id, file }) => idsOf(file, ids).map((memberId) => ({ groupId: id, memberId })))
  const groupIds = groups.map(({ id }) => id)
  await tx.query('monitoring-members-remove', clearSql, [groupIds])
  await tx.query('monitoring-configuration-members', membersSql, [solutionId, JSON.stringify(members)])
}

async function writeWindows(
  { newId }: WriteContext,
  tx: Queries,
  { created, changed, missing }: Difference['windows'],
  { solutionId, at, ids, deleteMissing }: Where & { ids: ReadonlyMap<string, string> },
): Promise<void> {
  const row = (id: string, { services, ...rest }: ConfiguredWindow) => ({
    id,
    ...rest,
    serviceIds: services.flatMap((key) => ids.get(key) ?? []),
  })
  const told = new Date(at.getTime() + toldMs)
  const made = JSON.stringify(created.map(({ file }) => row(newId(), file)))
  const moved = JSON.stringify(changed.map(({ file, stored }) => row(stored.id, file)))
  await tx.query('monitoring-configuration-plan', planSql, [solutionId, at, told, made])
  await tx.query('monitoring-configuration-replan', replanSql, [solutionId, told, moved])
  if (deleteMissing)
    await tx.query('monitoring-configuration-unplan', unplanSql, [solutionId, missing.map(({ id }) => id)])
}

const serviceRecord = `jsonb_to_recordset($3::jsonb) as n (id uuid, key text, name text, tags text[], kind text, config jsonb, secret text,
  "secretKeyId" int, "intervalSeconds" int, retries int, confirmations int, recoveries int, "slowMs" int, "parentId" uuid, places text[], paused boolean)`
const serviceValues = `n.name, n.tags, n.config, decode(n.secret, 'base64'), n."secretKeyId", n."intervalSeconds", n.retries, n.confirmations,
  n.recoveries, n."slowMs", n."parentId", n.places, n.paused`
const serviceColumns = `name, tags, config, secret, secret_key_id, interval_seconds, retries, confirmations, recoveries, slow_ms, parent_id, places, paused`
const createSql = `insert into monitoring.services (id, solution_id, created_at, updated_at, key, kind, ${serviceColumns})
  select n.id, $1, $2::timestamptz, $2, n.key, n.kind, ${serviceValues} from ${serviceRecord}`
const updateSql = `update monitoring.services s set (${serviceColumns}) = row (${serviceValues}), updated_at = $2, version = s.version + 1
  from ${serviceRecord} where s.id = n.id and s.solution_id = $1`
const statesSql = `insert into monitoring.service_states (service_id, solution_id, state, since, machine)
  select id, $1, 'UNKNOWN', $2, $4::jsonb from unnest($3::uuid[]) id`
const soonSql = `update monitoring.schedules set due_at = $2, lease = null, leased_until = null
  where service_id = any ($1::uuid[]) and due_at is not null`
const clearSql = 'delete from monitoring.group_members where group_id = any ($1::uuid[])'
const membersSql = `insert into monitoring.group_members (group_id, member_id, solution_id)
  select "groupId", "memberId", $1 from jsonb_to_recordset($2::jsonb) as n ("groupId" uuid, "memberId" uuid)`
const windowRecord = (
  parameter: string,
) => `jsonb_to_recordset(${parameter}::jsonb) as n (id uuid, key text, title text, "serviceIds" uuid[],
  "startsAt" text, "durationMinutes" int, "timeZone" text, recurrence jsonb)`
const windowColumns = 'title, service_ids, starts_at, duration_minutes, time_zone, recurrence'
const windowValues = 'n.title, n."serviceIds", n."startsAt", n."durationMinutes", n."timeZone", n.recurrence'
const planSql = `insert into monitoring.maintenance (id, solution_id, created_at, told_until, key, ${windowColumns})
  select n.id, $1, $2, $3, n.key, ${windowValues} from ${windowRecord('$4')}`
const replanSql = `update monitoring.maintenance m set (${windowColumns}) = row (${windowValues}), told_until = $2, version = m.version + 1
  from ${windowRecord('$3')} where m.id = n.id and m.solution_id = $1`
const unplanSql = 'delete from monitoring.maintenance where solution_id = $1 and id = any ($2::uuid[])'
