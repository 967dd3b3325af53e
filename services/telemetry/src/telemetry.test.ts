import { randomUUID } from 'node:crypto'
import type { PagePerformance, PageViews, Problem, Replay, ReplayBatch, ViewShare } from '@bollard/contracts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startService } from './testing/start-service.ts'

const it = await startService()
afterAll(() => it.stop())
beforeEach(async () => {
  // Limits begin anew, and so does the day.
  it.clock.now = new Date(it.clock.now.getTime() + 86_400_000)
  it.from.ip = '192.0.2.1'
  await it.db.query(
    'test-empty',
    'truncate telemetry.page_views, telemetry.performance_counts, telemetry.replays, telemetry.replay_batches',
    [],
  )
})

const landing = '/products/captcha'
const view = (more: object = {}, headers: Record<string, string> = {}) =>
  it.call(
    null,
    'POST',
    '/page-views',
    { path: landing, language: 'en', referrer: null, device: 'computer', ...more },
    headers,
  )
const measure = (events: object[], path = landing) => it.call(null, 'POST', '/performance-events', { path, events })
const meta = JSON.stringify({ type: 4, data: { href: '/en/products/captcha' }, timestamp: 1 })
const typed = (text: unknown, isChecked: unknown = false) =>
  JSON.stringify({ type: 3, data: { source: 5, id: 7, text, isChecked }, timestamp: 2 })
const batch = (more: object = {}) =>
  it.call(null, 'POST', '/replay-batches', {
    visit: '8d6f0f0e-8b8e-4c53-9c4e-0d1f5b2f7a11',
    number: 0,
    path: landing,
    language: 'en',
    device: 'phone',
    events: [meta],
    ...more,
  })
const asOperator = async <Body>(path: string) => (await it.call('operator', 'GET', path)).json<Body>()
const replays = async () => (await asOperator<{ items: Replay[] }>('/replays')).items
const refused = async (answer: Promise<{ json<Body>(): Body }>) => (await answer).json<Problem>()

test('views are counted by day and page, and by each other thing alone; no address is stored', async () => {
  for (const [more, ip] of [
    [{ referrer: 'search.example' }, '192.0.2.1'],
    [{ referrer: 'search.example', device: 'phone', language: 'de' }, '192.0.2.1'],
    [{ path: '/learn' }, '203.0.113.5'],
  ] as const) {
    it.from.ip = ip
    expect((await view(more)).status).toBe(204)
  }
  const day = it.clock.now.toISOString().slice(0, 10)
  expect((await asOperator<{ items: PageViews[] }>('/page-views')).items).toEqual([
    { day, path: landing, views: 2 },
    { day, path: '/learn', views: 1 },
  ])
  const shares = async (of: string) =>
    (await asOperator<{ items: ViewShare[] }>(`/page-views/shares?of=${of}`)).items.map(({ value, views }) => [
      value,
      views,
    ])
  expect(await shares('referrer')).toEqual([
    ['search.example', 2],
    ['', 1],
  ])
  expect(await shares('country')).toEqual([
    ['DE', 2],
    ['', 1],
  ])
  expect(await shares('device')).toEqual([
    ['computer', 2],
    ['phone', 1],
  ])
  const rows = JSON.stringify(await it.db.query('test-all-views', 'select * from telemetry.page_views', []))
  expect(rows).not.toMatch(/192\.0|203\.0/u)
})

test('made-up referrers fill nothing beyond a day’s room, and pages still count', async () => {
  await it.db.query(
    'test-fill-views',
    `insert into telemetry.page_views select $1::date, '/learn', 'referrer', 'r' || n, 1 from generate_series(1, 3000) n`,
    [it.clock.now.toISOString().slice(0, 10)],
  )
  await view({ referrer: 'one-more.example' })
  await view({ path: '/learn', referrer: 'r7' })
  const { items } = await asOperator<{ items: ViewShare[] }>('/page-views/shares?of=referrer')
  expect(items[0]).toEqual({ value: 'r7', views: 2 })
  expect(items.some(({ value }) => value === 'one-more.example')).toBe(false)
  expect((await asOperator<{ items: PageViews[] }>('/page-views')).items).toHaveLength(2)
})

