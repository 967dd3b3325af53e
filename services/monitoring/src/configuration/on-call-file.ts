import type { ConfiguredSchedule, OnCallScheduleNew } from '@bollard/contracts'
import type { FieldError } from '@bollard/http'
import { assertTurns } from '../on-call/schedules.ts'
import { at, faultsOf } from './file-faults.ts'

/** A schedule of a file as it is stored, where ids take the place of keys. */
export function withChannelIds(
  { key: _key, layers, overrides, ...rest }: ConfiguredSchedule,
  idOf: (key: string) => string,
): OnCallScheduleNew {
  return {
    ...rest,
    layers: layers.map(({ channels, ...layer }) => ({ ...layer, channelIds: channels.map(idOf) })),
    overrides: overrides.map(({ channel, ...one }) => ({ ...one, channelId: channel === null ? null : idOf(channel) })),
  }
}

/** A stored schedule as a file says it. */
export function withChannelKeys(
  { layers, overrides }: Pick<OnCallScheduleNew, 'layers' | 'overrides'>,
  keyOf: (id: string) => string,
): Pick<ConfiguredSchedule, 'layers' | 'overrides'> {
  return {
    layers: layers.map(({ channelIds, ...layer }) => ({ ...layer, channels: channelIds.map(keyOf) })),
    overrides: overrides.map(({ channelId, ...one }) => ({
      ...one,
      channel: channelId === null ? null : keyOf(channelId),
    })),
  }
}

/** What is wrong with the schedules of a file: channels that will not be there, turns that nobody could take. */
export function scheduleFaults(schedules: readonly ConfiguredSchedule[], channels: ReadonlySet<string>): FieldError[] {
  return schedules.flatMap((schedule, index) => {
    const { layers, overrides } = schedule
    const named = [
      ...layers.flatMap((layer, number) =>
        layer.channels.map((key, turn) => ({ key, pointer: `/layers/${number}/channels/${turn}` })),
      ),
      ...overrides.map(({ channel }, number) => ({ key: channel, pointer: `/overrides/${number}/channel` })),
    ]
    // What the arithmetic looks at does not depend on what channels are called.
    const turns = faultsOf('', () => assertTurns(withChannelIds(schedule, (key) => key)))
    return at(`/onCallSchedules/${index}`, [
      ...named.flatMap(({ key, pointer }) => (key === null || channels.has(key) ? [] : [{ pointer, code: 'unknown' }])),
      ...turns.map((one) => ({ ...one, pointer: one.pointer.replace('channelIds', 'channels') })),
    ])
  })
}
