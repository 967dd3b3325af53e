import type { Queries } from '@bollard/database'
import {
  advance,
  type CheckResult,
  type Machine,
  type MachineEvent,
  nextDeadline,
  type Notice,
  type Transition,
} from '@bollard/uptime'
import { followAlerts } from '../alert/follow-alerts.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { machineSettings } from '../service/machine-settings.ts'
import type { ChangedService } from '../state/changed-service.ts'
import { followIncidents } from './incidents.ts'
import { type LockedState, lockStates } from '../state/locked-states.ts'
import { findPlaces } from './places.ts'
import { storedJson } from './stored-json.ts'
import { readSurroundings, refreshEvents, type Surroundings } from './refresh.ts'

/** What happens to a service: an event, with the result behind it, or that its surroundings have changed. */
export type Happening =
  | { readonly serviceId: string; readonly event: MachineEvent; readonly result?: CheckResult }
  | { readonly serviceId: string; readonly event: { readonly kind: 'REFRESH'; readonly now: number } }

type ApplyContext = Pick<MonitoringContext, 'newId' | 'now'>

interface Changed extends ChangedService {
  readonly transitions: readonly (Transition & { readonly result: CheckResult | null })[]
  /** The newest result among the happenings. */
  readonly latest: CheckResult | null
}

/**
 * Takes services through what has happened to them, in order, and stores what became of them with all that follows: transitions,
 * incidents, alerts, and word to the groups and children. One transaction, in which nobody else changes these services. Answers their machines.
 */
export async function applyHappenings(
  context: ApplyContext,
  tx: Queries,
  happenings: readonly Happening[],
): Promise<ReadonlyMap<string, Machine>> {
  const at = context.now()
  const byService = Map.groupBy(happenings, ({ serviceId }) => serviceId)
  const states = await lockStates(tx, [...byService.keys()])
  const placesOf = await findPlaces(tx, [...new Set(states.map(({ solutionId }) => solutionId))], at)
  const around = await surroundingsFor(tx, states, happenings, at.getTime())
  const changed = states.map((state) => walk(state, placesOf(state), byService.get(state.serviceId) ?? [], around))
  await store(tx, changed)
  const moved = changed.filter(({ transitions, notices }) => transitions.length > 0 || notices.length > 0)
  await storeTransitions(context, tx, moved)
  await followIncidents(context, tx, moved)
  await followAlerts(context, tx, moved)
  if (moved.length > 0)
    await tx.query('monitoring-tell-dependents', tellSql, [moved.map(({ state }) => state.serviceId), at])
  return new Map(changed.map(({ state, machine }) => [state.serviceId, machine]))
}

async function surroundingsFor(
  tx: Queries,
  states: readonly LockedState[],
  happenings: readonly Happening[],
  now: number,
): Promise<Surroundings | null> {
  const asked = new Set(happenings.filter(({ event }) => event.kind === 'REFRESH').map(({ serviceId }) => serviceId))
  if (asked.size === 0) return null
  return readSurroundings(
    tx,
    states.filter(({ serviceId }) => asked.has(serviceId)),
    now,
  )
}

function walk(
  state: LockedState,
  places: readonly string[],
  happenings: readonly Happening[],
  around: Surroundings | null,
): Changed {
  const settings = machineSettings(state, places)
  const transitions: (Transition & { result: CheckResult | null })[] = []
  const notices: Notice[] = []
  let machine = state.machine
  let latest: CheckResult | null = null
  for (const happening of happenings) {
    const { event } = happening
    const result = ('result' in happening && happening.result) || null
    if (result !== null && (latest === null || result.at >= latest.at)) latest = result
    const events =
      event.kind !== 'REFRESH'
        ? [event]
        : around === null
          ? []
          : refreshEvents({ ...state, machine }, around, event.now)
    for (const one of events) {
      const advanced = advance(settings, machine, one)
      machine = advanced.machine
      transitions.push(...advanced.transitions.map((transition) => ({ ...transition, result })))
      notices.push(...advanced.notices)
    }
  }
  const wakeAt = nextDeadline(settings, machine)
  return { state, machine, transitions, notices, latest, wakeAt }
}

