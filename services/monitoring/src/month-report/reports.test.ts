import type { MonitoringMonthReport } from '@bollard/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf, startService, type TestService } from '../testing/start-service.ts'

let world: TestService
beforeAll(async () => {
  world = await startService()
})
afterAll(() => world?.stop())

const report = async (serviceId: string, month: string, who: 'vic' | 'eve' = 'vic') =>
  world.call(who, 'GET', `${pathOf('getMonthReport', { serviceId })}?month=${month}`)
const read = async (serviceId: string, month: string) => (await report(serviceId, month)).json<MonitoringMonthReport>()

test('a month is reckoned until it is over, then frozen, and what is found later does not change it', async () => {
  const { id } = await world.monitor('shop', { retries: 0 })
  await world.pass(60)
  world.found.set('shop.example', 'DOWN')
  await world.pass(60)
  world.found.clear()
  await world.pass(60)
  const during = await read(id, '2026-03')
  expect(during).toMatchObject({ complete: false, frozenAt: null, timeZone: 'Europe/Berlin', downSeconds: 60 })
  expect(during.outages).toHaveLength(1)
  expect((await report(id, '2026-05')).status).toBe(404)
  expect((await report(id, '2026-03', 'eve')).status).toBe(404)
  expect((await report(id, '2026-3')).json()).toMatchObject({ errors: [{ pointer: '/month' }] })
  // A pause lets the month end without a check a minute.
  await world.call('mia', 'POST', pathOf('changeMonitoredServices'), { serviceIds: [id], change: { action: 'PAUSE' } })
  await world.pass(1)
  world.clock.now = new Date('2026-04-01T00:30:00.000Z')
  await world.service.rollUp()
  await world.service.sweep()
  expect((await read(id, '2026-03')).frozenAt).toBeNull()
  world.clock.now = new Date('2026-04-01T03:30:00.000Z')
  await world.service.sweep()
  const closed = await read(id, '2026-03')
  expect(closed).toMatchObject({
    complete: true,
    frozenAt: '2026-04-01T03:30:00.000Z',
    downSeconds: 60,
    checks: { total: 3 },
  })
  expect(closed.days).toHaveLength(31)
  await world.db.pool.query('delete from monitoring.transitions; delete from monitoring.day_rollups')
  await world.service.sweep()
  expect(await read(id, '2026-03')).toEqual(closed)
  expect((await read(id, '2026-04')).comparison.downMs).toEqual({ now: 0, before: 60_000, change: -60_000 })
})

test('figures leave as tables and as JSON, without formulas, and only for those who may read them', async () => {
  const { id } = await world.monitor('other')
  await world.pass(60)
  const path = (of: string, format = 'CSV') =>
    `${pathOf('exportMonitoringFigures', { serviceId: id })}?of=${of}&format=${format}`
  const table = await world.call('vic', 'GET', path('RESULTS'))
  expect(table.text.split('\r\n')).toMatchObject([
    expect.stringMatching(/^at,place,verdict,totalMs/u),
    expect.stringContaining(',main,UP,50,'),
    '',
  ])
  expect((await world.call('vic', 'GET', path('STATE_CHANGES', 'JSON'))).json()).toMatchObject([
    { from: 'UNKNOWN', to: 'UP' },
  ])
  for (const of of ['HOURS', 'DAYS']) expect((await world.call('vic', 'GET', path(of))).text).toMatch(/^at,checks,/u)
  expect((await world.call('eve', 'GET', path('RESULTS'))).status).toBe(404)
})
