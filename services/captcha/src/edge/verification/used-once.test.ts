import { collectedFor } from '@bollard/testing'
import { seededRandom } from '@bollard/testing/seed'
import { afterAll, expect, test } from 'vitest'
import { chromium, solve } from '../../testing/browser.ts'
import { setSettings } from '../../testing/set-settings.ts'
import { makeSite, startCluster, type TestSite } from '../../testing/start-service.ts'
import { answer, siteverify, started } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService({ trustedProxies: ['127.0.0.1'] })
const random = seededRandom('evidence is used once')
const draw = (): number => 1 + Math.floor(random() * 0xffff_fffe)

interface Shown {
  readonly page?: number
  readonly digests?: readonly number[]
  /** Verdicts that found something; those of a hand that moves a mouse without them. */
  readonly found?: readonly string[]
}

/** One answer to a first challenge, and to a second one where there is one: how often more work was asked for, the token, the reasons. */
async function visit(site: TestSite, { found, ...shown }: Shown, address = '198.51.100.7') {
  const headers = { ...chromium, 'x-forwarded-for': address }
  let { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey }, headers)
  for (let stepUps = 0; ; stepUps++) {
    const response = await answer(
      it.app,
      verificationId,
      {
        challenge: challenge.token,
        solution: await solve(challenge.token),
        workMs: 12,
        collected: { ...collectedFor(challenge.token, found), ...shown },
      },
      headers,
    )
    const answered = response.json()
    if (response.statusCode !== 200) throw new Error(response.body)
    if (answered.status === 'challenge') {
      challenge = answered.challenge
      continue
    }
    const [row] = await it.db.query<{ reasons: string }>(
      'test-reasons',
      'select reasons from captcha.verifications where id = $1 order by round desc',
      [verificationId],
    )
    const token: string | undefined = answered.token
    return { verificationId, stepUps, token, status: String(answered.status), reasons: row?.reasons.split(' ') ?? [] }
  }
}

const redeem = (site: TestSite, token: string | undefined) =>
  siteverify(it.app, { secret: site.secretKey, response: token })

test('one genuine visit that is sealed anew eighty times pays for each time but the first', async () => {
  const site = await makeSite(it)
  const digests = [draw(), draw(), draw()]
  const visits = []
  for (let time = 0; time < 80; time++) {
    // From a network of its own each time: the budgets of networks are another matter.
    visits.push(
      await visit(
        site,
        { page: draw(), digests, found: ['real-pointer-movement', 'coalesced-movement'] },
        `198.18.${time}.7`,
      ),
    )
  }
  expect(visits.map(({ stepUps }) => stepUps)).toEqual([0, ...Array<number>(79).fill(1)])
  expect(visits.slice(1).every(({ reasons }) => reasons.includes('interaction-repeated'))).toBe(true)
  // Doubt asks for more work and stops nobody.
  expect(visits.every(({ status }) => status === 'passed')).toBe(true)
})

test('a recording that leaves out one of its parts is still the same, and one that is new is not', async () => {
  const site = await makeSite(it)
  const [keys, moves, presses] = [draw(), draw(), draw()]
  await visit(site, { page: 1, digests: [keys, moves, presses] })
  expect((await visit(site, { page: 2, digests: [keys, moves, 0] })).stepUps).toBe(1)
  expect((await visit(site, { page: 3, digests: [keys, draw(), draw()] })).stepUps).toBe(0)
  expect((await visit(await makeSite(it), { page: 4, digests: [keys, moves, presses] })).stepUps).toBe(0)
})

test('a visitor whose answer was lost sends the same hands from the same page once more, and pays nothing', async () => {
  const site = await makeSite(it)
  const shown = { page: draw(), digests: [draw(), draw(), draw()] }
  const stepUps = []
  // A program that draws tokens ahead and has none of them verified meanwhile pays from the third on.
  for (let time = 0; time < 5; time++) stepUps.push((await visit(site, shown)).stepUps)
  expect(stepUps).toEqual([0, 0, 1, 1, 1])
})

