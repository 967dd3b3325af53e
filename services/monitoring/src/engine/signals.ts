import type { Database, Queries } from '@bollard/database'
import { type MachineEvent } from '@bollard/uptime'
import type { MonitoringContext } from '../monitoring-context.ts'
import { applyHappenings, type Happening } from './apply.ts'

/** As it waits in the table: that something around a service has changed, or what a heartbeat has said. */
export type SignalEvent = { readonly kind: 'REFRESH' } | { readonly kind: 'SIGNAL'; readonly verdict: 'UP' | 'DOWN' }

const atOnce = 500

/** Applies what was told of services meanwhile, the oldest first. Answers how much; a full batch has more behind it. */
export async function applySignals(
  context: Pick<MonitoringContext, 'newId' | 'now'> & { readonly db: Database },
): Promise<number> {
  return context.db.transaction(async (tx) => {
    const rows = await tx.query('monitoring-signals-take', takeSql, [atOnce])
    if (rows.length === 0) return 0
    const now = context.now().getTime()
    const seen = new Set<string>()
    const happenings = rows
      .toSorted((one, other) => Number(BigInt(one.id) - BigInt(other.id)))
      .flatMap(({ serviceId, at, event }): Happening[] => {
        if (event.kind === 'SIGNAL')
          return [{ serviceId, event: { ...event, now, at: at.getTime() } satisfies MachineEvent }]
        // However often it was asked for, once tells all.
        if (seen.has(serviceId)) return []
        seen.add(serviceId)
        return [{ serviceId, event: { kind: 'REFRESH', now } }]
      })
    await applyHappenings(context, tx, happenings)
    return rows.length
  })
}

/** Looks at services that may have changed without anybody saying so. Answers how many. */
export async function wakeServices(
  context: Pick<MonitoringContext, 'newId' | 'now'> & { readonly db: Database },
): Promise<number> {
  const now = context.now()
  return context.db.transaction(async (tx: Queries) => {
    const rows = await tx.query('monitoring-wake', wakeSql, [now, atOnce])
    const happenings = rows.map(({ id }): Happening => ({ serviceId: id, event: { kind: 'TICK', now: now.getTime() } }))
    if (happenings.length > 0) await applyHappenings(context, tx, happenings)
    return rows.length
  })
}

const takeSql = `delete from monitoring.signals where id in (select id from monitoring.signals order by id limit $1 for update skip locked)
  returning id, service_id as "serviceId", at, event`
const wakeSql = `select service_id as id from monitoring.service_states where wake_at <= $1 order by wake_at limit $2 for update skip locked`
