import { afterAll, expect, test } from 'vitest'
import { createProbePasses } from '../credentials/probe-pass.ts'
import { chromium, solve } from '../../testing/browser.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { answer, codeOf, pass, siteverify, start, started } from '../../testing/walk-through.ts'
import { recountRollups } from '../../testing/recount-rollups.ts'
import { createRoller } from '../../records/statistics/create-roller.ts'
import { passHeader } from './probe-verification.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const monitoring = '019a9b1c-5d3e-7000-8000-0000000000a1'
const stranger = '019a9b1c-5d3e-7000-8000-0000000000b1'
const own = new Set<string>()
const it = await cluster.startService({ shareOwner: async (one, other) => other === monitoring && own.has(one) })
const site = await makeSite(it)
const elsewhere = await makeSite(it)
for (const { solutionId } of [site, elsewhere]) own.add(solutionId)

/** As a prober calls: no browser, and a pass. */
const probe = (shown: string) => ({
  origin: chromium.origin,
  'content-type': 'application/json',
  'user-agent': 'Bollard',
  [passHeader]: shown,
})
async function passFor(siteKey = site.siteKey, host = 'shop.example', by = monitoring): Promise<string> {
  const issued = await it.service.monitored.issuePass({ siteKey, host, by })
  if (issued === null) throw new Error('no pass')
  return issued
}
/** Everything that a visit could leave behind. What goes into the log goes into the queue of the roll-ups with it, which is worked off meanwhile. */
async function traces() {
  const count = (table: string) => `(select count(*)::int from captcha.${table})`
  const [row] = await it.db.query<Record<string, number>>(
    'traces',
    `select ${count('verifications')} as rows, ${count('used_signatures')} as used`,
  )
  return { ...row, tally: JSON.stringify(it.service.tally) }
}

async function visitAsProbe(siteKey = site.siteKey) {
  const headers = probe(await passFor(siteKey))
  const { verificationId, challenge } = await started(it.app, { siteKey }, headers)
  const body = { challenge: challenge.token, solution: await solve(challenge.token), workMs: 3 }
  return { verificationId, body, headers, answered: await answer(it.app, verificationId, body, headers) }
}

