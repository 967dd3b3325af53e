import type { MonitoringIncident, MonitoringOverview, RollupAnswer, Uptime } from '@bollard/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ours, pathOf, startService, type TestService } from '../testing/start-service.ts'

let world: TestService
beforeAll(async () => {
  world = await startService()
})
afterAll(() => world?.stop())
beforeEach(async () => {
  world.clock.now = new Date('2026-03-02T12:00:00.000Z')
  await world.db.pool.query('delete from monitoring.services')
  world.found.clear()
  await world.service.engine.turn()
})

const at = (time: string) => new Date(`2026-03-0${time}:00.000Z`)
const get = async <Body>(id: Parameters<typeof pathOf>[0], serviceId: string, query: Record<string, string>) => {
  const answer = await world.call('vic', 'GET', `${pathOf(id, { serviceId })}?${new URLSearchParams(query)}`)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json()))
  return answer.json<Body>()
}
const span = (from: string, to: string) => ({ from: at(from).toISOString(), to: at(to).toISOString() })

test('uptime is that of the changes of state to the second, hours and days are those of the results, and both stay when results go', async () => {
  const { id } = await world.monitor('shop', { retries: 0, intervalSeconds: 600 })
  await world.pass(1)
  for (let time = 0; time < 6; time += 1) await world.pass(600)
  world.found.set('shop.example', 'DOWN')
  for (let time = 0; time < 3; time += 1) await world.pass(600)
  world.found.clear()
  for (let time = 0; time < 8; time += 1) await world.pass(600)
  await world.pass(1)
  const { rows } = await world.db.pool.query<{ at: Date; to_state: string }>(
    'select at, to_state from monitoring.transitions where service_id = $1 order by at',
    [id],
  )
  const [up, down, again] = rows.map((row) => row.at.getTime()) as [number, number, number]
  expect(rows.map((row) => row.to_state)).toEqual(['UP', 'DOWN', 'UP'])
  const day = span('2T12:00', '2T15:00')
  const duration = await get<Uptime>('getUptime', id, { ...day, method: 'DURATION' })
  const until = world.clock.now.getTime()
  expect(duration.seconds).toMatchObject({ DOWN: (again - down) / 1_000, UP: (down - up + until - again) / 1_000 })
  expect(duration.uptimePercent).toBe(Math.floor((1_000_000 * (down - up + until - again)) / (until - up)) / 10_000)
  expect(duration.formula).toMatchObject({ method: 'DURATION', weights: { DEGRADED: 'UP', MAINTENANCE: 'LEFT_OUT' } })
  const byChecks = await get<Uptime>('getUptime', id, { ...day, method: 'CHECKS' })
  expect(byChecks.checks.total).toBeGreaterThan(15)

  const minutes = await get<{ items: RollupAnswer[] }>('listRollups', id, { ...day, step: 'MINUTE' })
  expect(minutes.items.reduce((sum, { checks }) => sum + checks, 0)).toBe(byChecks.checks.total)
  world.clock.now = at('2T17:00')
  expect(await world.service.rollUp()).toBe(3)
  expect(await world.service.rollUp()).toBe(0)
  const hours = await get<{ items: RollupAnswer[] }>('listRollups', id, { ...day, step: 'HOUR' })
  expect(hours.items.map(({ at: begins }) => begins.slice(11, 13))).toEqual(['12', '13', '14'])
  expect(hours.items[1]).toMatchObject({
    averageMs: 50,
    p99Ms: expect.closeTo(50, 0),
    downSeconds: (again - down) / 1_000,
  })
  const sum = (items: readonly RollupAnswer[]) => items.reduce((total, { checks }) => total + checks, 0)
  expect(sum(hours.items)).toBe(byChecks.checks.total)

  world.clock.now = at('5T13:00')
  await world.service.rollUp()
  await world.service.sweep()
  expect((await world.db.pool.query('select from monitoring.results')).rowCount).toBe(0)
  expect((await get<Uptime>('getUptime', id, { ...day, method: 'CHECKS' })).checks).toEqual(byChecks.checks)
  const days = await get<{ items: RollupAnswer[] }>('listRollups', id, { ...span('2T00:00', '5T00:00'), step: 'DAY' })
  expect(sum(days.items)).toBe(byChecks.checks.total)
  // Where the solution’s days begin.
  expect(days.items[0]?.at).toBe('2026-03-01T23:00:00.000Z')
})