test('percentiles of a page are within 3 % of what was measured', async () => {
  for (let at = 0; at < 100; at += 50)
    await measure(Array.from({ length: 50 }, (_, n) => ({ metric: 'LCP', value: (at + n + 1) * 20 })))
  await measure([{ metric: 'CLS', value: 0 }], '/learn')
  const { items } = await asOperator<{ items: PagePerformance[] }>('/performance-events')
  expect(items.map(({ path, metric, events }) => [path, metric, events])).toEqual([
    [landing, 'LCP', 100],
    ['/learn', 'CLS', 1],
  ])
  const [lcp, cls] = items
  for (const [told, real] of [
    [lcp?.p50, 1000],
    [lcp?.p75, 1500],
    [lcp?.p95, 1900],
  ] as const)
    expect(Math.abs((told ?? 0) / real - 1)).toBeLessThan(0.03)
  expect([cls?.p50, cls?.p95]).toEqual([0, 0])
})

test('a replay is one visit in the order of its batches; a repeated batch counts once, and its key is shown to nobody', async () => {
  await batch()
  await batch({ number: 2, path: '/learn', events: [meta, typed('***')] })
  await batch({ number: 1 })
  await Promise.all([batch({ number: 1 }), batch({ number: 1 })])
  expect((await refused(batch({ number: 1, path: '/learn', events: [meta, meta] }))).code).toBe('state-conflict')
  const [replay, ...others] = await replays()
  expect(others).toEqual([])
  expect(replay).toMatchObject({ path: landing, device: 'phone', language: 'en', country: 'DE', batches: 3 })
  expect(replay?.characters).toBe(3 * meta.length + typed('***').length)
  const read = (query: string) =>
    asOperator<{ items: ReplayBatch[]; nextFrom: number | null }>(`/replays/${replay?.id}/batches${query}`)
  const first = await read('?limit=2')
  expect([first.items.map(({ number }) => number), first.nextFrom]).toEqual([[0, 1], 2])
  expect(await read('?from=2')).toEqual({
    items: [{ number: 2, path: '/learn', events: [meta, typed('***')] }],
    nextFrom: null,
  })
  expect(JSON.stringify([replay, first])).not.toContain('8d6f0f0e')
})

test.for([
  ['typed text', typed('secret')],
  ['a chosen box', typed('', true)],
  ['an input without text', typed(undefined)],
  ['what is no JSON', '{"type":'],
  ['what is no event', '[]'],
  ['an event of a page’s own', JSON.stringify({ type: 5, data: { tag: 'x', payload: 'x' }, timestamp: 1 })],
  ['an event with more', JSON.stringify({ type: 4, data: {}, timestamp: 1, ip: '::1' })],
] as const)('a batch with %s is refused whole', async ([, event]) => {
  const { code, errors } = await refused(batch({ events: [meta, event] }))
  expect([code, errors?.[0]?.pointer]).toEqual(['validation-failed', '/events/1'])
  expect(await replays()).toEqual([])
})

test('a replay ends after half an hour, and once it is full', async () => {
  await batch()
  it.clock.now = new Date(it.clock.now.getTime() + 32 * 60_000)
  expect((await refused(batch({ number: 1 }))).code).toBe('quota-exceeded')
  const visit = randomUUID()
  await batch({ visit })
  await it.db.query('test-fill-replay', 'update telemetry.replays set characters = 8000000 where visit = $1', [visit])
  expect((await refused(batch({ visit, number: 1 }))).code).toBe('quota-exceeded')
  await it.db.query('test-fill-day', 'update telemetry.replays set characters = 2000000000', [])
  expect((await refused(batch({ visit: randomUUID() }))).code).toBe('quota-exceeded')
  expect((await replays()).map(({ batches }) => batches)).toEqual([1, 1])
})

test.for([
  ['page-views', { path: 'https://evil.example/' }, '/path'],
  ['page-views', { language: 'xx' }, '/language'],
  ['page-views', { referrer: 'search.example/?q=secret' }, '/referrer'],
  ['page-views', { device: 'iPhone 17' }, '/device'],
  ['page-views', { userAgent: 'Mozilla' }, '/userAgent'],
] as const)('%s with %j is refused by the name of its field', async ([, more, pointer]) => {
  expect((await refused(view(more))).errors?.[0]?.pointer).toBe(pointer)
})

