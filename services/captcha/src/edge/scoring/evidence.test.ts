import { collectedFor } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { chromium, solve } from '../../testing/browser.ts'
import { setSettings } from '../../testing/set-settings.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { answer, codeOf, start, started, visit } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const site = await makeSite(it)

/** Codes of the evidence as the owner's log has them. */
async function reasonsOf(verificationId: string): Promise<string[]> {
  const [row] = await it.db.query<{ reasons: string }>(
    'test-codes',
    'select reasons from captcha.verifications where id = $1 order by round desc',
    [verificationId],
  )
  return (row?.reasons ?? '').split(' ')
}

test('a script that runs no browser is refused; the owner hears why, and the script does not', async () => {
  const headers = {
    origin: 'https://shop.example',
    'user-agent': 'python-requests/2.32',
    'content-type': 'application/json',
  }
  const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey }, headers)
  const body = { challenge: challenge.token, solution: await solve(challenge.token), workMs: 1 }
  const { status, reasons } = (await answer(it.app, verificationId, body, headers)).json()
  expect(status).toBe('refused')
  expect(reasons).toEqual([])
  expect(await reasonsOf(verificationId)).toEqual(expect.arrayContaining(['http-client', 'collector-missing']))
})

test('doubt leads to one harder challenge of the same verification, after which the visitor passes as flagged', async () => {
  const doubtful = ['debugger-protocol', 'emulated-viewport', 'small-screen', 'untrusted-click']
  const first = await visit(it.app, site.siteKey, { collected: doubtful })
  if (first.answered?.status !== 'challenge') throw new Error(first.response.body)
  expect(first.answered.verificationId).toBe(first.verificationId)
  expect(first.answered.challenge.target).toBeLessThan(first.challenge.target)
  const { token } = first.answered.challenge
  // The second round shows nothing: what the first one told must still count.
  const second = await answer(it.app, first.verificationId, {
    challenge: token,
    solution: await solve(token),
    workMs: 5,
    collected: collectedFor(token, []),
  })
  expect(second.json()).toMatchObject({ status: 'passed' })
  const rows = await it.db.query<{ round: number; outcome: number }>(
    'test-rounds',
    'select round, outcome from captcha.verifications where id = $1 order by round',
    [first.verificationId],
  )
  expect(rows).toEqual([
    { round: 0, outcome: 3 },
    { round: 1, outcome: 1 },
  ])
})

test('another user agent in the answer counts against the visitor', async () => {
  const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey })
  const headers = {
    ...chromium,
    'user-agent': chromium['user-agent'].replace('156', '157'),
    'sec-ch-ua': chromium['sec-ch-ua'].replace('156', '157'),
  }
  await answer(
    it.app,
    verificationId,
    {
      challenge: challenge.token,
      solution: await solve(challenge.token),
      workMs: 1,
      collected: collectedFor(challenge.token),
    },
    headers,
  )
  expect(await reasonsOf(verificationId)).toContain('user-agent-changed')
})

test('verdicts count for the challenge that they were sealed for, and for no other', async () => {
  const [mine, other] = await Promise.all([
    started(it.app, { siteKey: site.siteKey }),
    started(it.app, { siteKey: site.siteKey }),
  ])
  const body = { challenge: mine.challenge.token, solution: await solve(mine.challenge.token), workMs: 1 }
  const forged = await answer(it.app, mine.verificationId, { ...body, collected: collectedFor(other.challenge.token) })
  expect(forged.json()).toMatchObject({ status: 'refused', reasons: [] })
  expect(await reasonsOf(mine.verificationId)).toContain('collector-forged')
  const madeUp = await started(it.app, { siteKey: site.siteKey })
  const { challenge } = madeUp
  const nonsense = {
    challenge: challenge.token,
    solution: await solve(challenge.token),
    workMs: 1,
    collected: { layout: 1, verdicts: 'A'.repeat(27) },
  }
  expect((await answer(it.app, madeUp.verificationId, nonsense)).json()).toMatchObject({
    status: 'refused',
    reasons: [],
  })
  expect(await reasonsOf(madeUp.verificationId)).toContain('collector-forged')
})

test('a site in minimal data mode asks for no verdicts, holds their absence against nobody, and uses none that come', async () => {
  const minimal = await makeSite(it)
  await setSettings(it, minimal, { minimalData: true })
  const first = await start(it.app, { siteKey: minimal.siteKey })
  expect(first.json()).toMatchObject({ collect: false })
  expect((await start(it.app, { siteKey: site.siteKey })).json()).toMatchObject({ collect: true })
  for (const collected of [undefined, ['webdriver']] as const) {
    const { verificationId, challenge } = await started(it.app, { siteKey: minimal.siteKey })
    const body = { challenge: challenge.token, solution: await solve(challenge.token), workMs: 1 }
    const response = await answer(
      it.app,
      verificationId,
      collected === undefined ? body : { ...body, collected: collectedFor(challenge.token, collected) },
    )
    expect(response.json()).toMatchObject({ status: 'passed' })
    const [row] = await it.db.query<{ reasons: string }>(
      'test-reasons',
      'select reasons from captcha.verifications where id = $1',
      [verificationId],
    )
    expect(row?.reasons).toBe('')
  }
})

