import type { MonitoringIncident } from '@bollard/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ours, page, pathOf, resultOf, services, startService, type TestService } from '../testing/start-service.ts'

let world: TestService
beforeAll(async () => {
  world = await startService()
})
afterAll(() => world?.stop())
beforeEach(async () => {
  await world.db.pool.query(
    'delete from monitoring.maintenance; delete from monitoring.group_members; delete from monitoring.services',
  )
  world.found.clear()
  world.ran.length = 0
  await world.service.engine.turn()
})

const incidents = async (): Promise<MonitoringIncident[]> =>
  (await world.call('vic', 'GET', pathOf('listMonitoringIncidents'))).json<{ items: MonitoringIncident[] }>().items
const stateOf = async (id: string) => (await world.read(id)).state
/** Until all that is said by now has counted: more checks than are made again. */
async function checkThrough(): Promise<void> {
  for (let minute = 0; minute < 4; minute += 1) await world.pass(60)
}

test('a service is down after its retries, opens one incident, and closes it once it is well', async () => {
  const { id } = await world.monitor('shop', { retries: 1 })
  await world.pass(1)
  expect(await world.read(id)).toMatchObject({ state: 'UP', lastTotalMs: 50, incidentId: null })
  world.found.set('shop.example', 'DOWN')
  await world.pass(60)
  expect(await stateOf(id)).toBe('UP')
  // What begins to fail is looked at again soon.
  await world.pass(15)
  expect(await world.read(id)).toMatchObject({ state: 'DOWN', fault: 'status', detail: 'found by a test' })
  expect(await incidents()).toMatchObject([{ serviceId: id, state: 'OPEN', worst: 'DOWN', fault: 'status' }])
  world.found.clear()
  await checkThrough()
  expect(await stateOf(id)).toBe('UP')
  expect(await incidents()).toMatchObject([{ state: 'RESOLVED' }])
  const { items } = (await world.call('vic', 'GET', pathOf('listStateChanges', { serviceId: id }))).json<{
    items: { to: string }[]
  }>()
  expect(items.map(({ to }) => to)).toEqual(['UP', 'DOWN', 'UP'])
})

test('two workers share what is due, and nothing is checked twice', async () => {
  for (let n = 0; n < 20; n += 1) await world.monitor(`page-${n}`)
  world.ran.length = 0
  const other = world.another()
  await Promise.all([world.service.engine.turn(), other.engine.turn()])
  expect(world.ran.map(({ host }) => host).toSorted()).toEqual(
    Array.from({ length: 20 }, (_, n) => `page-${n}.example`).toSorted(),
  )
})

test('a page with zero bytes and half a character keeps nobody’s result from being stored', async () => {
  const { id } = await world.monitor('shop', { retries: 0 })
  const sample = { headers: { server: 'a\0b' }, body: '<p>\0\ud83d' }
  const odd = { ...resultOf('DOWN', world.clock.now), detail: 'said \0\udc00', sample }
  await world.another({ runCheck: async () => odd }).engine.turn()
  expect(await world.read(id)).toMatchObject({ state: 'DOWN', detail: 'said \ufffd' })
})

test('what a killed worker had in hand is checked within an interval, and its late result counts for nothing', async () => {
  const { id } = await world.monitor('shop')
  const held = Promise.withResolvers<ReturnType<typeof resultOf>>()
  const killed = world.another({ runCheck: () => held.promise })
  const late = killed.engine.turn()
  await expect.poll(() => killed.engine.figures().inFlight).toBe(1)
  await world.pass(10)
  expect(world.ran).toEqual([])
  await world.pass(10)
  expect(world.ran.map(({ host }) => host)).toEqual(['shop.example'])
  expect(await stateOf(id)).toBe('UP')
  held.resolve(resultOf('DOWN', world.clock.now))
  await late
  expect(killed.engine.figures().dropped).toBe(1)
  const { rows } = await world.db.pool.query('select verdict from monitoring.results where service_id = $1', [id])
  expect(rows).toEqual([{ verdict: 'UP' }])
})

test('a fault that one place alone sees is no outage where two have to see it', async () => {
  const away = world.another({ place: 'away', runCheck: async () => resultOf('UP', world.clock.now) })
  await away.engine.turn()
  const { id } = await world.monitor('shop', { confirmations: 2, retries: 0 })
  const both = async () => {
    await world.pass(60)
    await away.engine.turn()
  }
  await both()
  world.found.set('shop.example', 'DOWN')
  await both()
  await both()
  expect(await stateOf(id)).toBe('DEGRADED')
  const { items } = (await world.call('vic', 'GET', pathOf('listLatestResults', { serviceId: id }))).json<{
    items: object[]
  }>()
  expect(items).toMatchObject([
    { place: 'away', verdict: 'UP' },
    { place: 'main', verdict: 'DOWN' },
  ])
  await world.db.pool.query(`delete from monitoring.places where name = 'away'`)
})