const works: ReadonlySet<string> = new Set(['UP', 'DEGRADED'])
/** The registry was asked, and knows no date: what an earlier answer said holds no more. */
const undated: ReadonlySet<string> = new Set(['registry-silent', 'registry-unknown', 'domain-not-found'])

async function store(tx: Queries, changed: readonly Changed[]): Promise<void> {
  if (changed.length === 0) return
  const time = (ms: number | null | undefined): string | null =>
    ms === null || ms === undefined ? null : new Date(ms).toISOString()
  const rows = changed.map(({ state, machine, latest, wakeAt }) => ({
    id: state.serviceId,
    state: machine.state,
    since: time(machine.since),
    machine,
    wakeAt: time(wakeAt),
    isHeard: latest !== null,
    fault: latest?.fault ?? null,
    detail: latest?.detail ?? null,
    lastAt: time(latest?.at),
    totalMs: latest === null ? null : Math.round(latest.phases.totalMs),
    certificate: time(latest?.facts.certificateExpiresAt),
    domain: time(latest?.facts.domainExpiresAt),
    isDateless: latest !== null && (works.has(latest.verdict) || undated.has(latest.fault ?? '')),
  }))
  await tx.query('monitoring-states-store', storeSql, [storedJson(rows)])
}

async function storeTransitions(context: ApplyContext, tx: Queries, moved: readonly Changed[]): Promise<void> {
  const rows = moved.flatMap(({ state: { serviceId, solutionId }, transitions }) =>
    transitions.map(({ at, from, to, reason, result }) => ({
      id: context.newId(),
      serviceId,
      solutionId,
      at: new Date(at).toISOString(),
      from,
      to,
      reason,
      result,
    })),
  )
  if (rows.length > 0) await tx.query('monitoring-transitions-insert', transitionsSql, [storedJson(rows)])
}

const storeSql = `update monitoring.service_states t set state = n.state, since = n.since, machine = n.machine, wake_at = n."wakeAt",
    fault = case when n."isHeard" then n.fault else t.fault end, detail = case when n."isHeard" then n.detail else t.detail end,
    last_at = coalesce(n."lastAt", t.last_at), last_total_ms = coalesce(n."totalMs", t.last_total_ms),
    certificate_expires_at = coalesce(n.certificate, case when not n."isDateless" then t.certificate_expires_at end),
    domain_expires_at = coalesce(n.domain, case when not n."isDateless" then t.domain_expires_at end)
  from jsonb_to_recordset($1::jsonb) as n (id uuid, state text, since timestamptz, machine jsonb, "wakeAt" timestamptz, "isHeard" boolean,
    fault text, detail text, "lastAt" timestamptz, "totalMs" int, certificate timestamptz, domain timestamptz, "isDateless" boolean)
  where t.service_id = n.id`
const transitionsSql = `with told as (insert into monitoring.transitions (id, service_id, solution_id, at, from_state, to_state, reason, result)
    select id, "serviceId", "solutionId", at, "from", "to", reason, nullif(result, 'null'::jsonb)
    from jsonb_to_recordset($1::jsonb) as n (id uuid, "serviceId" uuid, "solutionId" uuid, at timestamptz, "from" text, "to" text, reason text, result jsonb)
    returning service_id, at)
  insert into monitoring.pending_hours (service_id, hour) select distinct service_id, date_trunc('hour', at, 'UTC') from told
  on conflict (service_id, hour) do nothing`
// Groups and children hear of it in transactions of their own, so that no two of them wait for each other.
const tellSql = `insert into monitoring.signals (service_id, solution_id, at, event)
  select s.id, s.solution_id, $2, '{"kind": "REFRESH"}' from monitoring.services s
  where s.parent_id = any ($1::uuid[]) or s.id in (select group_id from monitoring.group_members where member_id = any ($1::uuid[]))`