test('a recording that is played twenty times at once is worth one token without more work', async () => {
  const site = await makeSite(it)
  const digests = [draw(), draw(), draw()]
  const prepared = []
  for (let time = 0; time < 20; time++) {
    const headers = { ...chromium, 'x-forwarded-for': `198.19.${time}.7` }
    const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey }, headers)
    const body = {
      challenge: challenge.token,
      solution: await solve(challenge.token),
      workMs: 12,
      collected: { ...collectedFor(challenge.token), page: draw(), digests },
    }
    prepared.push(() => answer(it.app, verificationId, body, headers))
  }
  const answers = await Promise.all(prepared.map((send) => send()))
  const said = answers.map((response) => response.json<{ status: string }>().status)
  expect(said.filter((status) => status === 'passed')).toHaveLength(1)
  expect(said.filter((status) => status === 'challenge')).toHaveLength(19)
})

test('twenty-five tokens of one page: two are free, hands vouch for none of the others, and nobody is refused', async () => {
  const site = await makeSite(it)
  const page = draw()
  const stepUps = []
  for (let time = 0; time < 25; time++) {
    // One second of mouse movement was shown with the first token; the widget has emptied the hands since.
    const found = time === 0 ? ['real-pointer-movement', 'coalesced-movement'] : []
    const made = await visit(site, { page, digests: [0, 0, 0], found })
    expect(made.status).toBe('passed')
    expect(await redeem(site, made.token)).toMatchObject({ success: true })
    stepUps.push(made.stepUps)
  }
  expect(stepUps).toEqual([0, 0, ...Array<number>(23).fill(1)])
})

test('thirty tokens an hour of a page in which somebody works cost work at most, and tokens that nobody used cost nothing', async () => {
  const site = await makeSite(it)
  const page = draw()
  for (let time = 0; time < 30; time++) {
    expect(await visit(site, { page, digests: [0, 0, 0], found: [] })).toMatchObject({ status: 'passed', stepUps: 0 })
    it.clock.now += 120_000
  }
  const used = []
  for (let time = 0; time < 30; time++) {
    const made = await visit(site, { page, digests: [draw(), draw(), draw()] })
    await redeem(site, made.token)
    used.push([made.status, made.stepUps <= 1])
    it.clock.now += 120_000
  }
  expect(used).toEqual(Array(30).fill(['passed', true]))
})

test('a server that asks by the id of the verification counts like one that has the token', async () => {
  const site = await makeSite(it)
  const page = draw()
  for (let time = 0; time < 2; time++) {
    const { verificationId } = await visit(site, { page, found: [] })
    const response = await it.app.inject({
      url: `/captcha/v1/verifications/${verificationId}/result`,
      headers: { authorization: `Bearer ${site.secretKey}` },
    })
    expect(response.statusCode).toBe(200)
  }
  expect(await visit(site, { page, found: [] })).toMatchObject({ stepUps: 1, status: 'passed' })
})

test('two hundred visitors of one network who use nothing but their keyboard are not asked for more', async () => {
  const site = await makeSite(it)
  const asked = []
  for (let visitor = 0; visitor < 200; visitor++) {
    const made = await visit(site, { page: draw(), digests: [draw(), 0, 0], found: [] }, `203.0.113.${visitor}`)
    await redeem(site, made.token)
    if (made.stepUps > 0 || made.status !== 'passed') asked.push(made)
    it.clock.now += 15_000
  }
  expect(asked).toEqual([])
})

test.for([
  ['a password manager that fills in and sends', ['focus-without-cause', 'input-without-keys', 'form-without-hands']],
  ['speech that is written down', ['input-without-keys', 'text-at-once', 'untrusted-click']],
  ['an extension that presses for the keyboard', ['untrusted-click', 'focus-without-cause', 'form-without-hands']],
  ['a switch that clicks by waiting, and a text expander', ['instant-press', 'short-key-hold', 'inhuman-typing']],
  ['a browser under Wayland whose window stands beside another screen', ['fractional-time']],
  ['pasted text', ['text-at-once']],
  ['a page that was opened before the widget named pages', []],
] as const)('%s is not asked for more', async ([, found]) => {
  const site = await makeSite(it)
  expect(await visit(site, { found })).toMatchObject({ stepUps: 0, status: 'passed' })
})

test('in minimal data mode nothing of this is looked at, sent or not', async () => {
  const site = await makeSite(it)
  await setSettings(it, site, { minimalData: true })
  const shown = { page: draw(), digests: [draw(), draw(), draw()] }
  for (let time = 0; time < 4; time++) {
    const made = await visit(site, { ...shown, page: time === 0 ? shown.page : draw() })
    expect([made.stepUps, made.status]).toEqual([0, 'passed'])
    await redeem(site, made.token)
  }
})
