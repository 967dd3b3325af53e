import type { Call, Caller } from '@bollard/access'
import { changesOf } from '@bollard/audit'
import { type AlertRule, type AlertRuleChange, type AlertRuleNew, alertRulesMax } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { requireEscalation, UptimeFault } from '@bollard/uptime'
import { recordAudit } from '../access/record-audit.ts'
import { type DeleteContext, knownChannels, type Named } from '../channel/channels.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { lockSpace } from '../service/stored-services.ts'
import { toPolicy } from './to-policy.ts'

type RuleContext = Pick<MonitoringContext, 'db' | 'now' | 'newId'>

/** All rules of a solution, the oldest first. */
export async function listRules(db: Queries, solutionId: string): Promise<{ items: AlertRule[]; nextCursor: null }> {
  const rows = await db.query('monitoring-alert-rules', listSql, [solutionId, null])
  return { items: rows.map(toRule), nextCursor: null }
}

/** Makes a rule. Throws `quota-exceeded` and `validation-failed`. */
export async function createRule(
  { db, now, newId }: RuleContext,
  actor: Caller,
  { solutionId, ...input }: AlertRuleNew & { readonly solutionId: string },
  call: Call,
): Promise<AlertRule> {
  const [at, id] = [now(), newId()]
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const rule = await usable(tx, solutionId, input)
    const known = await tx.query('monitoring-alert-rules', listSql, [solutionId, null])
    if (known.length >= alertRulesMax)
      throw new ProblemError('quota-exceeded', `A solution may have ${alertRulesMax} rules of alerts.`)
    await insertRule(tx, { id, solutionId, at }, rule)
    const target = { kind: 'alert-rule', id }
    await recordAudit(tx, actor, call, at, { solutionId, action: 'alert-rule.created', target, after: audited(rule) })
    return readRule(tx, { solutionId, id })
  })
}

/** Changes a rule; it is judged anew at once. Throws `version-conflict` and `validation-failed`. */
export async function putRule(
  { db, now }: Pick<RuleContext, 'db' | 'now'>,
  actor: Caller,
  { solutionId, id, version, ...input }: AlertRuleChange & Named,
  call: Call,
): Promise<AlertRule> {
  const at = now()
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const former = await readRule(tx, { solutionId, id })
    if (former.version !== version) throw new ProblemError('version-conflict')
    if (former.condition.kind !== input.condition.kind) {
      const errors = [{ pointer: '/condition/kind', code: 'unchangeable' }]
      throw new ProblemError('validation-failed', 'The kind of a condition stays as it is.', { errors })
    }
    const rule = await usable(tx, solutionId, input)
    await rewriteRule(tx, { id, solutionId, at }, rule)
    const target = { kind: 'alert-rule', id }
    const changes = changesOf(audited(former), audited(rule))
    await recordAudit(tx, actor, call, at, { solutionId, action: 'alert-rule.changed', target, ...changes })
    return readRule(tx, { solutionId, id })
  })
}

/** Deletes a rule with its alerts. */
export async function deleteRule(context: DeleteContext, actor: Caller, named: Named, call: Call): Promise<void> {
  const { db, now } = context
  const { solutionId, id } = named
  await db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const { name } = await readRule(tx, { solutionId, id })
    await removeRule(tx, id)
    const target = { kind: 'alert-rule', id }
    await recordAudit(tx, actor, call, now(), { solutionId, action: 'alert-rule.deleted', target, before: { name } })
  })
}

interface Written extends Named {
  readonly at: Date
}

/** Stores a rule that is new. */
export async function insertRule(tx: Queries, { id, solutionId, at }: Written, rule: AlertRuleNew): Promise<void> {
  await tx.query('monitoring-alert-rule-insert', insertSql, [id, solutionId, at, ...valuesOf(rule)])
}

/** Stores a rule anew; it is judged anew at once. */
export async function rewriteRule(tx: Queries, { id, solutionId, at }: Written, rule: AlertRuleNew): Promise<void> {
  await tx.query('monitoring-alert-rule-update', updateSql, [id, solutionId, at, ...valuesOf(rule)])
}

/** Removes a rule with its alerts. */
export async function removeRule(tx: Queries, id: string): Promise<void> {
  await tx.query('monitoring-alert-rule-delete', 'delete from monitoring.alert_rules where id = $1', [id])
}

