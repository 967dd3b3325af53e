import type { Call, Caller } from '@bollard/access'
import { changesOf } from '@bollard/audit'
import type { MonitoredService, MonitoredServiceChange } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'
import { assertHeartbeat, assertLinked } from '../captcha/assert-linked.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { writtenColumns, writtenValues } from './columns.ts'
import { rescheduleSql } from '../space/reschedule.ts'
import { isProbed } from './create.ts'
import { assertUsable } from './machine-settings.ts'
import { assertInterval, planOf } from './plan.ts'
import { putPlaces } from './places.ts'
import { assertRelations, putMembers } from './relations.ts'
import { sealSecret } from './secrets.ts'
import { auditedService, lockService, lockSpace, readService } from './stored-services.ts'

type UpdateContext = Pick<MonitoringContext, 'db' | 'now' | 'box' | 'billing' | 'captcha' | 'browser'>

/** Changes a service. Throws `version-conflict`, `quota-exceeded` and `validation-failed`. */
export async function updateService(
  context: UpdateContext,
  actor: Caller,
  { solutionId, id, ...input }: MonitoredServiceChange & { readonly solutionId: string; readonly id: string },
  call: Call,
): Promise<MonitoredService> {
  const { db, now, box, billing } = context
  const at = now()
  assertUsable({ ...input, config: input.check })
  const { check: known } = await readService(db, solutionId, id)
  await assertLinked(context, actor, { solutionId, check: input.check, former: known })
  const plan = await planOf(billing, solutionId)
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const former = await lockService(tx, solutionId, id)
    if (former.version !== input.version) throw new ProblemError('version-conflict')
    if (former.config.kind !== input.check.kind) {
      const errors = [{ pointer: '/check/kind', code: 'unchangeable' }]
      throw new ProblemError('validation-failed', 'The kind of a check stays as it is.', { errors })
    }
    if (isProbed(input.check.kind)) {
      const before = former.intervalSeconds
      assertInterval(plan, { seconds: input.intervalSeconds, before, pointer: '/intervalSeconds' })
    }
    await assertRelations(tx, { solutionId, id, ...input })
    await assertHeartbeat(tx, solutionId, input.check)
    const before = auditedService(await readService(tx, solutionId, id))
    const sealed = sealSecret(box, input.check, id, former)
    const values = [id, solutionId, at, ...writtenValues(input, sealed)]
    await tx.query('monitoring-service-update', updateSql, values)
    const { kind } = input.check
    if (await putPlaces(tx, { solutionId, id, kind, places: input.places, former: former.places }))
      await tx.query('monitoring-reschedule-space', rescheduleSql, [[solutionId], at])
    await putMembers(tx, { id, solutionId, check: input.check })
    await tx.query('monitoring-check-soon', soonSql, [id, at])
    const changed = await readService(tx, solutionId, id)
    await recordAudit(tx, actor, call, at, {
      solutionId,
      action: 'monitored-service.changed',
      target: { kind: 'monitored-service', id },
      ...changesOf(before, auditedService(changed)),
    })
    return changed
  })
}

const updateSql = `update monitoring.services set (${writtenColumns}) = row ($4, $5::text[], $6::jsonb, $7, $8, $9, $10, $11, $12, $13, $14),
    updated_at = $3, version = version + 1
  where id = $1 and solution_id = $2`
// What is checked by now has other settings: whoever has it in hand is not waited for.
const soonSql = `with soon as (update monitoring.schedules set due_at = $2, lease = null, leased_until = null where service_id = $1 and due_at is not null)
  insert into monitoring.signals (service_id, solution_id, at, event) select id, solution_id, $2, '{"kind": "REFRESH"}' from monitoring.services where id = $1`
