import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { runs } from '@bollard/testing/seed'
import { afterAll, expect, test } from 'vitest'
import {
  addSite,
  addTraffic,
  changesOf,
  setAlerts,
  startAlertCluster,
  type TestAlerts,
  type Traffic,
} from '../../testing/alerts/start-alerts.ts'
import { dayMs, hourMs, minuteMs, quarterMs } from './delivery/alert-times.ts'

const cluster = await startAlertCluster()
afterAll(() => cluster.stop())

const recipients = [
  { email: 'ada@example.org', language: 'en' },
  { email: 'bert@example.org', language: 'de' },
]
const usual: Traffic = { passed: 95, flagged: 2, refused: 3, fetched: 97 }

test('an attack begins, lasts, is reminded of and ends: each told once to everybody', async () => {
  const it = await cluster.startAlerts()
  const site = await addSite(it, { settings: { recipients } })
  await pastWeek(it, site, usual)
  await run(it, site, 4 * hourMs, () => usual)
  expect(await changesOf(it.db, site.siteId)).toEqual([])
  await run(it, site, 26 * hourMs, () => ({ ...usual, refused: 400 }))
  expect(await changesOf(it.db, site.siteId)).toEqual(['ATTACK RAISED', 'ATTACK REMINDER'])
  await run(it, site, 2 * hourMs, () => usual)
  expect(await changesOf(it.db, site.siteId)).toEqual(['ATTACK RAISED', 'ATTACK REMINDER', 'ATTACK ENDED'])
  await run(it, site, 5 * hourMs, () => usual)
  expect(it.mails.map(({ to, tag }) => `${to} ${tag}`).toSorted()).toEqual(
    ['raised', 'reminder', 'ended']
      .flatMap((change) => recipients.map(({ email }) => `${email} captcha-alert-${change}`))
      .toSorted(),
  )
  expect(it.mails.find(({ to }) => to === 'ada@example.org')?.subject).toBe(
    'Corner shop: far more visitors blocked than usual',
  )
  expect(it.errors).toEqual([])
})

test('an attack is told within two minutes of exceeding the bound', async () => {
  const it = await cluster.startAlerts()
  const site = await addSite(it, { settings: { recipients } })
  await pastWeek(it, site, usual)
  await run(it, site, hourMs, () => usual)
  await addTraffic(it.db, site, [{ at: it.clock.now, refused: 60 }])
  it.clock.now += 2 * minuteMs
  await it.alerts.tick()
  expect(it.mails).toHaveLength(2)
})

test('an attack that pauses for a quarter of an hour is one attack', async () => {
  const it = await cluster.startAlerts()
  const site = await addSite(it, { settings: { recipients } })
  await pastWeek(it, site, usual)
  for (let wave = 0; wave < 6; wave++) {
    await run(it, site, quarterMs, () => ({ ...usual, refused: 200 }))
    await run(it, site, quarterMs, () => usual)
  }
  expect(await changesOf(it.db, site.siteId)).toEqual(['ATTACK RAISED'])
})

test('bots that begin and never answer are an attack, and do not look like people who fail', async () => {
  const it = await cluster.startAlerts()
  const site = await addSite(it, { settings: { recipients } })
  await pastWeek(it, site, usual)
  await run(it, site, 3 * hourMs, () => ({ ...usual, started: 5_000 }))
  await run(it, site, 6 * hourMs, () => usual)
  expect(await changesOf(it.db, site.siteId)).toEqual(['ATTACK RAISED', 'ATTACK ENDED'])
  expect(it.mails.map(({ text }) => text).join()).toContain('5,000 verifications started')
})

test('people who no longer get through are noticed, and when they do again', async () => {
  const it = await cluster.startAlerts()
  const site = await addSite(it, { settings: { recipients } })
  await pastWeek(it, site, usual)
  await run(it, site, 5 * hourMs, () => ({ started: 100, passed: 20, flagged: 2, refused: 3, fetched: 22 }))
  expect(await changesOf(it.db, site.siteId)).toEqual(['PASS_RATE_FALLING RAISED'])
  await run(it, site, 8 * hourMs, () => usual)
  expect(await changesOf(it.db, site.siteId)).toEqual(['PASS_RATE_FALLING RAISED', 'PASS_RATE_FALLING ENDED'])
})

test('refused bots do not lower the pass rate of people', async () => {
  const it = await cluster.startAlerts()
  const site = await addSite(it, { settings: { attack: { enabled: false } } })
  await pastWeek(it, site, usual)
  await run(it, site, 5 * hourMs, () => ({ ...usual, refused: 900 }))
  expect(await changesOf(it.db, site.siteId)).toEqual([])
})

