import { type LimiterNew, type LimiterWhatIf, protectionRoutes } from '@bollard/contracts'
import { runs } from '@bollard/testing'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { decisionOf } from '../testing/decision-of.ts'
import { startService, theirs } from '../testing/start-service.ts'
import { createReplay, keyOfStored, type Replayed } from './replay.ts'

const { schema } = protectionRoutes.tryLimiter.body
const limiterOf = (more: object): LimiterNew =>
  schema.parse({
    limiter: {
      name: 'tried',
      match: {},
      limit: { kind: 'FIXED_WINDOW', limit: 2, windowSeconds: 60 },
      key: [{ from: 'network' }],
      ...more,
    },
  }).limiter

const world = await startService()
afterAll(() => world.stop())
const { recorder } = world.service
const [one, other] = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)]
const minute = (ago: number) => new Date(world.clock.now.getTime() - ago * 60_000)
for (const index of [0, 1, 2, 3, 4])
  recorder.record(decisionOf({ index, at: minute(30), visitor: one, path: '/sign-in', solved: index === 4 }), 100)
recorder.record(decisionOf({ index: 5, at: minute(30), visitor: other, path: '/sign-in' }), 100)
recorder.record(decisionOf({ index: 6, at: minute(20), visitor: one, path: '/' }), 100)
// Counted, and not stored.
recorder.record(decisionOf({ index: 999, at: minute(20), visitor: one }), 0)
await recorder.flush()
const attempt = (limiter: object, who: 'vic' | 'mia' | 'eve' = 'vic') =>
  world.call(who, 'tryLimiter', { body: { limiter: { ...limiterOf({}), ...limiter }, days: 7 } })

test('a limiter is tried on the requests that are stored, and the share that they are is told', async () => {
  const found = (await attempt({ match: { paths: ['/sign-*'] } })).json<LimiterWhatIf>()
  expect(found).toMatchObject({
    replayed: 6,
    share: 7 / 8,
    people: 1,
    unknownParts: [],
    top: [{ requests: 3, paths: ['/sign-in'] }],
  })
  expect(found.hits.map(({ conclusion, requests, keys }) => [conclusion, requests, keys])).toEqual([
    ['ALLOW', 3, 2],
    ['CHALLENGE', 0, 0],
    ['THROTTLE', 3, 1],
    ['DENY', 0, 0],
  ])
  expect(JSON.stringify(found)).not.toContain(one.toString('hex'))
  // A limiter that is stored has keys of its own, which what a gateway decided does not bring.
  expect((await world.call('mia', 'createLimiter', { body: limiterOf({ name: 'stored' }) })).status).toBe(201)
  const again = (await attempt({ match: { paths: ['/sign-*'] } })).json<LimiterWhatIf>()
  expect(again.hits).toEqual(found.hits)
})

test('what is not stored is named, and nothing is said; another tenant tries nothing', async () => {
  const found = (await attempt({ key: [{ from: 'user' }, { from: 'header', name: 'x-team' }] })).json<LimiterWhatIf>()
  expect([found.unknownParts, found.hits]).toEqual([['user', 'header x-team'], []])
  expect((await attempt({ key: [{ from: 'expression', text: '{' }] })).status).toBe(422)
  expect((await attempt({}, 'eve')).status).toBe(404)
  const own = { params: { solutionId: theirs }, body: { limiter: limiterOf({}), days: 7 } }
  expect((await world.call('eve', 'tryLimiter', own)).json()).toMatchObject({ replayed: 0 })
  const many = await Promise.all(Array.from({ length: 11 }, () => attempt({}, 'mia')))
  expect(
    many
      .map(({ status }) => status)
      .toSorted()
      .at(-1),
  ).toBe(429)
})

test('an expression is known by the fields that are stored, and a network by its usual width alone', () => {
  const unknown = (key: object) => keyOfStored(limiterOf({ key: [key] }), null).unknownParts
  expect(unknown({ from: 'expression', text: '{method} {path[1]}' })).toEqual([])
  expect(unknown({ from: 'expression', text: '{method} {header.x}' })).toEqual(['{method} {header.x}'])
  expect(unknown({ from: 'network', v4: 24 })).toEqual(['network'])
  expect(keyOfStored(limiterOf({ key: [{ from: 'user' }] }), 'stored').unknownParts).toEqual([])
})

test('fixed windows are those of a reckoning from the requests themselves', () => {
  const requests = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.integer({ min: 0, max: 300 })), { maxLength: 60 })
  fc.assert(
    fc.property(requests, (all) => {
      const limiter = limiterOf({})
      const { key } = keyOfStored(limiter, null)
      const replay = createReplay(limiter, { limiterId: null, key, secret: Buffer.alloc(32), keysMax: 100 })
      const inOrder = all.toSorted(([, a], [, b]) => a - b)
      inOrder.forEach(([visitor, second], index) => {
        const { id } = decisionOf({ index })
        const at = new Date(Date.UTC(2026, 0, 1) + second * 1_000)
        const rest = { method: 'GET', host: 'shop.example', path: '/', country: null, operator: null, keys: {} }
        replay.add({ ...rest, id, at, visitor, solved: false, ending: null } satisfies Replayed)
      })
      const windows = Map.groupBy(inOrder, ([visitor, second]) => `${visitor} ${Math.floor(second / 60)}`)
      const over = [...windows.values()].reduce((sum, { length }) => sum + Math.max(0, length - 2), 0)
      expect(replay.tell().hits.find(({ conclusion }) => conclusion === 'THROTTLE')?.requests).toBe(over)
    }),
    { numRuns: runs(100) },
  )
})
