import type { Database } from '@bollard/database'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createSiteFeed, type FeedItem } from './site-feed.ts'

const pollMs = 700
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  onTestFinished(() => void vi.useRealTimers())
})

/** A feed over sites whose results were fetched at these times, and how often the database was asked. */
function startFeed() {
  const fetched: { verification_id: string; fetched_at: Date }[] = []
  const asked: string[] = []
  const db = {
    query: async (name: string, _text: string, values: readonly unknown[]) => {
      asked.push(name)
      const after = values[1]
      return name === 'captcha-live-fetched' && after instanceof Date
        ? fetched.filter(({ fetched_at }) => fetched_at > after)
        : []
    },
  } as unknown as Database
  const errors: unknown[] = []
  const feed = createSiteFeed({
    db,
    now: Date.now,
    verificationMsMax: 1_200_000,
    groupOf: () => 'any',
    nameOfNetwork: () => null,
    pollMs,
    onError: (error) => errors.push(error),
  })
  onTestFinished(() => {
    feed.close()
    expect(errors).toEqual([])
  })
  return {
    feed,
    asked,
    /** Fetches a result now. */
    fetch: (verification_id: string) => fetched.push({ verification_id, fetched_at: new Date() }),
    listen(siteId: number, since = Date.now()) {
      const told: string[] = []
      const tell = (items: readonly FeedItem[]): void => {
        for (const { event } of items) if (event.kind === 'fetched') told.push(event.verificationId)
      }
      const stop = feed.subscribe({ id: siteId, solutionId: 'a solution', matches: null }, since, tell)
      return { told, stop }
    },
  }
}

test('a thousand listeners of a site cost as many queries as one, and each is told everything once', async () => {
  const it = startFeed()
  const listeners = Array.from({ length: 1_000 }, () => it.listen(1))
  await vi.advanceTimersByTimeAsync(0)
  expect(it.asked).toHaveLength(2)
  for (const id of ['a', 'b', 'c']) {
    await vi.advanceTimersByTimeAsync(10)
    it.fetch(id)
    await vi.advanceTimersByTimeAsync(pollMs)
  }
  await vi.advanceTimersByTimeAsync(10 * pollMs)
  expect(it.asked.length).toBeLessThanOrEqual(2 * 15)
  for (const { told } of listeners) expect(told).toEqual(['a', 'b', 'c'])
})

test('a listener that comes back is told at once what it missed, and nobody else hears it again', async () => {
  const it = startFeed()
  const there = it.listen(1)
  const gone = Date.now()
  await vi.advanceTimersByTimeAsync(10)
  it.fetch('missed')
  await vi.advanceTimersByTimeAsync(30_000)
  const back = it.listen(1, gone)
  const fresh = it.listen(1)
  await vi.advanceTimersByTimeAsync(1)
  expect([there.told, back.told, fresh.told]).toEqual([['missed'], ['missed'], []])
  await vi.advanceTimersByTimeAsync(10 * pollMs)
  it.fetch('news')
  await vi.advanceTimersByTimeAsync(10 * pollMs)
  expect([there.told, back.told, fresh.told]).toEqual([['missed', 'news'], ['missed', 'news'], ['news']])
})

test('each site is asked for while somebody listens, and no longer', async () => {
  const it = startFeed()
  const [one, two] = [it.listen(1), it.listen(2)]
  await vi.advanceTimersByTimeAsync(0)
  expect(it.asked).toHaveLength(4)
  one.stop()
  it.asked.length = 0
  await vi.advanceTimersByTimeAsync(pollMs)
  expect(it.asked).toHaveLength(2)
  two.stop()
  it.asked.length = 0
  await vi.advanceTimersByTimeAsync(10 * pollMs)
  expect(it.asked).toEqual([])
  const again = it.listen(2)
  await vi.advanceTimersByTimeAsync(10)
  it.fetch('later')
  await vi.advanceTimersByTimeAsync(pollMs)
  expect([again.told, two.told]).toEqual([['later'], []])
})
