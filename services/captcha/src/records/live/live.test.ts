import { liveEventSchema } from '@bollard/contracts'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { makeSite, startCluster, type TestService } from '../../testing/start-service.ts'
import { pass, siteverify, visit } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
// The stream follows the real clock, as its reader does.
const it = await cluster.startService({ now: () => Date.now() })
const beside = await cluster.startService({ beside: it, now: () => Date.now() })
/** Looks for news as often as no server does. */
const quick = await cluster.startService({ beside: it, now: () => Date.now(), followLogMs: 50 })
const site = await makeSite(it)
const soon = { timeout: 20_000, interval: 20 }
it.roles.set(`vera ${site.solutionId}`, 'VIEWER')
for (const { app } of [it, quick]) await app.listen({ port: 0, host: '127.0.0.1' })

async function listen({ app }: TestService, headers: Record<string, string> = {}, query = '') {
  const abort = new AbortController()
  const response = await fetch(`${app.listeningOrigin}/captcha/v1/sites/${site.solutionId}/live${query}`, {
    headers: { cookie: 'vera', ...headers },
    signal: abort.signal,
  })
  const events: { id: string; data: unknown }[] = []
  let ended = false
  const reading = (async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^data: (.*)$/mu.exec(block)?.[1]
        if (data !== undefined) events.push({ id: /^id: (.*)$/mu.exec(block)?.[1] ?? '', data: JSON.parse(data) })
      }
    }
    ended = true
  })().catch(() => undefined)
  return { response, events, close: () => abort.abort(), reading, isEnded: () => ended }
}

test('a verification made in another process reaches a listener within two seconds, once, and so does its fetching', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  const stream = await listen(it)
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
  const { verificationId, token } = await pass(beside.app, site.siteKey)
  await expect.poll(() => stream.events.length, soon).toBe(1)
  // How often it looks; how long a busy machine takes for the rest says nothing about it.
  expect(timers).toHaveBeenCalledWith(expect.any(Function), 700)
  expect(liveEventSchema.parse(stream.events[0]?.data)).toMatchObject({
    kind: 'verification',
    verification: { verificationId, outcome: 'PASSED' },
  })
  await siteverify(beside.app, { secret: site.secretKey, response: token })
  await expect.poll(() => stream.events.length, soon).toBe(2)
  expect(liveEventSchema.parse(stream.events[1]?.data)).toMatchObject({ kind: 'fetched', verificationId })
  const next = await pass(it.app, site.siteKey)
  await expect.poll(() => stream.events.length, soon).toBe(3)
  expect(stream.events[2]?.data).toMatchObject({ verification: { verificationId: next.verificationId } })
  stream.close()
})

test('a reader with a filter is told only of verifications that fit it', async () => {
  const [refused, byRule] = [
    await listen(quick, {}, '?outcome=REFUSED,FLAGGED'),
    await listen(quick, {}, '?outcome=PASSED&decision=RULE'),
  ]
  await pass(beside.app, site.siteKey)
  const bot = await visit(beside.app, site.siteKey, { collected: ['webdriver'] })
  await expect.poll(() => refused.events.length, soon).toBe(1)
  expect(refused.events[0]?.data).toMatchObject({
    kind: 'verification',
    verification: { verificationId: bot.verificationId, outcome: 'REFUSED' },
  })
  expect(byRule.events).toEqual([])
  refused.close()
  byRule.close()
})

test('a reader that comes back gets what it missed', async () => {
  const first = await listen(quick)
  await pass(it.app, site.siteKey)
  await expect.poll(() => first.events.length, soon).toBe(1)
  first.close()
  const missed = await pass(it.app, site.siteKey)
  const second = await listen(quick, { 'last-event-id': first.events[0]?.id ?? '' })
  await expect.poll(() => second.events.length, soon).toBe(1)
  expect(second.events[0]?.data).toMatchObject({ verification: { verificationId: missed.verificationId } })
  second.close()
})

test('no site has more than so many live views open', async () => {
  const streams = await Promise.all(Array.from({ length: 21 }, () => listen(it)))
  expect(streams.map(({ response }) => response.status).toSorted()).toEqual([
    ...Array.from({ length: 20 }, () => 200),
    429,
  ])
  for (const { close } of streams) close()
  await expect
    .poll(async () => {
      const next = await listen(it)
      next.close()
      return next.response.status
    })
    .toBe(200)
})

test('draining ends every stream', async () => {
  const stream = await listen(it)
  await it.service.drain()
  await stream.reading
  expect(stream.isEnded()).toBe(true)
})
