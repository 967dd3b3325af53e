import type { OnCallScheduleNew } from '@bollard/contracts'
import type { OnCallSchedule } from '@bollard/uptime'

/** A schedule as the arithmetic takes it: whoever is on call is known by their channel. */
export function toOnCall({
  timeZone,
  layers,
  overrides,
}: Pick<OnCallScheduleNew, 'timeZone' | 'layers' | 'overrides'>): OnCallSchedule {
  return {
    timeZone,
    layers: layers.map(({ channelIds, ...layer }) => ({ ...layer, people: channelIds })),
    overrides: overrides.map(({ channelId, from, until }) => ({
      from: Date.parse(from),
      until: Date.parse(until),
      person: channelId,
    })),
  }
}
