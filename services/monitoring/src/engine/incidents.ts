import type { Queries } from '@bollard/database'
import type { CheckResult, ServiceState, Transition } from '@bollard/uptime'
import type { MonitoringContext } from '../monitoring-context.ts'
import type { ChangedService } from '../state/changed-service.ts'

type IncidentContext = Pick<MonitoringContext, 'newId' | 'now'>

/**
 * Opens an incident for a service that works no more and closes it once it works again. What the machine holds back opens none: while
 * the service it depends on is down, and while it flaps; when that ends it is made up for. A flapping service stays one incident.
 */
export async function followIncidents(
  context: IncidentContext,
  tx: Queries,
  changed: readonly ChangedService[],
): Promise<void> {
  if (changed.length === 0) return
  const ids = changed.map(({ state }) => state.serviceId)
  const open = new Map((await tx.query('monitoring-incidents-open', openSql, [ids])).map((row) => [row.serviceId, row]))
  for (const one of changed) {
    let incident = open.get(one.state.serviceId)?.id ?? null
    for (const transition of one.transitions) {
      if (incident === null && isBroken(transition.to) && !isBroken(transition.from) && !transition.heldBack)
        incident = await openIncident(context, tx, one, transition)
      else if (incident !== null && !worksAgain(transition.to, transition.heldBack))
        await noteState(context, tx, one, incident, transition)
      else if (incident !== null) incident = await close(context, tx, one, incident, transition)
    }
    await makeUp(context, tx, one, incident)
  }
}

/** What was held back is told once it is no more: the end of silence or of flapping. */
async function makeUp(
  context: IncidentContext,
  tx: Queries,
  one: ChangedService,
  incident: string | null,
): Promise<void> {
  const { machine, notices } = one
  const ended = notices.findLast(({ kind }) => kind === 'UNSILENCED' || kind === 'FLAPPING_ENDED')
  if (ended === undefined || machine.silenced || machine.flapping) return
  const told = { at: ended.at, to: machine.state, from: machine.state, result: null }
  if (incident === null && isBroken(machine.state)) await openIncident(context, tx, one, told)
  if (incident !== null && worksAgain(machine.state, false)) await close(context, tx, one, incident, told)
}

type Told = Pick<Transition, 'at' | 'to' | 'from'> & { readonly result: CheckResult | null }

async function openIncident(
  { newId, now }: IncidentContext,
  tx: Queries,
  { state: { serviceId, solutionId } }: ChangedService,
  { at, to, result }: Told,
): Promise<string | null> {
  const id = newId()
  const values = [id, solutionId, serviceId, to, result?.fault ?? null, new Date(at), newId(), now()]
  const [opened] = await tx.query('monitoring-incident-open', insertSql, values)
  return opened?.id ?? null
}

async function noteState(
  { newId }: IncidentContext,
  tx: Queries,
  { state: { solutionId } }: ChangedService,
  id: string,
  { at, to }: Told,
): Promise<void> {
  await tx.query('monitoring-incident-state', stateSql, [newId(), id, solutionId, new Date(at), to])
}

async function close(
  { newId }: IncidentContext,
  tx: Queries,
  { state: { solutionId } }: ChangedService,
  id: string,
  { at, to }: Told,
): Promise<null> {
  await tx.query('monitoring-incident-close', closeSql, [id, new Date(at), newId(), solutionId, to])
  return null
}

function isBroken(state: ServiceState): boolean {
  return state === 'DOWN' || state === 'CHALLENGED'
}

/** A pause ends it too: nobody looks any more. */
function worksAgain(state: ServiceState, isHeldBack: boolean): boolean {
  return state === 'PAUSED' || (!isHeldBack && (state === 'UP' || state === 'DEGRADED'))
}

const openSql = `select id, service_id as "serviceId" from monitoring.incidents where service_id = any ($1::uuid[]) and state in ('OPEN', 'ACKNOWLEDGED')`
const insertSql = `with opened as (insert into monitoring.incidents (id, solution_id, service_id, state, worst, fault, opened_at)
    values ($1, $2, $3, 'OPEN', $4, $5, $6) on conflict (service_id) where state in ('OPEN', 'ACKNOWLEDGED') do nothing returning id, solution_id),
  told as (insert into monitoring.incident_events (id, incident_id, solution_id, at, kind, text, state)
    select $7, id, solution_id, $8, 'OPENED', $5, $4 from opened)
  select id from opened`
const stateSql = `with worse as (update monitoring.incidents set worst = case when $5 = 'DOWN' then 'DOWN' else worst end where id = $2)
  insert into monitoring.incident_events (id, incident_id, solution_id, at, kind, state) values ($1, $2, $3, $4, 'STATE', $5)`
const closeSql = `with closed as (update monitoring.incidents set state = 'RESOLVED', resolved_at = $2, version = version + 1
    where id = $1 and state in ('OPEN', 'ACKNOWLEDGED') returning id)
  insert into monitoring.incident_events (id, incident_id, solution_id, at, kind, state) select $3, id, $4, $2, 'RESOLVED', $5 from closed`
