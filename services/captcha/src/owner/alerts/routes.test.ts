import { alertSettingsSchema, captchaRoutes, problemSchema } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { addSite, addTraffic, headersOf, startAlertCluster } from '../../testing/alerts/start-alerts.ts'
import { quarterMs } from './delivery/alert-times.ts'

const cluster = await startAlertCluster()
afterAll(() => cluster.stop())
const it = await cluster.startAlerts()
const site = await addSite(it)
const other = await addSite({ db: it.db, roles: new Map() })
it.roles.set(`eve ${other.solutionId}`, 'ADMIN')

const fresh = alertSettingsSchema.parse({})
const url = `/captcha/v1/sites/${site.solutionId}/alerts`
const get = (cookie?: string, path = url) =>
  it.app.inject({ url: path, headers: cookie === undefined ? {} : headersOf(cookie) })
const put = (payload: object, cookie?: string) =>
  it.app.inject({ method: 'PUT', url, headers: cookie === undefined ? {} : headersOf(cookie), payload })
const codeOf = (response: { json(): unknown }) => problemSchema.parse(response.json()).code
const versionNow = async () => captchaRoutes.getAlertSettings.response.schema.parse((await get('ada')).json()).version

test('a site has settings before anybody has saved any: everything is watched, nobody is mailed', async () => {
  const blank = await addSite(it)
  await it.db.query('test-forget', 'delete from captcha.alert_settings where site_id = $1', [blank.siteId])
  const path = `/captcha/v1/sites/${blank.solutionId}/alerts`
  expect((await get('vera', path)).json()).toEqual({ ...fresh, addresses: [], version: 1 })
  const save = (version: number) =>
    it.app.inject({ method: 'PUT', url: path, headers: { cookie: 'ada' }, payload: { version } })
  expect(codeOf(await save(2))).toBe('version-conflict')
  expect((await save(1)).json()).toEqual({ ...fresh, addresses: [], version: 2 })
  expect(codeOf(await save(1))).toBe('version-conflict')
  expect((await get('vera', path)).json()).toMatchObject({ version: 2 })
})

test.for<[string | undefined, number, number]>([
  [undefined, 401, 401],
  ['stranger', 404, 404],
  ['eve', 404, 404],
  ['vera', 200, 403],
  ['mia', 200, 403],
  ['ada', 200, 200],
])('%s may read: %d, and change: %d', async ([cookie, read, write]) => {
  expect((await get(cookie)).statusCode).toBe(read)
  expect((await get(cookie, `${url}/events`)).statusCode).toBe(read)
  expect((await put({ ...fresh, version: await versionNow() }, cookie)).statusCode).toBe(write)
})

test('an API key may read what was raised, and neither addresses nor settings', async () => {
  const key = `key ${site.solutionId}`
  expect((await get(key, `${url}/events`)).statusCode).toBe(200)
  expect(codeOf(await get(`key ${other.solutionId}`, `${url}/events`))).toBe('not-found')
  expect(codeOf(await get(key))).toBe('person-required')
  expect(codeOf(await put({ ...fresh, version: await versionNow() }, key))).toBe('person-required')
})

test('what an admin saves is what everybody reads, and who was slower is told so', async () => {
  const version = await versionNow()
  const settings = {
    ...fresh,
    recipients: [{ email: 'ada@example.org', language: 'de' }],
    usage: { enabled: true, monthly: 10_000 },
  }
  const saved = { ...settings, addresses: [{ email: 'ada@example.org', state: 'WAITING' }], version: version + 1 }
  expect((await put({ ...settings, version }, 'ada')).json()).toEqual(saved)
  expect((await get('vera')).json()).toEqual(saved)
  expect(codeOf(await put({ ...fresh, version }, 'ada'))).toBe('version-conflict')
  expect((await get('vera')).json()).toEqual(saved)
})

const people = (count: number) =>
  Array.from({ length: count }, (_none, index) => ({ email: `p${index}@example.org`, language: 'en' }))
test.for<[string, object, string]>([
  ['no version', { version: undefined }, 'validation-failed'],
  ['eleven recipients', { recipients: people(11) }, 'validation-failed'],
  [
    'one recipient twice',
    { recipients: [...people(1), { email: 'P0@example.org', language: 'de' }] },
    'validation-failed',
  ],
  [
    'an address with a header',
    { recipients: [{ email: 'a@example.org\r\nBcc: b@example.org', language: 'en' }] },
    'validation-failed',
  ],
  [
    'a list of addresses',
    { recipients: [{ email: 'a@example.org,b@example.org', language: 'en' }] },
    'validation-failed',
  ],
  ['a language without mails', { recipients: [{ email: 'a@example.org', language: 'pt' }] }, 'validation-failed'],
  ['a floor that noise reaches', { attack: { least: 9 } }, 'validation-failed'],
  ['a factor of one', { attack: { factor: 1 } }, 'validation-failed'],
  ['a fall by nothing', { passRateFalling: { points: 4 } }, 'validation-failed'],
  ['no month', { usage: { monthly: 0 } }, 'validation-failed'],
  ['an unknown setting', { other: 1 }, 'unknown-field'],
])('%s is refused, and nothing changes', async ([, change, code]) => {
  const before = (await get('ada')).json()
  expect(codeOf(await put({ ...fresh, version: await versionNow(), ...change }, 'ada'))).toBe(code)
  expect((await get('ada')).json()).toEqual(before)
})

test('what was raised is listed page by page, newest first, and of no other site', async () => {
  const busy = await addSite(it, {
    settings: { resultsNeverFetched: { enabled: false }, passRateFalling: { enabled: false } },
  })
  for (let day = 0; day < 3; day++) {
    await addTraffic(it.db, busy, [{ at: it.clock.now, refused: 1_000 * 10 ** day }])
    for (let quarter = 0; quarter < 8; quarter++) {
      it.clock.now += quarterMs
      await it.alerts.tick()
    }
  }
  const path = `/captcha/v1/sites/${busy.solutionId}/alerts/events`
  const page = async (query: string) =>
    captchaRoutes.listAlertEvents.response.schema.parse((await get('vera', path + query)).json())
  const whole = await page('')
  expect(whole.items.map(({ change }) => change)).toEqual(['ENDED', 'RAISED', 'ENDED', 'RAISED', 'ENDED', 'RAISED'])
  expect(whole.nextCursor).toBeNull()
  expect(whole.items[1]).toMatchObject({
    alertId: whole.items[0]?.alertId,
    facts: { kind: 'ATTACK', signal: 'STOPPED', count: 100_000, usual: 0, minutes: 15 },
  })
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { items, nextCursor }: Awaited<ReturnType<typeof page>> = await page(
      `?limit=2${cursor && `&cursor=${cursor}`}`,
    )
    found.push(...items.map(({ id }) => id))
    cursor = nextCursor
  }
  expect(found).toEqual(whole.items.map(({ id }) => id))
  expect((await page('?limit=100')).items).toHaveLength(6)
  expect((await get('vera', `${url}/events`)).json()).toEqual({ items: [], nextCursor: null })
})

test.for(['?cursor=x', '?cursor=MjAyNi0xMS0xMFQwMDowMDowMC4wMDBaIHg', '?limit=0', '?limit=101', '?kind=ATTACK'])(
  'events with %s are refused',
  async (query) => {
    expect((await get('vera', `${url}/events${query}`)).statusCode).toBe(400)
  },
)
