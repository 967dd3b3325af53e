import type { Channel, OnCallScheduleAnswer } from '@bollard/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ours, pathOf, startService, type TestService, theirs } from '../testing/start-service.ts'
import { configurationCalls, forgetConfiguration } from './testing/configuration-calls.ts'
import { onCall, rule, service, slack } from './testing/parts-of-files.ts'

let world: TestService
beforeAll(async () => {
  world = await startService()
})
afterAll(() => world?.stop())
beforeEach(() => forgetConfiguration(world))

const { read, apply, refusal } = configurationCalls(() => world)
const targets = [{ kind: 'SCHEDULE', key: 'nights' }]
const whole = {
  version: 1,
  services: [service('shop')],
  channels: [slack('team'), slack('push')],
  onCallSchedules: [onCall('nights', ['team', 'push'])],
  alertRules: [rule('night', '', { steps: [{ afterMinutes: 0, targets }] })],
}

describe('on-call schedules', () => {
  const listed = async (solutionId = ours) =>
    (await world.call(solutionId === ours ? 'vic' : 'eve', 'GET', pathOf('listOnCallSchedules', { solutionId }))).json<{
      items: OnCallScheduleAnswer[]
    }>().items

  test('a file makes them with channels by their keys, tells each change, and leaves those that were made by hand', async () => {
    await apply(whole)
    const channels = (await world.call('vic', 'GET', pathOf('listChannels'))).json<{ items: Channel[] }>().items
    const names = new Map(channels.map(({ id, name }) => [id, name]))
    const [made] = await listed()
    expect(made?.layers[0]?.channelIds.map((id) => names.get(id))).toEqual(['team', 'push'])
    const layers = [
      { channelIds: [channels[0]?.id], handOver: { every: 'DAY', time: '08:00' }, startDay: '2026-03-02' },
    ]
    const byHand = { name: 'Days', timeZone: 'Etc/UTC', layers }
    const id = (await world.call('mia', 'POST', pathOf('createOnCallSchedule'), byHand)).json<{ id: string }>().id
    const kept = { key: id, layers: [expect.objectContaining({ channels: [channels[0]?.name] })] }
    expect((await read()).onCallSchedules).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: 'nights' }), expect.objectContaining(kept)]),
    )
    const away = { from: '2026-03-02T09:00:00.000Z', until: '2026-03-04T09:00:00.000Z', channel: null }
    const file = { version: 1, onCallSchedules: [onCall('nights', ['push', 'team'], { overrides: [away] })] }
    const changes = await apply(file, { dryRun: true })
    expect(changes.changed).toMatchObject([{ kind: 'ON_CALL_SCHEDULE', key: 'nights', name: 'nights' }])
    expect(changes.changed[0]?.fields.map(({ pointer }) => pointer)).toEqual(['/layers', '/overrides'])
    expect((await listed())[0]?.overrides).toEqual([])
    await apply(file, { revision: changes.revision })
    const after = await listed()
    expect(after.map((one) => one.name)).toEqual(['nights', 'Days'])
    expect(after[0]).toMatchObject({ id: made?.id, version: 2, overrides: [{ channelId: null }] })
    expect(after[0]?.layers[0]?.channelIds.map((one) => names.get(one))).toEqual(['push', 'team'])
    expect((await read()).alertRules?.[0]?.steps[0]?.targets).toEqual([{ kind: 'SCHEDULE', key: 'nights' }])
  })

  test('one that was changed by hand meanwhile is not written over unseen', async () => {
    await apply(whole)
    const { revision } = await apply(whole, { dryRun: true })
    const [made] = await listed()
    const { id: scheduleId = '', turns: _turns, createdAt: _created, updatedAt: _updated, ...rest } = made ?? {}
    const path = pathOf('putOnCallSchedule', { scheduleId })
    expect((await world.call('mia', 'PUT', path, { ...rest, name: 'By hand' })).status).toBe(200)
    expect(await refusal(whole, { revision })).toEqual(['version-conflict'])
    expect((await listed())[0]?.name).toBe('By hand')
  })

  test('another solution cannot name them, nor their channels', async () => {
    await apply(whole)
    const [made] = await listed()
    const theirPath = pathOf('getMonitoringConfiguration', { solutionId: theirs })
    const put = (file: object) => world.call('eve', 'PUT', theirPath, { configuration: JSON.stringify(file) })
    const named = (key = '') => ({ steps: [{ afterMinutes: 0, targets: [{ kind: 'SCHEDULE', key }] }] })
    for (const file of [
      { version: 1, onCallSchedules: [onCall('nights', ['team'])] },
      { version: 1, onCallSchedules: [onCall('nights', [made?.layers[0]?.channelIds[0] ?? ''])] },
      { version: 1, alertRules: [rule('night', '', named(made?.id))] },
      { version: 1, alertRules: [rule('night', '', named('nights'))] },
    ]) {
      const answer = await put(file)
      expect([answer.status, JSON.stringify(answer.json())]).toEqual([422, expect.stringContaining('unknown')])
    }
    expect(await listed(theirs)).toEqual([])
  })

  test.each([
    ['one that comes twice', [onCall('a'), onCall('a')], '/onCallSchedules/1/key duplicate'],
    ['the id of nothing', [onCall(theirs)], '/onCallSchedules/0/key unknown'],
    ['a layer of nobody', [onCall('a', [])], '/onCallSchedules/0/layers/0/channels '],
    ['a channel that is not there', [onCall('a', ['team', 'moon'])], '/onCallSchedules/0/layers/0/channels/1 unknown'],
    ['a zone that there is not', [onCall('a', ['team'], { timeZone: 'Mars/Olympus' })], '/onCallSchedules/0/timeZone '],
    [
      'an override that ends before it begins',
      [
        onCall('a', ['team'], {
          overrides: [{ from: '2026-03-04T09:00:00.000Z', until: '2026-03-02T09:00:00.000Z', channel: null }],
        }),
      ],
      '/onCallSchedules/0/overrides/0/until before-from',
    ],
    [
      'an override by nobody known',
      [
        onCall('a', ['team'], {
          overrides: [{ from: '2026-03-02T09:00:00.000Z', until: '2026-03-04T09:00:00.000Z', channel: 'moon' }],
        }),
      ],
      '/onCallSchedules/0/overrides/0/channel unknown',
    ],
    [
      'a day that there is not',
      [onCall('a', ['team'], { layers: [{ ...onCall('a').layers[0], startDay: '2026-02-30' }] })],
      '/onCallSchedules/0/layers/0/startDay ',
    ],
    [
      'ids in the place of keys',
      [onCall('a', ['team'], { layers: [{ channelIds: [theirs] }] })],
      '/onCallSchedules/0/layers/0',
    ],
    ['more than there may be', Array.from({ length: 21 }, (_none, index) => onCall(`s${index}`)), '/onCallSchedules '],
  ])('%s is refused with its place', async (_what, onCallSchedules, expected) => {
    const [code, ...places] = await refusal({ ...whole, onCallSchedules, alertRules: [] }, { dryRun: true })
    expect([code, places.join('\n')]).toEqual(['validation-failed', expect.stringContaining(expected)])
  })

  test('more than a solution may have, together with those that stay', async () => {
    await apply(whole)
    const many = Array.from({ length: 20 }, (_none, index) => onCall(`s${index}`))
    const file = { version: 1, onCallSchedules: many }
    expect(await refusal(file)).toEqual(['quota-exceeded', '/onCallSchedules limit-exceeded'])
    expect((await apply({ ...file, alertRules: [] }, { deleteMissing: true, dryRun: true })).created).toHaveLength(20)
  })
})
