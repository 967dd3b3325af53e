import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { OpenStreams } from './stream-site.ts'
import { streamSite } from './stream-site.ts'

test('a stream ends with the session that opened it, and not because nobody could be asked', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const open: OpenStreams = new Set()
  const asked: (() => Promise<boolean>)[] = [async () => true, async () => Promise.reject(new Error('away')), async () => false]
  let unsubscribed = 0
  const app = Fastify()
  app.get('/', async (request, reply) => {
    const feed = { subscribe: () => () => void (unsubscribed += 1), close: () => {} }
    const site = { id: 1, solutionId: 'a solution', matches: null }
    streamSite({ feed, site, now: () => 0, open, mayStillRead: () => asked.shift()?.() ?? Promise.resolve(true) }, request, reply)
    return reply
  })
  const answer = app.inject('/')
  await vi.waitFor(() => expect(open.size).toBe(1))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(open.size).toBe(1)
  await vi.advanceTimersByTimeAsync(15_000)
  expect((await answer).body).toContain('still here')
  expect(open.size).toBe(0)
  expect(unsubscribed).toBeGreaterThan(0)
})
