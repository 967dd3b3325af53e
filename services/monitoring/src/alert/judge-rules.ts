import type { AlertCondition } from '@bollard/contracts'
import type { Database, Queries } from '@bollard/database'
import { downtimeBudget, findBurn, timeByState, uptimeFormulas } from '@bollard/uptime'
import { readHistory } from '../figures/uptime.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { judgeState } from './follow-alerts.ts'
import { type Finding, type JudgedRule, reconcile } from './reconcile.ts'

const everyMs = 60_000
const atOnce = 20
const dayMs = 86_400_000

/**
 * Looks at all services of rules that were not judged within a minute: at what no single result decides, and at what has changed with a rule.
 * Each rule is judged by one process. Answers how many.
 */
export async function judgeRules(
  context: Pick<MonitoringContext, 'newId' | 'now'> & { readonly db: Database },
): Promise<number> {
  const at = context.now()
  return context.db.transaction(async (tx) => {
    const rules = await tx.query('monitoring-alert-rules-take', takeSql, [new Date(at.getTime() - everyMs), at, atOnce])
    for (const rule of rules) await judge(context, tx, rule, at)
    return rules.length
  })
}

async function judge(
  context: Pick<MonitoringContext, 'newId'>,
  tx: Queries,
  rule: JudgedRule,
  at: Date,
): Promise<void> {
  const services = await tx.query('monitoring-alert-services', servicesSql, [rule.solutionId, rule.serviceIds])
  const findings = rule.active ? await findingsOf(tx, rule, services, at) : []
  const watched = new Map(findings.map((one) => [one.serviceId, one]))
  const open = await tx.query('monitoring-alerts-of-rule', openSql, [rule.id])
  // Alerts of services that the rule watches no more end with it.
  const ended = open
    .filter(({ serviceId }) => !watched.has(serviceId))
    .map(({ serviceId }): Finding => ({ serviceId, verdict: 'ENDED', at, facts: {} }))
  await reconcile(context, tx, rule, [...findings, ...ended])
}

interface Watched {
  readonly id: string
  readonly solutionId: string
  readonly kind: string
  readonly machine: Parameters<typeof judgeState>[2]
  readonly fault: string | null
  readonly isStopped: boolean
  readonly certificateExpiresAt: Date | null
  readonly domainExpiresAt: Date | null
}

async function findingsOf(
  tx: Queries,
  { condition }: JudgedRule,
  services: readonly Watched[],
  at: Date,
): Promise<Finding[]> {
  const slow = condition.kind === 'SLOW' ? await readSlow(tx, condition, services, at) : null
  const findings: Finding[] = []
  for (const service of services) {
    const found = await findingOf(tx, condition, service, at, slow)
    // Nobody looks at a service that is stopped.
    const verdict = service.isStopped ? 'ENDED' : found.verdict
    findings.push({ serviceId: service.id, at, facts: found.facts, verdict })
  }
  return findings
}

async function findingOf(
  tx: Queries,
  condition: AlertCondition,
  service: Watched,
  at: Date,
  slow: ReadonlyMap<string, number> | null,
): Promise<Pick<Finding, 'verdict' | 'facts'>> {
  switch (condition.kind) {
    case 'STATE':
    case 'HEARTBEAT':
      return judgeState(condition, service.kind, service.machine, service.fault)
    case 'SLOW': {
      const totalMs = slow?.get(service.id)
      // Without answers it is not known whether it is slow.
      if (totalMs === undefined) return { verdict: service.machine.state === 'UP' ? 'ENDED' : 'HELD', facts: {} }
      return { verdict: totalMs > condition.totalMs ? 'HOLDS' : 'ENDED', facts: { totalMs } }
    }
    case 'UPTIME':
      return judgeBudget(tx, condition, service, at)
    case 'CERTIFICATE':
      return judgeExpiry(service.certificateExpiresAt, condition, service, at)
    case 'DOMAIN':
      return judgeExpiry(service.domainExpiresAt, condition, service, at)
  }
}