test('results that nobody fetches are told of, and when they are fetched', async () => {
  const it = await cluster.startAlerts()
  const site = await addSite(it, { settings: { recipients } })
  await run(it, site, 2 * dayMs, () => ({ passed: 1 }), hourMs)
  expect(await changesOf(it.db, site.siteId)).toEqual([
    'RESULTS_NEVER_FETCHED RAISED',
    'RESULTS_NEVER_FETCHED REMINDER',
  ])
  await run(it, site, 2 * dayMs, () => ({ passed: 1, fetched: 1 }), hourMs)
  expect((await changesOf(it.db, site.siteId)).at(-1)).toBe('RESULTS_NEVER_FETCHED ENDED')
})

test('usage is told at 80, 100 and 120 percent of the month in the time zone of the site, and begins anew with the next', async () => {
  const it = await cluster.startAlerts({ at: '2026-11-30T15:00:00Z' })
  const off = {
    attack: { enabled: false },
    resultsNeverFetched: { enabled: false },
    passRateFalling: { enabled: false },
  }
  const site = await addSite(it, {
    settings: { ...off, recipients, usage: { monthly: 1_000 } },
    timeZone: 'Europe/Berlin',
  })
  const add = async (passed: number) => {
    await addTraffic(it.db, site, [{ at: it.clock.now, passed }])
    it.clock.now += quarterMs
    await it.alerts.tick()
  }
  await add(799)
  expect(await changesOf(it.db, site.siteId)).toEqual([])
  await add(1)
  expect(await changesOf(it.db, site.siteId)).toEqual(['USAGE RAISED 80'])
  await add(450)
  expect(await changesOf(it.db, site.siteId)).toEqual(['USAGE RAISED 80', 'USAGE ENDED 80', 'USAGE RAISED 120'])
  expect(it.mails.map(({ tag }) => tag)).toEqual(Array.from({ length: 4 }, () => 'captcha-alert-raised'))
  // 23:00 in Berlin is not December yet; 00:00 is, an hour before it is in UTC.
  it.clock.now = Date.parse('2026-11-30T22:45:00Z')
  await it.alerts.tick()
  expect((await changesOf(it.db, site.siteId)).length).toBe(3)
  it.clock.now = Date.parse('2026-11-30T23:00:00Z')
  await it.alerts.tick()
  expect((await changesOf(it.db, site.siteId)).at(-1)).toBe('USAGE ENDED 120')
  await add(800)
  expect((await changesOf(it.db, site.siteId)).at(-1)).toBe('USAGE RAISED 80')
})

test('turned off, an alert ends without a mail and comes back no more', async () => {
  const it = await cluster.startAlerts()
  const site = await addSite(it, { settings: { recipients } })
  await pastWeek(it, site, usual)
  await run(it, site, hourMs, () => ({ ...usual, refused: 400 }))
  await setAlerts(it.db, site.siteId, { recipients, attack: { enabled: false } })
  await run(it, site, hourMs, () => ({ ...usual, refused: 400 }))
  expect(await changesOf(it.db, site.siteId)).toEqual(['ATTACK RAISED', 'ATTACK ENDED'])
  expect(it.mails).toHaveLength(2)
})

test('an alert of which nothing more is known ends after a week, without a mail', async () => {
  const it = await cluster.startAlerts()
  const site = await addSite(it, { settings: { recipients } })
  await run(it, site, 26 * hourMs, () => ({ passed: 1 }), hourMs)
  const told = it.mails.length
  await pass(it, 2 * dayMs)
  await pass(it, 8 * dayMs, dayMs / 4)
  expect((await changesOf(it.db, site.siteId)).at(-1)).toBe('RESULTS_NEVER_FETCHED ENDED')
  expect(it.mails.map(({ tag }) => tag).slice(told)).not.toContain('captcha-alert-ended')
})

test('many processes tell of a change once', async () => {
  const first = await cluster.startAlerts()
  const site = await addSite(first, { settings: { recipients } })
  const others = await Promise.all([1, 2, 3].map(() => cluster.startAlerts({ beside: first })))
  const all = [first, ...others]
  await pastWeek(first, site, usual)
  for (let minute = 0; minute < 60; minute++) {
    await addTraffic(first.db, site, [{ at: first.clock.now, refused: minute < 20 ? 30 : 0 }])
    first.clock.now += minuteMs
    await Promise.all(all.map(({ alerts }) => alerts.tick()))
  }
  expect(await changesOf(first.db, site.siteId)).toEqual(['ATTACK RAISED'])
  expect(all.flatMap(({ mails }) => mails)).toHaveLength(2)
  expect(all.flatMap(({ errors }) => errors)).toEqual([])
})

