import type { MissedSearch, PageAnswer, Problem } from '@bollard/contracts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startService } from '../testing/start-service.ts'

const it = await startService()
afterAll(() => it.stop())
beforeEach(async () => {
  // Limits begin anew.
  it.clock.now = new Date(it.clock.now.getTime() + 3_600_001)
  await it.db.query('test-empty', 'truncate contact.page_answers, contact.missed_searches', [])
})

const answer = (path: string, isHelpful: unknown, language = 'en') =>
  it.call(null, 'POST', '/documentation/answers', { path, language, isHelpful })
const miss = (query: unknown, language = 'en') =>
  it.call(null, 'POST', '/documentation/missed-searches', { language, query })
const answers = async (query = '') =>
  (await it.call('operator', 'GET', `/documentation/answers${query}`)).json<{ items: PageAnswer[] }>().items
const misses = async (query = '') =>
  (await it.call('operator', 'GET', `/documentation/missed-searches${query}`)).json<{ items: MissedSearch[] }>().items

test('answers of readers are counted by page and language, the least helpful page first', async () => {
  for (const [path, isHelpful, language] of [
    ['/guides/widget', true, 'en'],
    ['/guides/widget', true, 'de'],
    ['/operate/settings', false, 'en'],
    ['/operate/settings', false, 'en'],
    ['/operate/settings', true, 'en'],
  ] as const)
    expect((await answer(path, isHelpful, language)).status).toBe(204)
  expect(await answers()).toEqual([
    { path: '/operate/settings', language: 'en', yes: 1, no: 2 },
    { path: '/guides/widget', language: 'de', yes: 1, no: 0 },
    { path: '/guides/widget', language: 'en', yes: 1, no: 0 },
  ])
})

test('searches without a result are counted whatever their case, the most frequent first', async () => {
  for (const query of ['Svelte kit', 'svelte  KIT', 'elixir']) await miss(query)
  const lastOn = it.clock.now.toISOString().slice(0, 10)
  expect(await misses()).toEqual([
    { query: 'svelte kit', language: 'en', searches: 2, lastOn },
    { query: 'elixir', language: 'en', searches: 1, lastOn },
  ])
})

test.for([
  'ada@example.org',
  'call 0151 2345678',
  'bsec_3kQ9',
  'x'.repeat(61),
  'word '.repeat(30),
  '019a9b1c-5d3e-7000-8000-000000000001',
])('“%s” is counted without its words', async (query) => {
  expect((await miss(query)).status).toBe(204)
  expect(await misses()).toMatchObject([{ query: '', searches: 1 }])
})

test.for([
  ['answers', { path: 'https://evil.example/', language: 'en', isHelpful: true }, '/path'],
  ['answers', { path: '/guides/widget', language: 'xx', isHelpful: true }, '/language'],
  ['answers', { path: '/guides/widget', language: 'en', isHelpful: 'yes' }, '/isHelpful'],
  ['missed-searches', { language: 'en', query: ' ' }, '/query'],
  ['missed-searches', { language: 'en', query: 'x'.repeat(201) }, '/query'],
] as const)('%s %j is refused by the name of its field', async ([path, body, pointer]) => {
  const refused = (await it.call(null, 'POST', `/documentation/${path}`, body)).json<Problem>()
  expect([refused.code, refused.errors?.[0]?.pointer]).toEqual(['validation-failed', pointer])
})

test('nobody counts without end', async () => {
  const statuses: number[] = []
  for (let round = 0; round < 21; round += 1) statuses.push((await answer('/guides/widget', true)).status)
  expect(statuses.filter((status) => status === 204).length).toBe(20)
  expect(statuses.at(-1)).toBe(429)
  expect(await answers()).toMatchObject([{ yes: 20 }])
})

test('made-up pages and queries fill nothing beyond a day’s room, and known ones still count', async () => {
  const day = it.clock.now.toISOString().slice(0, 10)
  await it.db.query(
    'test-fill',
    `insert into contact.missed_searches select $1::date, 'en', 'q' || n, 1 from generate_series(1, 2000) n`,
    [day],
  )
  await miss('one more')
  await miss('q7')
  const [first] = await misses()
  expect(first).toMatchObject({ query: 'q7', searches: 2 })
  expect(await it.db.query('test-count', 'select count(*)::integer as n from contact.missed_searches', [])).toEqual([
    { n: 2000 },
  ])
})

test.for(['answers', 'missed-searches'])('the counts of %s are for operators alone', async (path) => {
  expect((await it.call('ada', 'GET', `/documentation/${path}`)).json<Problem>().code).toBe('forbidden')
  expect((await it.call(null, 'GET', `/documentation/${path}`)).json<Problem>().code).toBe('unauthenticated')
  expect((await it.call('operator', 'GET', `/documentation/${path}?days=0`)).json<Problem>().code).toBe(
    'invalid-parameter',
  )
})

test('searches are kept for ninety days and answers for a year', async () => {
  await answer('/guides/widget', true)
  await miss('elixir')
  const { now } = it.clock
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)
  await it.service.sweep(inDays(89))
  expect([(await answers()).length, (await misses()).length]).toEqual([1, 1])
  await Promise.all([it.service.sweep(inDays(92)), it.service.sweep(inDays(92))])
  expect([(await answers()).length, (await misses()).length]).toEqual([1, 0])
  await it.service.sweep(inDays(367))
  expect(await answers()).toEqual([])
})