test('a result that was delivered twice counts once, and one that came late is rolled up with its hour', async () => {
  const { id } = await world.monitor('shop')
  const insert = (time: string) =>
    world.db.pool.query(
      `insert into monitoring.results (service_id, at, place, solution_id, verdict, total_ms) values ($1, $2, 'main', $3, 'UP', 10) on conflict do nothing`,
      [id, at(time), ours],
    )
  const pending = () =>
    world.db.pool.query('insert into monitoring.pending_hours values ($1, $2) on conflict do nothing', [
      id,
      at('2T12:00'),
    ])
  for (const time of ['2T12:10', '2T12:10', '2T12:20']) await insert(time)
  await pending()
  world.clock.now = at('2T14:00')
  await world.service.rollUp()
  await insert('2T12:30')
  await pending()
  await world.service.rollUp()
  const { items } = await get<{ items: RollupAnswer[] }>('listRollups', id, {
    ...span('2T12:00', '2T13:00'),
    step: 'HOUR',
  })
  expect(items).toMatchObject([{ checks: 3, up: 3 }])
})

test('an overview of a thousand services has those in trouble first and every day of each', async () => {
  const { id } = await world.monitor('shop', { retries: 0 })
  world.found.set('shop.example', 'DOWN')
  await world.pass(1)
  await world.db.pool.query(
    `with made as (insert into monitoring.services (id, solution_id, name, tags, kind, config, interval_seconds, retries, confirmations, recoveries,
        created_at, updated_at)
      select gen_random_uuid(), $1, 'page ' || n, '{}', 'HTTP', '{"kind": "HTTP"}', 60, 1, 1, 1, now(), now() from generate_series(1, 999) n returning id),
    known as (insert into monitoring.service_states (service_id, solution_id, state, since, machine) select id, $1, 'UP', now(), '{}' from made)
    insert into monitoring.day_rollups (service_id, day, solution_id, rollup, until, counted_seconds, up_seconds, down_seconds)
      select id, '2026-03-02'::date - n, $1, '{}', now(), 86400, 86310, 90 from made, generate_series(0, 9) n`,
    [ours],
  )
  const answer = await world.call('vic', 'GET', `${pathOf('getMonitoringOverview')}?days=30`)
  const { services, states, openIncidents } = answer.json<MonitoringOverview>()
  expect([services.length, states.UP, states.DOWN, openIncidents]).toEqual([1_000, 999, 1, 1])
  expect(services[0]).toMatchObject({ id, name: 'shop', state: 'DOWN', uptimePercent: null })
  const other = services.at(-1)
  expect(other?.uptimePercent).toBe(99.8958)
  expect(other?.downSecondsByDay).toEqual(Array.from({ length: 30 }, (_, day) => (day < 20 ? -1 : 90)))
})

test('what is asked of too long a time is refused, and the field is named', async () => {
  const { id } = await world.monitor('shop')
  for (const [call, query, code] of [
    ['getUptime', { from: '2025-01-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }, 'too-long'],
    ['getUptime', { from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' }, 'before-from'],
    ['listRollups', { from: '2026-02-01T00:00:00Z', to: '2026-03-02T00:00:00Z', step: 'MINUTE' }, 'too-long'],
  ] as const) {
    const answer = await world.call('vic', 'GET', `${pathOf(call, { serviceId: id })}?${new URLSearchParams(query)}`)
    expect(answer.json<{ code: string; errors: object[] }>()).toMatchObject({
      code: 'invalid-parameter',
      errors: [{ code }],
    })
  }
  const incidents = await world.call('vic', 'GET', pathOf('listMonitoringIncidents'))
  expect(incidents.json<{ items: MonitoringIncident[] }>().items).toEqual([])
})
