import { apiOf, load } from '@bollard/site-kit/server'
import type { Sender } from '../monitoring/services/sender.ts'

/** A service as the editor and its preview show it. */
export interface ShownService {
  readonly id: string
  readonly name: string
  readonly state: 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'MAINTENANCE' | 'PAUSED' | 'UNKNOWN'
  readonly downSecondsByDay: readonly number[]
  readonly uptimePercent: number | null
}

/** Days of the preview. */
const previewDays = 30
/** Beyond so many services the days of each are left out. */
const postsAtMost = 100

/** All services of a solution by name, with what a preview shows of them. */
export async function loadServices({ context, request, solutionId }: Sender): Promise<ShownService[]> {
  const api = apiOf(context, request)
  const { services } = await load(context, request, api.getMonitoringOverview({ solutionId, days: previewDays }))
  return services
    .map(({ id, name, state, downSecondsByDay, uptimePercent }) => ({
      id,
      name,
      state,
      uptimePercent,
      downSecondsByDay: services.length > postsAtMost ? [] : downSecondsByDay,
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** The status pages of a solution. */
export async function loadPages({ context, request, solutionId }: Sender) {
  const { items } = await load(context, request, apiOf(context, request).listStatusPages({ solutionId }))
  return items
}
