import { createHash } from 'node:crypto'
import { announcedDays, type PublicMaintenance } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { occurrencesBetween } from '@bollard/uptime'
import { toPlanned } from '../maintenance/planned.ts'

export type Window = RowOf<'monitoring-public-maintenance'>
interface Shown {
  readonly id: string
  readonly serviceId: string
}

/** One answer announces so many times at most. */
const announcedMax = 100

/** The planned maintenance of a solution. */
export async function findWindows(db: Queries, solutionId: string): Promise<Window[]> {
  return db.query('monitoring-public-maintenance', windowsSql, [solutionId])
}

/** Running maintenance, and what is announced, in the order of time. */
export function announce(windows: readonly Window[], components: readonly Shown[], now: number): PublicMaintenance[] {
  return maintenanceBetween(windows, components, now, now + announcedDays * 86_400_000)
}

/** The times of windows between two moments that touch components of a page. Neither ids of windows nor of services are told. */
export function maintenanceBetween(
  windows: readonly Window[],
  components: readonly Shown[],
  from: number,
  to: number,
): PublicMaintenance[] {
  const found = windows.flatMap((window) => {
    const ids = componentsOf(window, components)
    if (ids.length === 0) return []
    const { id, title } = window
    return occurrencesBetween(toPlanned(window), from, to)
      .slice(0, announcedMax)
      .map((time) => ({
        id: createHash('sha256').update(`${id} ${time.from}`).digest('base64url').slice(0, 22),
        title,
        from: new Date(time.from).toISOString(),
        to: new Date(time.until).toISOString(),
        componentIds: ids,
      }))
  })
  return found.toSorted((one, other) => (one.from < other.from ? -1 : 1)).slice(0, announcedMax)
}

/** Components of a page that a window touches; one without services is about all of the solution. */
export function componentsOf({ serviceIds }: Pick<Window, 'serviceIds'>, components: readonly Shown[]): string[] {
  const named = new Set(serviceIds)
  return components.filter(({ serviceId }) => named.size === 0 || named.has(serviceId)).map(({ id }) => id)
}

const windowsSql = `select id, title, service_ids as "serviceIds", starts_at as "startsAt", duration_minutes as "durationMinutes",
    time_zone as "timeZone", recurrence, version from monitoring.maintenance where solution_id = $1`