test('a prober that has lost its line says nothing of services', async () => {
  const lost = world.another({
    runCheck: async () => ({ ...resultOf('DOWN', world.clock.now), fault: 'timeout' }),
  })
  const made = []
  for (const name of ['one', 'two', 'three', 'four']) made.push(await world.monitor(name, { retries: 2 }))
  await world.pass(1)
  for (let turn = 0; turn < 8; turn += 1) {
    world.clock.now = new Date(world.clock.now.getTime() + 20_000)
    await lost.engine.turn()
  }
  for (const { id } of made) expect(['UP', 'UNKNOWN']).toContain(await stateOf(id))
  expect(await incidents()).toEqual([])
})

test('maintenance opens no incident, and what is down after it does', async () => {
  const { id } = await world.monitor('shop', { retries: 0 })
  await world.pass(1)
  const startsAt = '2026-03-02T'
  const local = new Date(world.clock.now.getTime() + 3_600_000 + 60_000).toISOString().slice(11, 16)
  const planned = await world.call('mia', 'POST', pathOf('createMaintenance'), {
    title: 'New disks',
    serviceIds: [id],
    startsAt: `${startsAt}${local}`,
    durationMinutes: 10,
    timeZone: 'Europe/Berlin',
  })
  expect(planned.status).toBe(201)
  await world.pass(90)
  expect(await stateOf(id)).toBe('MAINTENANCE')
  world.found.set('shop.example', 'DOWN')
  await checkThrough()
  expect([await stateOf(id), await incidents()]).toEqual(['MAINTENANCE', []])
  await world.pass(600)
  expect(await stateOf(id)).toBe('DOWN')
  expect(await incidents()).toMatchObject([{ state: 'OPEN' }])
})

test('a parent that is down silences its children, and a group follows its members', async () => {
  const router = await world.monitor('router', { retries: 0 })
  const shop = await world.monitor('shop', { parentId: router.id, retries: 1 })
  const group = await world.monitor('all', {
    check: { kind: 'GROUP', target: { members: [router.id, shop.id], rule: 'ANY' } },
  })
  await world.pass(60)
  expect([await stateOf(router.id), await stateOf(group.id)]).toEqual(['UP', 'UP'])
  world.found.set('router.example', 'DOWN').set('shop.example', 'DOWN')
  await checkThrough()
  expect(await Promise.all([router, shop, group].map(({ id }) => stateOf(id)))).toEqual(['DOWN', 'DOWN', 'DOWN'])
  expect((await incidents()).map(({ serviceName }) => serviceName).toSorted()).toEqual(['all', 'router'])
  world.found.delete('router.example')
  await checkThrough()
  // Now nobody else is to blame.
  expect((await incidents()).filter(({ state }) => state === 'OPEN').map(({ serviceName }) => serviceName)).toEqual([
    'shop',
  ])
})

test('a pause shows at once, stops checks and closes the incident', async () => {
  const { id } = await world.monitor('shop', { retries: 0 })
  world.found.set('shop.example', 'DOWN')
  await world.pass(1)
  expect(await incidents()).toMatchObject([{ state: 'OPEN' }])
  const change = (action: string) =>
    world.call('mia', 'POST', `${services}/changes`, { serviceIds: [id], change: { action } })
  expect((await change('PAUSE')).json()).toEqual({ changed: 1 })
  expect(await stateOf(id)).toBe('PAUSED')
  world.ran.length = 0
  await checkThrough()
  expect([world.ran, (await incidents())[0]?.state]).toEqual([[], 'RESOLVED'])
  world.found.clear()
  await change('RESUME')
  await world.pass(1)
  expect(await stateOf(id)).toBe('UP')
})

test('a solution that is refused is not checked until the lock is gone; what is out of date changes nothing', async () => {
  const { id } = await world.monitor('shop')
  await world.pass(1)
  const apply = (effects: ['REFUSE'] | [], number: number) =>
    world.service.applySolutionState(ours, { effects, timeZone: 'Europe/Berlin', number })
  await apply(['REFUSE'], 5)
  await apply([], 4)
  world.ran.length = 0
  await world.pass(120)
  expect([world.ran, await stateOf(id)]).toEqual([[], 'PAUSED'])
  await apply([], 6)
  await world.pass(1)
  expect(await stateOf(id)).toBe('UP')
})

test('a plan makes checks rarer and checks the oldest services alone', async () => {
  const [first, second] = [await world.monitor('one', { intervalSeconds: 10 }), await world.monitor('two')]
  world.plans.set(ours, {
    limits: { monitors: 1, statusPages: null, checkIntervalSeconds: 300, monitorResultDays: 14 },
  })
  expect(await world.service.followPlans()).toBe(1)
  expect(await world.service.followPlans()).toBe(0)
  await world.pass(1)
  expect(await world.read(first.id)).toMatchObject({ effectiveIntervalSeconds: 300, withheld: false, state: 'UP' })
  expect(await world.read(second.id)).toMatchObject({ withheld: true, state: 'PAUSED' })
  const refused = await world.call('mia', 'POST', services, {
    name: 'three',
    check: page('three.example'),
    intervalSeconds: 300,
  })
  expect([refused.status, refused.json<{ code: string }>().code]).toEqual([429, 'quota-exceeded'])
  world.plans.clear()
  await world.service.followPlans()
  await world.pass(1)
  expect(await stateOf(second.id)).toBe('UP')
})