/** `withinDays` is the smallest of the rule's numbers of days that are more than what is left. */
function judgeExpiry(
  expiresAt: Date | null,
  { days, reminderDays }: Extract<AlertCondition, { kind: 'CERTIFICATE' | 'DOMAIN' }>,
  { machine: { state }, fault }: Pick<Watched, 'machine' | 'fault'>,
  at: Date,
): Pick<Finding, 'verdict' | 'facts'> {
  // What works without a date has none; where nobody could say, nothing begins, and what began has not ended.
  if (expiresAt === null) return { verdict: state === 'UP' && fault === null ? 'ENDED' : 'HELD', facts: {} }
  const left = expiresAt.getTime() - at.getTime()
  const near = [days, ...reminderDays.filter((one) => one < days)].filter((one) => left < one * dayMs)
  const facts = { expiresAt: expiresAt.toISOString() }
  return near.length === 0
    ? { verdict: 'ENDED', facts }
    : { verdict: 'HOLDS', facts: { ...facts, withinDays: Math.min(...near) } }
}

/** The downtime of the days that ended now, against what the objective allows for them; what counts as down is that of the figure by time. */
async function judgeBudget(
  tx: Queries,
  { objectivePercent, days, spentPercent, fast }: Extract<AlertCondition, { kind: 'UPTIME' }>,
  { id: serviceId, solutionId }: Watched,
  until: Date,
): Promise<Pick<Finding, 'verdict' | 'facts'>> {
  const periodMs = days * dayMs
  // Three days are the longest that a burn rate looks back.
  const from = new Date(until.getTime() - Math.max(periodMs, 3 * dayMs))
  const history = await readHistory(tx, { solutionId, serviceId, from, until })
  const objective = Math.round(objectivePercent * 10_000)
  const { weights } = uptimeFormulas.DURATION
  const timeOf = (windowMs: number) => {
    const time = timeByState(history, until.getTime() - windowMs, until.getTime())
    const sums = { downMs: 0, countedMs: 0 }
    for (const [state, ms] of Object.entries(time) as [keyof typeof weights, number][]) {
      if (weights[state] === 'LEFT_OUT') continue
      sums.countedMs += ms
      sums.downMs += weights[state] === 'DOWN' ? ms : weights[state] === 'HALF' ? ms / 2 : 0
    }
    return sums
  }
  const budget = downtimeBudget(objective, periodMs, timeOf(periodMs).downMs)
  const isSpent = (budget.spentPercent ?? Infinity) >= spentPercent
  const isBurning = fast && findBurn(objective, timeOf) !== null
  return { verdict: isSpent || isBurning ? 'HOLDS' : 'ENDED', facts: { spentPercent: budget.spentPercent } }
}

/** The 95th percentile of what was answered lately, in milliseconds; services with fewer than five answers are left out. */
async function readSlow(
  tx: Queries,
  { minutes }: Extract<AlertCondition, { kind: 'SLOW' }>,
  services: readonly Watched[],
  at: Date,
): Promise<ReadonlyMap<string, number>> {
  const from = new Date(at.getTime() - minutes * 60_000)
  const rows = await tx.query('monitoring-slow', slowSql, [services.map(({ id }) => id), from])
  return new Map(rows.map(({ serviceId, totalMs }) => [serviceId, totalMs ?? 0]))
}

const takeSql = `update monitoring.alert_rules set judged_at = $2 where id in (
    select id from monitoring.alert_rules where judged_at <= $1 order by judged_at limit $3 for update skip locked)
  returning id, solution_id as "solutionId", active, service_ids as "serviceIds", condition, steps, repeat`
// Locked like the engine does, so that both never decide of a service at the same time.
const servicesSql = `select s.id, s.solution_id as "solutionId", s.kind, t.machine, t.fault,
    (s.paused or s.withheld or 'REFUSE' = any (p.effects)) as "isStopped", t.certificate_expires_at as "certificateExpiresAt",
    t.domain_expires_at as "domainExpiresAt"
  from monitoring.services s join monitoring.service_states t on t.service_id = s.id join monitoring.spaces p on p.solution_id = s.solution_id
  where s.solution_id = $1 and (cardinality($2::uuid[]) = 0 or s.id = any ($2)) order by s.id for update of t`
const openSql = 'select service_id as "serviceId" from monitoring.alerts where rule_id = $1 and resolved_at is null'
const slowSql = `select service_id as "serviceId", (percentile_disc(0.95) within group (order by total_ms))::int as "totalMs"
  from monitoring.results where service_id = any ($1::uuid[]) and at >= $2 and verdict in ('UP', 'DEGRADED')
  group by service_id having count(*) >= 5`