test('a probe passes with work and pass, the site hears that it was one, and no figure of people changes', async () => {
  it.roles.set(`ada ${site.solutionId}`, 'ADMIN')
  const statistics = async () => {
    const url = `/captcha/v1/sites/${site.solutionId}/statistics?period=24h`
    return (await it.app.inject({ url, headers: { cookie: 'ada' } })).json().totals
  }
  const { token: ofPerson } = await pass(it.app, site.siteKey)
  await siteverify(it.app, { secret: site.secretKey, response: ofPerson })
  const before = await statistics()
  const { verificationId, answered } = await visitAsProbe()
  const { token } = answered.json()
  expect(await siteverify(it.app, { secret: site.secretKey, response: token })).toMatchObject({
    success: true,
    score: 0,
    hostname: 'shop.example',
    decision: { type: 'PROBE' },
    reasons: [{ code: 'probe', weight: 0 }],
  })
  expect(await siteverify(it.app, { secret: site.secretKey, response: token })).toMatchObject({ success: false })
  // The one who asks twice is told so; that is a figure of the customer's server.
  const after = await statistics()
  expect(after).toEqual({ ...before, probed: 1, fetchRefused: before.fetchRefused + 1 })
  const now = new Date(it.clock.now)
  const [day] = await it.service.readUsage([site.solutionId], {
    from: new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`),
    to: new Date(now.getTime() + 86_400_000),
  })
  expect(day).toMatchObject({ completed: 1, billable: 1, failedBots: 0 })
  const log = async (decision: string) => {
    const url = `/captcha/v1/sites/${site.solutionId}/verifications?decision=${decision}`
    const { items } = (await it.app.inject({ url, headers: { cookie: 'ada' } })).json()
    return items.map((item: { verificationId: string }) => item.verificationId)
  }
  expect(await log('PROBE')).toEqual([verificationId])
  expect(await log('SCORE')).not.toContain(verificationId)
  await createRoller({ db: it.db, onError: (error) => expect(error).toBeUndefined() }).roll()
  expect(await recountRollups(it.db)).toEqual([])
  // What monitoring reads of people has no probe in it either.
  const hour = new Date(Math.floor(it.clock.now / 3_600_000) * 3_600_000)
  const before1970 = new Date(0)
  const { monitored } = it.service
  const [read, empty] = await monitored.readHours(site.solutionId, [hour, before1970], new Date(it.clock.now + 900_000))
  const person = { started: 1, issued: 1, solved: 1, refused: 0, steppedUp: 0 }
  const nobody = { started: 0, issued: 0, solved: 0, refused: 0, steppedUp: 0, checkMsP95: null }
  expect([read, empty].toSorted((one, other) => Number(one?.at) - Number(other?.at))).toMatchObject([nobody, person])
  expect(await monitored.readHours(monitoring, [hour], hour)).toEqual([])
  const minutes = await monitored.readMinutes(site.solutionId, hour, new Date(it.clock.now + 60_000))
  expect(minutes).toMatchObject([{ verifications: 1, solved: 1, refused: 0 }])
  expect(await monitored.readMinutes(elsewhere.solutionId, hour, new Date(it.clock.now + 60_000))).toEqual([])
})

test('a probe with wrong work is refused and still no bot of the figures', async () => {
  const headers = probe(await passFor())
  const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey }, headers)
  const rounds = { ...it.service.tally.rounds }
  const wrong = { challenge: challenge.token, solution: 'A'.repeat(171), workMs: 3 }
  expect((await answer(it.app, verificationId, wrong, headers)).json()).toMatchObject({ status: 'refused' })
  expect(it.service.tally.rounds).toEqual(rounds)
})

test('a probe does not say that a captcha is in use', async () => {
  const fresh = await makeSite(it)
  own.add(fresh.solutionId)
  const first = async () =>
    (
      await it.db.query<{ at: Date | null }>(
        'first',
        'select first_verification_at as at from captcha.sites where solution_id = $1',
        [fresh.solutionId],
      )
    )[0]?.at
  await visitAsProbe(fresh.siteKey)
  expect(await first()).toBeNull()
  await pass(it.app, fresh.siteKey)
  expect(await first()).toBeInstanceOf(Date)
})

test('an answer of a probe counts once', async () => {
  const { verificationId, body, headers } = await visitAsProbe()
  const again = await answer(it.app, verificationId, body, headers)
  expect([again.statusCode, codeOf(again)]).toEqual([409, 'already-answered'])
})

test('a pass that was used, has expired, is of another site or host, or was made without the key is refused alike and changes nothing', async () => {
  const used = await passFor()
  await started(it.app, { siteKey: site.siteKey }, probe(used))
  const terms = { environmentId: 1, host: 'shop.example', now: it.clock.now }
  const byAttacker = createProbePasses([{ id: 1, secret: Buffer.alloc(32, 8) }], (size) => Buffer.alloc(size, 1))
  const fresh = await passFor()
  const flipped = `${fresh.slice(0, -4)}${fresh.at(-4) === 'A' ? 'B' : 'A'}${fresh.slice(-3)}`
  const late = await passFor()
  const wrong = {
    used,
    foreign: await passFor(elsewhere.siteKey),
    forged: byAttacker.issue(terms),
    'of another key': byAttacker.issue(terms).replace('bpp1.A', 'bpp1.B'),
    flipped,
    empty: '',
    cut: fresh.slice(0, -1),
    long: `${fresh}A`,
    token: (await pass(it.app, site.siteKey)).token,
  }
  const before = await traces()
  const answers = new Set<string>()
  const refuse = async (shown: string, name: string) => {
    const answered = await start(it.app, { siteKey: site.siteKey }, probe(shown))
    expect([answered.statusCode, codeOf(answered)], name).toEqual([400, 'token-invalid'])
    answers.add(answered.json().detail)
  }
  for (const [name, shown] of Object.entries(wrong)) await refuse(shown, name)
  it.clock.now += 121_000
  await refuse(late, 'late')
  it.clock.now -= 121_000
  expect(answers.size).toBe(1)
  expect(await traces()).toEqual(before)
  // What was refused for its form alone is as good as before.
  await started(it.app, { siteKey: site.siteKey }, probe(fresh))
})

test('parallel uses of one pass over two processes: one counts', async () => {
  const beside = await cluster.startService({ beside: it })
  const headers = probe(await passFor())
  const both = await Promise.all(
    [it, beside, it, beside].map(({ app }) => start(app, { siteKey: site.siteKey }, headers)),
  )
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400, 400, 400])
})

test('only monitoring of the same owner, or one that the site names, gets a pass, and only for hosts of the site', async () => {
  const { monitored } = it.service
  const ask = (by: string, host = 'shop.example', siteKey = site.siteKey) => monitored.issuePass({ siteKey, host, by })
  expect(await ask(stranger)).toBeNull()
  expect(await ask(monitoring, 'evil.example')).toBeNull()
  expect(await ask(monitoring, 'shop.example', 'bsk_unknown')).toBeNull()
  expect(await monitored.findSite(site.siteKey, stranger)).toEqual({ solutionId: site.solutionId, letsIn: false })
  const named = await makeSite(it)
  it.roles.set(`ada ${named.solutionId}`, 'ADMIN')
  const url = `/captcha/v1/sites/${named.solutionId}/settings`
  const settings = (await it.app.inject({ url, headers: { cookie: 'ada' } })).json()
  const put = (monitoredBy: unknown) =>
    it.app.inject({ method: 'PUT', url, headers: { cookie: 'ada' }, payload: { ...settings, monitoredBy } })
  for (const bad of [[stranger, stranger], ['shop.example'], 'all'])
    expect((await put(bad)).json()).toMatchObject({ code: 'validation-failed' })
  expect((await put([stranger])).statusCode).toBe(200)
  await expect.poll(() => ask(stranger, 'shop.example', named.siteKey), { timeout: 20_000 }).not.toBeNull()
})
