import { afterAll, expect, test } from 'vitest'
import {
  addSite,
  addTraffic,
  changesOf,
  startAlertCluster,
  startReceiver,
  type TestAlerts,
} from '../../testing/alerts/start-alerts.ts'
import { setAttack } from '../../testing/set-attack.ts'
import { hourMs, minuteMs } from './delivery/alert-times.ts'

const cluster = await startAlertCluster()
afterAll(() => cluster.stop())

const recipients = [{ email: 'ada@example.org', language: 'en' as const }]
const quiet = {
  attack: { enabled: false },
  passRateFalling: { enabled: false },
  resultsNeverFetched: { enabled: false },
}

/** A site with visitors, so that somebody judges it. */
async function startSite(it: TestAlerts, settings: object = { recipients }) {
  const site = await addSite(it, { settings: { ...quiet, ...settings } })
  await addTraffic(it.db, site, [{ at: it.clock.now, passed: 1 }])
  return site
}

/** Minutes that go by; in those of an attack a process notes it, as it does while it lasts. */
async function pass(it: TestAlerts, siteId: number, minutes: number, attacked: boolean): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await setAttack(it.db, siteId, attacked ? 0 : null)
    await it.alerts.tick()
    it.clock.now += minuteMs
  }
}
const subjects = (it: TestAlerts) => it.mails.map(({ to, subject }) => `${to} ${subject}`)

test('an attack that the service sees is mailed when it begins, and when it ends after more than an hour', async () => {
  const it = await cluster.startAlerts({ at: '2026-11-10T12:00:00Z' })
  const { siteId, solutionId } = await startSite(it)
  await pass(it, siteId, 5, false)
  expect(await changesOf(it.db, siteId)).toEqual([])
  await pass(it, siteId, 90, true)
  expect(subjects(it)).toEqual(['ada@example.org Corner shop: under attack, visitors do extra work'])
  expect(it.mails[0]?.text).toContain('up to 16 times the usual')
  expect(it.mails[0]?.text).toContain(`https://dashboard.example/en/solutions/${solutionId}/overview`)
  await pass(it, siteId, 5, false)
  expect(await changesOf(it.db, siteId)).toEqual(['UNDER_ATTACK RAISED', 'UNDER_ATTACK ENDED'])
  expect(subjects(it).slice(1)).toEqual([
    'ada@example.org Corner shop: the attack is over, visitors do the usual work again',
  ])
  expect(it.errors).toEqual([])
})

test('an attack that comes and goes sends at most one mail an hour, and every change to webhooks', async () => {
  const receiver = await startReceiver()
  const sent: number[] = []
  const it = await cluster.startAlerts({
    at: '2026-11-10T12:00:00Z',
    sendMail: async () => void sent.push(it.clock.now),
  })
  const site = await startSite(it)
  const made = await it.app.inject({
    method: 'POST',
    url: `/captcha/v1/sites/${site.solutionId}/webhooks`,
    headers: { cookie: 'ada' },
    payload: { url: receiver.url, events: ['alert.raised', 'alert.ended'], description: '' },
  })
  expect(made.statusCode).toBe(201)
  for (let round = 0; round < 15; round++) {
    await pass(it, site.siteId, 12, true)
    await pass(it, site.siteId, 12, false)
  }
  const changes = await changesOf(it.db, site.siteId)
  expect(changes.filter((change) => change.endsWith('RAISED'))).toHaveLength(15)
  expect(changes.filter((change) => change.endsWith('ENDED'))).toHaveLength(15)
  await it.alerts.tick()
  expect(receiver.received).toHaveLength(changes.length)
  expect(sent.length).toBeGreaterThanOrEqual(4)
  for (const [index, at] of sent.entries())
    if (index > 0) expect(at - (sent[index - 1] ?? 0)).toBeGreaterThanOrEqual(hourMs)
})

test('an attack that begins too soon after a mail is told when the hour is over, if it lasts', async () => {
  const it = await cluster.startAlerts({ at: '2026-11-10T12:00:00Z' })
  const { siteId } = await startSite(it)
  await pass(it, siteId, 10, true)
  await pass(it, siteId, 10, false)
  await pass(it, siteId, 59, true)
  expect(subjects(it)).toHaveLength(1)
  await pass(it, siteId, 5, true)
  expect(subjects(it).slice(1)).toEqual(['ada@example.org Reminder: Corner shop: under attack, visitors do extra work'])
})

test('without recipients the admins are told, of attacks alone', async () => {
  const it = await cluster.startAlerts({
    at: '2026-11-10T12:00:00Z',
    findAdmins: async () => [{ email: 'grace@example.org', language: 'de' }],
    memberOf: async (email) => (email === 'grace@example.org' ? { unsubscribeUrl: 'https://api.example/u' } : null),
  })
  const { siteId } = await startSite(it, { attack: { enabled: true } })
  await addTraffic(it.db, { siteId, timeZone: 'UTC' }, [{ at: it.clock.now, refused: 500 }])
  await pass(it, siteId, 3, true)
  expect(await changesOf(it.db, siteId)).toEqual(['UNDER_ATTACK RAISED', 'ATTACK RAISED'])
  expect(subjects(it)).toEqual(['grace@example.org Corner shop: Angriff erkannt, Besucher rechnen mehr'])
})

test.for([
  ['alerts of attacks are off', { underAttack: { enabled: false } }, {}],
  ['the owner has switched it on', {}, { underAttack: 'ON' }],
  ['the owner has switched it off', {}, { underAttack: 'OFF' }],
] as const)('nobody is told where %s, and what lasts ends without a mail', async ([, alerts, settings]) => {
  const it = await cluster.startAlerts({ at: '2026-11-10T12:00:00Z' })
  const [off, changed] = [await startSite(it, { recipients, ...alerts }), await startSite(it)]
  const set = (siteId: number) =>
    it.db.query('test-settings', 'update captcha.sites set settings = settings || $2::jsonb where id = $1', [
      siteId,
      JSON.stringify(settings),
    ])
  await set(off.siteId)
  await setAttack(it.db, off.siteId, 0)
  await pass(it, changed.siteId, 2, true)
  expect(await changesOf(it.db, off.siteId)).toEqual([])
  await set(changed.siteId)
  await it.db.query(
    'test-alerts',
    `update captcha.alert_settings set settings = settings || $2::jsonb where site_id = $1`,
    [changed.siteId, JSON.stringify(alerts)],
  )
  await pass(it, changed.siteId, 90, true)
  expect(await changesOf(it.db, changed.siteId)).toEqual(['UNDER_ATTACK RAISED', 'UNDER_ATTACK ENDED'])
  expect(subjects(it)).toHaveLength(1)
})

test('many processes tell of an attack once', async () => {
  const first = await cluster.startAlerts({ at: '2026-11-10T12:00:00Z' })
  const { siteId } = await startSite(first)
  const others = await Promise.all([1, 2].map(() => cluster.startAlerts({ beside: first })))
  const all = [first, ...others]
  await setAttack(first.db, siteId, 0)
  for (let minute = 0; minute < 10; minute++) {
    await Promise.all(all.map(({ alerts }) => alerts.tick()))
    first.clock.now += minuteMs
  }
  expect(await changesOf(first.db, siteId)).toEqual(['UNDER_ATTACK RAISED'])
  expect(all.flatMap(({ mails }) => mails)).toHaveLength(1)
})