test('a network whose answers were wrong again and again is asked for more work, and another is not', async () => {
  const headers = { ...chromium, 'x-forwarded-for': '203.0.113.9' }
  const behind = await cluster.startService({ beside: it, trustedProxies: ['127.0.0.1'] })
  const before = await started(behind.app, { siteKey: site.siteKey }, headers)
  for (let n = 0; n < 8; n++) {
    const { verificationId, challenge } = await started(behind.app, { siteKey: site.siteKey }, headers)
    await answer(
      behind.app,
      verificationId,
      { challenge: challenge.token, solution: Buffer.alloc(128).toString('base64url'), workMs: 1 },
      headers,
    )
  }
  const after = await started(behind.app, { siteKey: site.siteKey }, headers)
  const stored = async () =>
    (await it.db.query<{ n: number }>('test-count', 'select count(*)::int as n from captcha.verifications'))[0]?.n
  const rows = await stored()
  // From now on a wrong answer is no row any more, but it is refused, burnt and counted all the same.
  const body = { challenge: after.challenge.token, solution: Buffer.alloc(128).toString('base64url'), workMs: 1 }
  expect((await answer(behind.app, after.verificationId, body, headers)).json()).toMatchObject({ status: 'refused' })
  expect(codeOf(await answer(behind.app, after.verificationId, body, headers))).toBe('already-answered')
  expect(await stored()).toBe(rows)
  expect(after.challenge.target).toBeLessThan(before.challenge.target)
  const elsewhere = await started(
    behind.app,
    { siteKey: site.siteKey },
    { ...chromium, 'x-forwarded-for': '198.51.100.9' },
  )
  expect(elsewhere.challenge.target).toBe(before.challenge.target)
})

test('a data centre makes the work harder, is stored, and stops nobody', async () => {
  const hosted = await cluster.startService({
    beside: it,
    lookUpNetwork: () => ({ asn: 24_940, country: 'DE', kind: 'hosting' }),
  })
  const plain = await started(it.app, { siteKey: site.siteKey })
  const { answered, verificationId, challenge } = await visit(hosted.app, site.siteKey)
  expect(challenge.target).toBeLessThan(plain.challenge.target)
  expect(answered?.status).toBe('passed')
  const [row] = await it.db.query<object>(
    'test-country',
    'select country, asn::int, reasons from captcha.verifications where id = $1',
    [verificationId],
  )
  expect(row).toMatchObject({ country: 'DE', asn: 24_940, reasons: expect.stringContaining('hosting-network') })
})

test('an answer that came sooner than any device can work counts against the visitor', async () => {
  const demanding = await cluster.startService({
    beside: it,
    work: { min: 2 ** 20, max: 2 ** 20, stepUpMin: 2 ** 20, stepUpMax: 2 ** 20 },
  })
  const reasonsAfter = async (ms: number) => {
    const { verificationId, challenge } = await started(demanding.app, { siteKey: site.siteKey })
    it.clock.now += ms
    await answer(demanding.app, verificationId, {
      challenge: challenge.token,
      solution: await solve(challenge.token),
      workMs: 1,
      collected: collectedFor(challenge.token),
    })
    const [row] = await it.db.query<{ reasons: string }>(
      'test-reasons',
      'select reasons from captcha.verifications where id = $1',
      [verificationId],
    )
    return row?.reasons.split(' ')
  }
  expect(await reasonsAfter(0)).toContain('work-too-fast')
  expect(await reasonsAfter(30)).not.toContain('work-too-fast')
})

test('a clock that was set back between start and answer counts against nobody, and breaks no step-up', async () => {
  const [certain, doubtful] = [
    await started(it.app, { siteKey: site.siteKey }),
    await started(it.app, { siteKey: site.siteKey }),
  ]
  const hand = async ({ verificationId, challenge: { token } }: typeof certain, fired?: readonly string[]) =>
    (
      await answer(it.app, verificationId, {
        challenge: token,
        solution: await solve(token),
        workMs: 1,
        collected: collectedFor(token, fired),
      })
    ).json()
  it.clock.now -= 3_600_000
  const answers = [
    await hand(certain),
    await hand(doubtful, ['emulated-viewport', 'small-screen', 'debugger-protocol', 'untrusted-click']),
  ]
  it.clock.now += 3_600_000
  expect(answers).toMatchObject([{ status: 'passed' }, { status: 'challenge' }])
  const [row] = await it.db.query<{ reasons: string }>(
    'test-reasons',
    'select reasons from captcha.verifications where id = $1',
    [certain.verificationId],
  )
  expect(row?.reasons).not.toContain('work-too-fast')
})

test('what was not asked for at the start is missed by no process that answers, whatever its settings say', async () => {
  const minimal = await makeSite(it)
  const beside = await cluster.startService({ beside: it })
  await started(beside.app, { siteKey: minimal.siteKey })
  await setSettings(it, minimal, { minimalData: true })
  const { verificationId, challenge } = await started(it.app, { siteKey: minimal.siteKey })
  const body = { challenge: challenge.token, solution: await solve(challenge.token), workMs: 1 }
  expect((await answer(beside.app, verificationId, body)).json()).toMatchObject({ status: 'passed' })
})
