import type { ProtectionStatistics, StoredDecision } from '@bollard/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decisionOf, parts } from '../testing/decision-of.ts'
import { startService, theirs } from '../testing/start-service.ts'

const world = await startService()
afterAll(() => world.stop())
const { recorder } = world.service
const hour = 3_600_000
const ago = (ms: number) => new Date(world.clock.now.getTime() - ms)
const denied = decisionOf({
  index: 900,
  at: ago(hour),
  conclusion: 'DENY',
  reasons: [{ part: 'sign-in', code: 'limit-reached', weight: 90 }],
  parts: parts({ 'sign-in': ['RUN', 'DENY'] }),
  path: '/sign-in',
  country: 'DE',
  operator: 64_500,
  visitor: Buffer.alloc(16, 7),
  rung: 'DENY',
  savedBytes: 5_000,
  tookMs: 2,
})
const rows: readonly Parameters<typeof decisionOf>[0][] = [
  denied,
  { at: ago(hour), tookMs: 1 },
  { at: ago(2 * hour), solved: true, control: true },
  { at: ago(3 * hour), conclusion: 'CHALLENGE', control: true },
  { at: ago(3 * hour), conclusion: 'CHALLENGE', control: true },
  { at: ago(4 * hour), parts: parts({ trial: ['DRY_RUN', 'THROTTLE'] }) },
  { at: ago(4 * hour), probe: true },
  { at: ago(5 * hour), failedOpen: true, program: { name: 'GOOGLEBOT', purpose: 'SEARCH', verified: true } },
  { at: ago(30 * hour) },
]

beforeAll(async () => {
  rows.forEach((row, index) => recorder.record(row === denied ? denied : decisionOf({ index: index + 1, ...row }), 100))
  recorder.record(decisionOf({ index: 500, solutionId: theirs, at: ago(hour) }), 100)
  recorder.count(denied.solutionId, 'messages', 3)
  recorder.count(denied.solutionId, 'undecided', 2)
  await recorder.flush()
})

const read = async <Body>(query: string, id: 'getProtectionStatistics' | 'listDecisions') =>
  (await world.call('vic', id, { query })).json<Body>()
const list = async (query: string) =>
  (await read<{ items: StoredDecision[]; nextCursor: string | null }>(query, 'listDecisions')).items

test('figures are those of the requests, beside the period before; probes are in none of them', async () => {
  const figures = await read<ProtectionStatistics>('?period=24h', 'getProtectionStatistics')
  expect(figures.totals).toMatchObject({
    requests: 9,
    allow: 6,
    challenge: 2,
    throttle: 0,
    deny: 1,
    solved: 1,
    failedOpen: 3,
    probes: 1,
    lost: 0,
    wouldThrottle: 1,
    savedRequests: 3,
    savedBytes: 5_000,
    savedMessages: 3,
  })
  expect(figures.previous).toMatchObject({ requests: 1, savedBytes: null })
  expect(figures.buckets).toHaveLength(24)
  expect(figures.buckets.reduce((sum, one) => sum + one.allow + one.challenge + one.throttle + one.deny, 0)).toBe(9)
  expect(figures.rungs).toEqual([{ rung: 'DENY', requests: 1 }])
  expect(figures.operators[1]).toMatchObject({ value: 64_500, name: 'Example Net', deny: 1 })
  expect(figures.parts.map(({ value, throttle, deny }) => [value, throttle, deny])).toEqual([
    ['sign-in', 0, 1],
    ['trial', 1, 0],
  ])
  expect(figures.purposes).toMatchObject([{ value: 'SEARCH', allow: 1, deny: 0 }])
  expect(figures.mistakes.control).toMatchObject({ count: 1, of: 2, share: 0.5 })
  expect(figures.totals.tookMsP50).toBeCloseTo(0.5, 1)
})

test('a period ends with the bucket that runs and begins a day before its end', async () => {
  const figures = await read<ProtectionStatistics>('?period=24h', 'getProtectionStatistics')
  expect([figures.from, figures.to]).toEqual(['2026-03-01T13:00:00.000Z', '2026-03-02T13:00:00.000Z'])
})

test.each([
  ['conclusion=DENY', 1],
  ['conclusion=CHALLENGE', 2],
  ['dryRun=THROTTLE', 1],
  ['from=GATEWAY', 0],
  ['part=sign-in', 1],
  ['part=trial&partConclusion=THROTTLE', 1],
  ['part=trial&partConclusion=DENY', 0],
  ['reason=limit-reached', 1],
  ['host=SHOP.example', 8],
  ['path=/sign', 1],
  ['path=/%25', 0],
  ['method=POST', 0],
  ['country=DE', 1],
  ['operator=64500', 1],
  ['program=GOOGLEBOT', 1],
  ['purpose=SEARCH', 1],
  ['purpose=SEO', 0],
  [`visitor=${'07'.repeat(16)}`, 1],
  ['failedOpen=true', 1],
  ['control=true', 3],
  ['probe=true', 1],
  ['solved=true', 1],
  ['rung=DENY', 1],
  ['country=ZZ', 7],
  ['operator=0', 7],
  ['visitor=unknown', 7],
  ['stopped=true', 3],
  ['stopped=false&probe=false', 4],
  ['tookMsMin=2', 1],
  ['exactPath=/sign-in', 1],
  ['exactPath=/sign', 0],
  ['notBefore=2026-03-02T10:00:00.000Z', 3],
  ['notBefore=2026-03-02T08:00:00Z&before=2026-03-02T10:00:00Z', 4],
])('the log is filtered by %s', async (query, count) => {
  expect(await list(`?period=24h&limit=100&${query}`)).toHaveLength(count)
})

test('pages follow each other without a gap or a repetition, newest first', async () => {
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = `?period=7d&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`
    const page: { items: StoredDecision[]; nextCursor: string | null } = await read(query, 'listDecisions')
    seen.push(...page.items.map(({ at, id }) => `${at} ${id}`))
    cursor = page.nextCursor
  }
  expect(seen).toEqual(seen.toSorted().toReversed())
  expect(new Set(seen).size).toBe(rows.length)
  const bad = await world.call('vic', 'listDecisions', { query: '?cursor=bm90IG91cnM' })
  expect([bad.status, bad.json<{ code: string }>().code]).toEqual([400, 'invalid-parameter'])
})

test('a decision is read by its id by those of its site alone, and holds no address', async () => {
  const params = { decisionId: denied.id }
  const one = (await world.call('vic', 'getDecision', { params })).json<StoredDecision>()
  expect(one).toMatchObject({ conclusion: 'DENY', operator: { name: 'Example Net' }, path: '/sign-in', tookMs: 2 })
  expect((await world.call('eve', 'getDecision', { params })).status).toBe(404)
  expect((await world.call('eve', 'getDecision', { params: { ...params, solutionId: theirs } })).status).toBe(404)
})

test('a file has all that fits, oldest first, as CSV and as JSON', async () => {
  const file = async (query: string) =>
    (
      await world.raw({
        url: `/protection/v1/solutions/${denied.solutionId}/decisions-file${query}`,
        headers: { cookie: 'vic' },
      })
    ).payload
  const csv = (await file('?period=7d')).trim().split('\r\n')
  expect(csv).toHaveLength(rows.length + 1)
  expect(csv.at(0)).toMatch(/^id,at,from,conclusion,/u)
  const json: StoredDecision[] = JSON.parse(await file('?period=7d&format=JSON&conclusion=DENY'))
  expect(json.map(({ id }) => id)).toEqual([denied.id])
  expect(JSON.parse(await file('?format=JSON&method=POST'))).toEqual([])
})