test('a process that is killed while it sends loses nothing: another sends it', async () => {
  const it = await cluster.startAlerts()
  const site = await addSite(it, { settings: { recipients } })
  await addTraffic(it.db, site, [{ at: it.clock.now, refused: 500 }])
  const child = spawn(
    process.execPath,
    [
      new URL('../../testing/alerts/die-while-sending.ts', import.meta.url).pathname,
      it.connectionString,
      String(it.clock.now),
    ],
    {
      stdio: 'inherit',
    },
  )
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
  expect(await changesOf(it.db, site.siteId)).toEqual(['ATTACK RAISED'])
  await it.alerts.tick()
  expect(it.mails).toEqual([])
  it.clock.now += 2 * minuteMs
  await it.alerts.tick()
  expect(it.mails.map(({ to }) => to).toSorted()).toEqual(['ada@example.org', 'bert@example.org'])
  it.clock.now += dayMs / 2
  await it.alerts.tick()
  expect(it.mails.filter(({ tag }) => tag === 'captcha-alert-raised')).toHaveLength(2)
})

test('a mail server that is away delays mails and loses none', async () => {
  let away = true
  const sent: string[] = []
  const it = await cluster.startAlerts({
    sendMail: async (mail) => {
      if (away) throw new Error('421 try later')
      sent.push(mail.to)
    },
  })
  const site = await addSite(it, { settings: { recipients } })
  await addTraffic(it.db, site, [{ at: it.clock.now, refused: 500 }])
  await it.alerts.tick()
  for (const wait of [5_000, 300_000, 1_800_000]) {
    it.clock.now += wait
    await it.alerts.tick()
  }
  expect(it.errors).toHaveLength(8)
  away = false
  // The next try, whatever its jitter.
  it.clock.now += 3 * hourMs
  await it.alerts.tick()
  await it.alerts.tick()
  expect(new Set(sent)).toEqual(new Set(['ada@example.org', 'bert@example.org']))
})

test('quiet sites stay quiet at every level of traffic, for two days, and for a week in the nightly run', async () => {
  const days = Math.min(7, runs(7))
  const it = await cluster.startAlerts()
  const sites = await Promise.all(
    [1, 20, 300].map(async (mean) => ({ mean, ...(await addSite(it, { settings: { recipients } })) })),
  )
  const random = createNoise(7)
  const noisy = (mean: number): Traffic => ({
    passed: random(mean),
    flagged: random(mean / 20),
    refused: random(mean / 20),
    fetched: mean,
  })
  for (const site of sites) await pastWeek(it, site, null, () => noisy(site.mean))
  for (const site of sites)
    await addTraffic(
      it.db,
      site,
      Array.from({ length: days * 96 }, (_none, index) => ({
        at: it.clock.now + index * quarterMs,
        ...noisy(site.mean),
      })),
    )
  await pass(it, days * dayMs)
  for (const site of sites) expect(await changesOf(it.db, site.siteId)).toEqual([])
  expect(it.errors).toEqual([])
}, 60_000)

/** Seven days of the same traffic before now. */
async function pastWeek(
  it: TestAlerts,
  site: { siteId: number; timeZone: string },
  traffic: Traffic | null,
  each: () => Traffic = () => traffic ?? {},
): Promise<void> {
  const quarters = Array.from({ length: 8 * 96 }, (_none, index) => ({
    at: it.clock.now - (index + 1) * quarterMs,
    ...each(),
  }))
  await addTraffic(it.db, site, quarters)
}

/** Time goes by: `traffic` in every `every` milliseconds, and a tick at the end of each quarter of an hour. */
async function run(
  it: TestAlerts,
  site: { siteId: number; timeZone: string },
  forMs: number,
  traffic: () => Traffic,
  every = quarterMs,
): Promise<void> {
  // All at once is quicker; what lies ahead is not looked at.
  const starts = Array.from({ length: Math.ceil(forMs / every) }, (_none, index) => ({
    at: it.clock.now + index * every,
    ...traffic(),
  }))
  await addTraffic(it.db, site, starts)
  await pass(it, forMs)
}

async function pass(it: TestAlerts, forMs: number, every = quarterMs): Promise<void> {
  for (let gone = 0; gone < forMs; gone += every) {
    it.clock.now += every
    await it.alerts.tick()
  }
}

/** Whole numbers around a mean, as chance has them (normal approximation of Poisson), the same in every run. */
function createNoise(seed: number): (mean: number) => number {
  let state = seed
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 1) / 4_294_967_297
  }
  return (mean) =>
    Math.max(
      0,
      Math.round(mean + Math.sqrt(mean) * Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())),
    )
}
