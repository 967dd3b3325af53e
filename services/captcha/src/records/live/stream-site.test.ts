import { installProblems } from '@bollard/http'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { SiteFeed } from './site-feed.ts'
import { closeStreams, type OpenStreams, streamSite } from './stream-site.ts'

test('a stream ends with the session that opened it, and not because nobody could be asked', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const open: OpenStreams = new Set()
  const asked: (() => Promise<boolean>)[] = [
    async () => true,
    async () => Promise.reject(new Error('away')),
    async () => false,
  ]
  let unsubscribed = 0
  const app = Fastify()
  app.get('/', async (request, reply) => {
    const feed = { subscribe: () => () => void (unsubscribed += 1), close: () => {} }
    const site = { id: 1, solutionId: 'a solution', matches: null }
    streamSite(
      { feed, site, reader: 'ada', now: () => 0, open, mayStillRead: () => asked.shift()?.() ?? Promise.resolve(true) },
      request,
      reply,
    )
    return reply
  })
  const answer = app.inject('/')
  await vi.waitFor(() => expect(open.size).toBe(1), { timeout: 20_000 })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(open.size).toBe(1)
  await vi.advanceTimersByTimeAsync(15_000)
  expect((await answer).body).toContain('still here')
  expect(open.size).toBe(0)
  expect(unsubscribed).toBeGreaterThan(0)
})

test('who may not read any more is told nothing more, however soon it happens', async () => {
  const open: OpenStreams = new Set()
  let may = true
  let tell: (at: number) => void = () => {}
  const app = Fastify()
  app.get('/', async (request, reply) => {
    const feed: SiteFeed = {
      subscribe: (_site, _since, listener) => {
        tell = (at) =>
          listener([{ at, event: { kind: 'fetched', verificationId: `v${at}`, at: '2026-01-01T00:00:00.000Z' } }])
        return () => {}
      },
      close: () => {},
    }
    streamSite(
      {
        feed,
        site: { id: 1, solutionId: 'a solution', matches: null },
        reader: 'ada',
        now: () => 0,
        open,
        mayStillRead: async () => may,
      },
      request,
      reply,
    )
    return reply
  })
  const answer = app.inject('/')
  await vi.waitFor(() => expect(open.size).toBe(1), { timeout: 20_000 })
  tell(1)
  tell(2)
  await new Promise((resolve) => void setImmediate(resolve))
  may = false
  tell(3)
  tell(4)
  const { body } = await answer
  expect(body.match(/"v\d"/gu)).toEqual(['"v1"', '"v2"'])
  expect(open.size).toBe(0)
})

test('one reader cannot take the streams of everybody', async () => {
  const open: OpenStreams = new Set(
    Array.from({ length: 20 }, (_, siteId) => ({ siteId, reader: 'ada', close: () => {} })),
  )
  const app = Fastify()
  installProblems(app)
  const feed = { subscribe: () => () => {}, close: () => {} }
  for (const reader of ['ada', 'bert'])
    app.get(`/${reader}`, async (request, reply) => {
      streamSite(
        {
          feed,
          site: { id: 99, solutionId: 'x', matches: null },
          reader,
          now: () => 0,
          open,
          mayStillRead: async () => true,
        },
        request,
        reply,
      )
      return reply
    })
  expect((await app.inject('/ada')).statusCode).toBe(429)
  const other = app.inject('/bert')
  await vi.waitFor(() => expect(open.size).toBe(21), { timeout: 20_000 })
  for (const { close } of open) close()
  expect((await other).statusCode).toBe(200)
})

test('once streams are ended, one that is opened ends at once, and its reader comes back', async () => {
  const open: OpenStreams = new Set()
  const app = Fastify()
  const feed: SiteFeed = { subscribe: () => () => {}, close: () => {} }
  const site = { id: 1, solutionId: 'a solution', matches: null }
  app.get('/', async (request, reply) => {
    streamSite({ feed, site, reader: 'ada', now: () => 0, open, mayStillRead: async () => true }, request, reply)
    return reply
  })
  const first = app.inject('/')
  await vi.waitFor(() => expect(open.size).toBe(1), { timeout: 20_000 })
  closeStreams(open)
  for (const answer of [await first, await app.inject('/')])
    expect([answer.statusCode, answer.body]).toEqual([200, 'retry: 2000\n\n'])
  expect(open.size).toBe(0)
})