/** Refuses steps that cannot be followed. Throws `validation-failed`. */
export function assertFollowable(rule: Pick<AlertRuleNew, 'steps' | 'repeat'>): void {
  try {
    requireEscalation(toPolicy(rule))
  } catch (error) {
    if (!(error instanceof UptimeFault)) throw error
    const pointer = `/${error.field.replaceAll('.', '/')}`
    throw new ProblemError('validation-failed', undefined, { errors: [{ pointer, code: error.code }] })
  }
}

/** The rule with its ids in small letters; refuses what cannot be followed, and services, channels and schedules that are not there. */
async function usable(tx: Queries, solutionId: string, input: AlertRuleNew): Promise<AlertRuleNew> {
  const lower = (id: string): string => id.toLowerCase()
  const rule: AlertRuleNew = {
    ...input,
    serviceIds: input.serviceIds.map(lower),
    steps: input.steps.map((step) => ({
      ...step,
      targets: step.targets.map((target) => ({ ...target, id: lower(target.id) })),
    })),
  }
  assertFollowable(rule)
  const targets = rule.steps.flatMap(({ targets: all }, step) =>
    all.map((target, index) => ({ ...target, pointer: `/steps/${step}/targets/${index}/id` })),
  )
  const idsOf = (kind: 'CHANNEL' | 'SCHEDULE') => targets.filter((one) => one.kind === kind).map(({ id }) => id)
  const schedules = await tx.query('monitoring-on-call-known', schedulesSql, [solutionId, idsOf('SCHEDULE')])
  const services = await tx.query('monitoring-maintenance-services', servicesSql, [solutionId, rule.serviceIds])
  const known = {
    CHANNEL: await knownChannels(tx, solutionId, idsOf('CHANNEL')),
    SCHEDULE: new Set(schedules.map(({ id }) => id)),
  }
  const knownServices = new Set(services.map(({ id }) => id))
  const unknown = [
    ...targets.filter(({ kind, id }) => !known[kind].has(id)).map(({ pointer }) => pointer),
    ...rule.serviceIds.flatMap((id, index) => (knownServices.has(id) ? [] : [`/serviceIds/${index}`])),
  ]
  if (unknown.length > 0) {
    const errors = unknown.slice(0, 100).map((pointer) => ({ pointer, code: 'unknown' }))
    throw new ProblemError('validation-failed', undefined, { errors })
  }
  return rule
}

async function readRule(tx: Queries, { solutionId, id }: Named): Promise<AlertRule> {
  const [row] = await tx.query('monitoring-alert-rules', listSql, [solutionId, id])
  if (row === undefined) throw new ProblemError('not-found')
  return toRule(row)
}

function toRule(row: RowOf<'monitoring-alert-rules'>): AlertRule {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}

function valuesOf({ name, active, serviceIds, condition, steps, repeat }: AlertRuleNew): unknown[] {
  const json = [condition, steps, repeat].map((value) => value && JSON.stringify(value))
  return [name, active, serviceIds, ...json]
}

function audited({ name, active, serviceIds, condition, steps, repeat }: AlertRuleNew) {
  return { name, active, services: serviceIds.length, condition, steps: steps.length, repeat }
}

const listSql = `select id, name, active, service_ids as "serviceIds", condition, steps, repeat, created_at as "createdAt",
    updated_at as "updatedAt", version
  from monitoring.alert_rules where solution_id = $1 and ($2::uuid is null or id = $2) order by id`
const written = 'name, active, service_ids, condition, steps, repeat'
// Judged as if never before, so that it takes hold at once.
const insertSql = `insert into monitoring.alert_rules (id, solution_id, created_at, updated_at, judged_at, ${written})
  values ($1, $2, $3, $3, 'epoch', $4, $5, $6::uuid[], $7::jsonb, $8::jsonb, $9::jsonb)`
const updateSql = `update monitoring.alert_rules set updated_at = $3, judged_at = 'epoch', (${written}) = row ($4, $5::boolean, $6::uuid[], $7::jsonb,
    $8::jsonb, $9::jsonb), version = version + 1
  where id = $1 and solution_id = $2`
const schedulesSql = 'select id from monitoring.on_call_schedules where solution_id = $1 and id = any ($2::uuid[])'
const servicesSql = 'select id from monitoring.services where solution_id = $1 and id = any ($2::uuid[])'
