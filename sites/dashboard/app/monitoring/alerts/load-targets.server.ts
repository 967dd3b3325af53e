import { apiOf, load } from '@bollard/site-kit/server'
import { loadChoices } from '../services/change-service.server.ts'
import type { Sender } from '../services/sender.ts'

/** Whom rules and schedules can tell, and of what. */
export async function loadTargets(sender: Sender) {
  const { context, request, solutionId } = sender
  const api = apiOf(context, request)
  const [channels, schedules, choices] = await Promise.all([
    load(context, request, api.listChannels({ solutionId })),
    load(context, request, api.listOnCallSchedules({ solutionId })),
    loadChoices(sender),
  ])
  return {
    channels: channels.items.map(({ id, name }) => ({ id, name })),
    schedules: schedules.items,
    services: choices.services,
    zones: choices.zones,
  }
}
export type AlertTargets = Awaited<ReturnType<typeof loadTargets>>
