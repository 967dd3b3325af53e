import { writeVerdicts } from '@bollard/bot-score'
import { permutationOf, sealVerdicts } from '@bollard/proof-of-work/server'
import { collectedFor } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { readReasons } from '../../records/store/stored-reasons.ts'
import { chromium, solve } from '../../testing/browser.ts'
import { rolledCount } from '../../testing/rolled-counts.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { answer, start, started } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService({
  trustedProxies: ['127.0.0.1'],
  budgets: { network: 2, hosting: 4, hostingTickets: 1, doubtful: 1 },
  lookUpNetwork: (address) => ({ asn: 64_500, country: null, kind: address.startsWith('30.') ? 'hosting' : 'access' }),
})
const lane = await it.app.listen({ port: 0, host: '127.0.0.1' })
const { host: _, ...sent } = chromium
const from = (address: string) => ({ ...chromium, 'x-forwarded-for': address })

/** A network of servers that has used up its budget at a new site. */
async function usedUp(address: string) {
  const site = await makeSite(it)
  for (let n = 0; n < 4; n += 1) await started(it.app, { siteKey: site.siteKey }, from(address))
  return site
}

test('a network of servers over its budget is told when to come back, and with its ticket gets the hardest first challenge', async () => {
  const site = await usedUp('30.1.1.1')
  const refused = await start(it.app, { siteKey: site.siteKey }, from('30.1.1.2'))
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '20'])
  expect(refused.headers['access-control-expose-headers']).toBe('retry-after')
  expect(refused.json()).toMatchObject({ code: 'throttled', retryAfterSeconds: 20 })
  const { ticket } = refused.json()
  expect(ticket.length).toBeLessThanOrEqual(128)

  it.clock.now += 5_000
  const early = await start(it.app, { siteKey: site.siteKey, ticket }, from('30.1.1.2'))
  expect([early.statusCode, early.json().retryAfterSeconds, early.json().ticket]).toEqual([429, 15, ticket])
  it.clock.now += 15_000
  const elsewhere = await start(it.app, { siteKey: site.siteKey, ticket }, from('30.1.2.2'))
  expect(elsewhere.statusCode).toBe(201)
  const admitted = await start(it.app, { siteKey: site.siteKey, ticket }, from('30.1.1.9'))
  expect(admitted.statusCode).toBe(201)
  const ordinary = await started(it.app, { siteKey: (await makeSite(it)).siteKey }, from('30.9.9.9'))
  // 2^12 hashes in these tests, in place of 2^10 and what speaks against servers.
  expect(ordinary.challenge.target / admitted.json().challenge.target).toBeGreaterThan(2.5)
  const again = await start(it.app, { siteKey: site.siteKey, ticket }, from('30.1.1.9'))
  expect(again.statusCode).toBe(429)
  // No ticket is left, so only the end of the hour helps.
  expect(again.json()).not.toHaveProperty('ticket')
  expect(Number(again.headers['retry-after'])).toBeGreaterThan(600)
  await it.service.drain()
})

test('the lane says the same as the full server, and pages may read when to come back', async () => {
  const site = await usedUp('30.2.2.2')
  const answers = []
  for (const query of ['', '?full']) {
    const response = await fetch(`${lane}/captcha/v1/verifications${query}`, {
      method: 'POST',
      headers: { ...sent, 'x-forwarded-for': '30.2.2.2' },
      body: JSON.stringify({ siteKey: site.siteKey }),
    })
    const { code, status, retryAfterSeconds } = Object(await response.json())
    answers.push([
      response.status,
      response.headers.get('access-control-expose-headers'),
      response.headers.has('retry-after'),
      code,
      status,
      retryAfterSeconds > 0,
    ])
  }
  expect(answers).toEqual([
    [429, 'retry-after', true, 'throttled', 429, true],
    [429, 'retry-after', true, 'throttled', 429, true],
  ])
})

test('what the budget did stands in the log as a reason with its bits, and does not touch the score', async () => {
  const site = await makeSite(it)
  const headers = from('20.3.3.3')
  const rows: { score: number; reasons: string }[] = []
  for (let n = 0; n < 3; n += 1) {
    const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey }, headers)
    const solution = await solve(challenge.token)
    await answer(
      it.app,
      verificationId,
      { challenge: challenge.token, solution, workMs: 12, collected: collectedFor(challenge.token) },
      headers,
    )
    rows.push(
      ...(await it.db.query<{ score: number; reasons: string }>(
        'test-reasons',
        'select score, reasons from captcha.verifications where id = $1',
        [verificationId],
      )),
    )
  }
  expect(rows[0]?.reasons).not.toContain('network-budget')
  expect(readReasons(rows[2]?.reasons ?? '').at(-1)).toEqual(['network-budget', 0, 2])
  expect(rows[2]?.score).toBe(rows[0]?.score)
})

test('a network that hands in one made-up answer after the other is not led on, and the challenge is not burnt by that', async () => {
  const site = await makeSite(it)
  const headers = from('20.5.5.5')
  const handIn = async () => {
    const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey }, headers)
    // Some check ran and found nothing, and those that run everywhere did not.
    const bytes = writeVerdicts({ ran: [1 << 20, 0], fired: [0, 0] }, permutationOf(7))
    const body = {
      challenge: challenge.token,
      solution: await solve(challenge.token),
      workMs: 1,
      collected: { layout: 7, verdicts: sealVerdicts(bytes, challenge.token, 7) },
    }
    return {
      response: await answer(it.app, verificationId, body, headers),
      again: () => answer(it.app, verificationId, body, headers),
    }
  }
  expect((await handIn()).response.json().status).toBe('challenge')
  const second = await handIn()
  expect(second.response.statusCode).toBe(429)
  expect(second.response.json()).toMatchObject({ code: 'throttled' })
  expect(second.response.json()).not.toHaveProperty('ticket')
  expect((await second.again()).statusCode).toBe(429)
  await it.service.drain()
  expect(await rolledCount(it, 'answerThrottled')).toBe(2)
})
