import type { Call, Caller } from '@bollard/access'
import { type CheckKind, type MonitoredService, type MonitoredServiceNew, toldKinds } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { startMachine } from '@bollard/uptime'
import { recordAudit } from '../access/record-audit.ts'
import { assertHeartbeat, assertLinked } from '../captcha/assert-linked.ts'
import { insertHeartbeat } from '../heartbeat/address.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { askRefresh } from './ask-refresh.ts'
import { writtenColumns, writtenValues } from './columns.ts'
import { assertUsable } from './machine-settings.ts'
import { assertInterval, assertRoom, planOf } from './plan.ts'
import { putPlaces, scheduleAtPlaces } from './places.ts'
import { assertRelations, putMembers } from './relations.ts'
import { sealSecret } from './secrets.ts'
import { auditedService, lockSpace, readService } from './stored-services.ts'

type CreateContext = Pick<
  MonitoringContext,
  'db' | 'now' | 'newId' | 'box' | 'billing' | 'captcha' | 'browser' | 'randomBytes'
>

/** Monitors a service from now on. Throws `quota-exceeded` and `validation-failed`. */
export async function createService(
  context: CreateContext,
  actor: Caller,
  { solutionId, ...input }: MonitoredServiceNew & { readonly solutionId: string },
  call: Call,
): Promise<MonitoredService> {
  const { db, now, newId, box, billing } = context
  const at = now()
  assertUsable({ ...input, config: input.check })
  const plan = await planOf(billing, solutionId)
  if (isProbed(input.check.kind))
    assertInterval(plan, { seconds: input.intervalSeconds, before: null, pointer: '/intervalSeconds' })
  await assertLinked(context, actor, { solutionId, check: input.check, former: null })
  const id = newId()
  const sealed = sealSecret(box, input.check, id, null)
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    await assertRoom(tx, solutionId, plan)
    await assertRelations(tx, { solutionId, id, ...input })
    await assertHeartbeat(tx, solutionId, input.check)
    const values = [id, solutionId, at, ...writtenValues(input, sealed), input.check.kind]
    await tx.query('monitoring-service-insert', insertSql, values)
    const { kind } = input.check
    await putPlaces(tx, { solutionId, id, kind, places: input.places, former: [] })
    await startService(context, tx, { id, solutionId, kind, at })
    await putMembers(tx, { id, solutionId, check: input.check })
    await askRefresh(tx, [id], at)
    const created = await readService(tx, solutionId, id)
    await recordAudit(tx, actor, call, at, {
      solutionId,
      action: 'monitored-service.created',
      target: { kind: 'monitored-service', id },
      after: auditedService(created),
    })
    return call.keepAnswer(tx, created)
  })
}

/** Whether a prober checks services of this kind. */
export function isProbed(kind: CheckKind): boolean {
  return !(toldKinds as readonly string[]).includes(kind)
}

interface Started {
  readonly id: string
  readonly solutionId: string
  readonly kind: CheckKind
  readonly at: Date
}

/** What a service begins with: a machine that knows nothing, a schedule at each place, and an address of a heartbeat. */
async function startService(
  context: Pick<CreateContext, 'box' | 'randomBytes'>,
  tx: Queries,
  { id, solutionId, kind, at }: Started,
): Promise<void> {
  const machine = JSON.stringify(startMachine(at.getTime()))
  await tx.query('monitoring-state-insert', stateSql, [id, solutionId, at, machine])
  if (kind === 'HEARTBEAT') await insertHeartbeat(context, tx, { serviceId: id, solutionId })
  if (isProbed(kind)) await scheduleAtPlaces(tx, [id], at)
}

const insertSql = `insert into monitoring.services (id, solution_id, created_at, updated_at, ${writtenColumns}, kind)
  values ($1, $2, $3, $3, $4, $5::text[], $6::jsonb, $7, $8, $9, $10, $11, $12, $13, $14, $15)`
const stateSql = `insert into monitoring.service_states (service_id, solution_id, state, since, machine) values ($1, $2, 'UNKNOWN', $3, $4::jsonb)`