test.for([
  [{ metric: 'LCP', value: -1 }, '/events/0/value'],
  [{ metric: 'LCP', value: 1.5 }, '/events/0/value'],
  [{ metric: 'LCP', value: 600_001 }, '/events/0/value'],
  [{ metric: 'TIME', value: 1 }, '/events/0/metric'],
] as const)('the performance event %j is refused by the name of its field', async ([event, pointer]) => {
  expect((await refused(measure([event]))).errors?.[0]?.pointer).toBe(pointer)
})

test('81 events at once are too many, and so is a batch of a megabyte and a half', async () => {
  const events = Array.from({ length: 81 }, () => ({ metric: 'INP', value: 40 }))
  expect((await refused(measure(events))).errors?.[0]?.code).toBe('too-long')
  const large = JSON.stringify({ type: 2, data: { node: 'x'.repeat(699_000) }, timestamp: 1 })
  expect((await batch({ events: [large] })).status).toBe(204)
  expect((await batch({ events: [large, large] })).status).toBe(413)
})

test('nobody reports without end, and another address is not kept from it', async () => {
  const statuses: number[] = []
  for (let round = 0; round < 121; round += 1) statuses.push((await batch({ number: 0 })).status)
  expect([statuses.filter((status) => status === 204).length, statuses.at(-1)]).toEqual([120, 429])
  it.from.ip = '203.0.113.5'
  expect((await batch()).status).toBe(204)
})

test('a page of another origin reports nothing', async () => {
  const answer = view({}, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })
  expect((await refused(answer)).code).toBe('cross-site-request')
})

test('what was reported is for operators alone, and whoever watches or deletes a replay is written down', async () => {
  await batch()
  const [replay] = await replays()
  const paths = ['/page-views', '/page-views/shares?of=country', '/performance-events', '/replays']
  for (const path of [...paths, `/replays/${replay?.id}`, `/replays/${replay?.id}/batches`]) {
    expect((await refused(it.call('ada', 'GET', path))).code).toBe('forbidden')
    expect((await refused(it.call(null, 'GET', path))).code).toBe('unauthenticated')
  }
  expect((await refused(it.call('ada', 'DELETE', `/replays/${replay?.id}`))).code).toBe('forbidden')
  expect(await asOperator<Replay>(`/replays/${replay?.id}`)).toEqual(replay)
  await it.call('operator', 'GET', `/replays/${replay?.id}/batches`)
  expect((await it.call('operator', 'DELETE', `/replays/${replay?.id}`)).status).toBe(204)
  expect((await refused(it.call('operator', 'DELETE', `/replays/${replay?.id}`))).code).toBe('not-found')
  for (const path of ['', '/batches'])
    expect((await refused(it.call('operator', 'GET', `/replays/${replay?.id}${path}`))).code).toBe('not-found')
  expect(await it.db.query('test-left', 'select number from telemetry.replay_batches', [])).toEqual([])
  const acts = `select action, target_id as replay from audit.entries where scope_id = 'telemetry' and target_id = $1 order by number`
  expect(await it.db.query('test-acts', acts, [replay?.id])).toEqual(
    ['replay.watched', 'replay.deleted'].map((action) => ({ action, replay: replay?.id })),
  )
})

test('replays are kept for 30 days, performance for 90 and views for 400', async () => {
  await Promise.all([view(), measure([{ metric: 'TTFB', value: 12 }]), batch()])
  const count = `select (select count(*) from telemetry.replays)::integer as replays,
    (select count(*) from telemetry.performance_counts)::integer as performance,
    (select count(*) from telemetry.page_views where dimension = 'page')::integer as views`
  const left = async (days: number) => {
    const at = new Date(it.clock.now.getTime() + days * 86_400_000)
    await Promise.all([it.service.sweep(at), it.service.sweep(at)])
    return Object.values((await it.db.query<Record<string, number>>('test-counts', count, []))[0] ?? {})
  }
  expect(await left(29)).toEqual([1, 1, 1])
  expect(await left(31)).toEqual([0, 1, 1])
  expect(await left(92)).toEqual([0, 0, 1])
  expect(await left(402)).toEqual([0, 0, 0])
})
