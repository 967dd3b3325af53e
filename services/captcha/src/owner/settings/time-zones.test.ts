import { problemSchema, siteSettingsSchema } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { createRoller } from '../../records/statistics/create-roller.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { visit } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()

async function siteOfAda() {
  const site = await makeSite(it)
  it.roles.set(`ada ${site.solutionId}`, 'ADMIN')
  const set = (timeZone: string, version: number) =>
    it.app.inject({
      method: 'PUT',
      url: `/captcha/v1/sites/${site.solutionId}/settings`,
      headers: { cookie: 'ada' },
      payload: { ...siteSettingsSchema.parse({}), timeZone, version },
    })
  return { ...site, set }
}

test('every zone that a browser offers can be set', async () => {
  const { set } = await siteOfAda()
  const zones = Intl.supportedValuesOf('timeZone')
  let version = 1
  for (const zone of zones) {
    it.clock.now += 720_000
    const response = await set(zone, version++)
    expect([zone, response.statusCode]).toEqual([zone, 200])
  }
})

test('a zone that the database does not know, or counts otherwise than everybody else, is refused, and no figures of others suffer', async () => {
  const [site, other] = [await siteOfAda(), await siteOfAda()]
  for (const zone of [
    'AET',
    'CTT',
    'VST',
    'US/Pacific-New',
    'IST',
    'PST',
    'BST',
    '+01:00',
    '-05:00',
    '+0100',
    '+23:59',
  ]) {
    const response = await site.set(zone, 1)
    expect([zone, response.statusCode, problemSchema.safeParse(response.json()).data?.errors]).toEqual([
      zone,
      422,
      [{ pointer: '/timeZone', code: 'time-zone' }],
    ])
  }
  await visit(it.app, site.siteKey)
  await visit(it.app, other.siteKey)
  await createRoller({ db: it.db, onError: () => undefined }).roll()
  const [row] = await it.db.query<{ n: number }>(
    'test-rolled',
    'select coalesce(sum(n), 0)::int as n from captcha.rollup_daily where dimension = 0',
  )
  expect(row?.n).toBe(2)
})

test('the zone of a site is changed a few times an hour at most, and everything else as often as anybody likes', async () => {
  const { set } = await siteOfAda()
  const codes: number[] = []
  for (let change = 0; change < 8; change++)
    codes.push((await set(change % 2 === 0 ? 'Asia/Tokyo' : 'UTC', change + 1)).statusCode)
  expect(codes).toEqual([200, 200, 200, 200, 200, 429, 409, 429])
  // The zone that it has.
  expect((await set('Asia/Tokyo', 6)).statusCode).toBe(200)
})
