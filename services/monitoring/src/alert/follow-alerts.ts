import type { AlertCondition } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { CheckResult, Machine } from '@bollard/uptime'
import type { ChangedService } from '../state/changed-service.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { type Finding, reconcile } from './reconcile.ts'

/** Opens and resolves alerts of states and heartbeats for services that have changed, in the transaction that changed them. */
export async function followAlerts(
  context: Pick<MonitoringContext, 'newId'>,
  tx: Queries,
  changed: readonly (ChangedService & { readonly latest: CheckResult | null })[],
): Promise<void> {
  if (changed.length === 0) return
  const solutionIds = [...new Set(changed.map(({ state }) => state.solutionId))]
  const rules = await tx.query('monitoring-alert-rules-of-states', rulesSql, [solutionIds])
  for (const rule of rules) {
    const findings = changed
      .filter(({ state }) => state.solutionId === rule.solutionId)
      .filter(({ state }) => rule.serviceIds.length === 0 || rule.serviceIds.includes(state.serviceId))
      .map(({ state, machine, transitions, latest }): Finding => {
        const fault = latest?.fault ?? null
        // When it took hold; what was held back until now holds from now on.
        const at = new Date(transitions.at(-1)?.at ?? machine.clock)
        return { serviceId: state.serviceId, at, ...judgeState(rule.condition, state.config.kind, machine, fault) }
      })
    await reconcile(context, tx, rule, findings)
  }
}

/** What a condition on states says of a machine. While it flaps, or what it depends on is down, nothing begins. */
export function judgeState(
  condition: AlertCondition,
  kind: string,
  { state, silenced, flapping }: Pick<Machine, 'state' | 'silenced' | 'flapping'>,
  fault: string | null,
): Pick<Finding, 'verdict' | 'facts'> {
  const states: readonly string[] =
    condition.kind === 'STATE'
      ? condition.states
      : condition.kind === 'HEARTBEAT' && kind === 'HEARTBEAT'
        ? ['DOWN']
        : []
  const facts = { state, fault }
  if (states.includes(state)) return { verdict: silenced || flapping ? 'HELD' : 'HOLDS', facts }
  // Where nobody could look, what began has not ended.
  const isOpen = state === 'UNKNOWN' || (flapping && state !== 'PAUSED')
  return { verdict: isOpen ? 'HELD' : 'ENDED', facts }
}

const rulesSql = `select id, solution_id as "solutionId", active, service_ids as "serviceIds", condition, steps, repeat from monitoring.alert_rules
  where solution_id = any ($1::uuid[]) and active and condition ->> 'kind' in ('STATE', 'HEARTBEAT') order by id`
