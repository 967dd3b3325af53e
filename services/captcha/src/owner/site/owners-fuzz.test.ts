import { captchaRoutes, type Route } from '@bollard/contracts'
import { runs, timeLimit } from '@bollard/testing/seed'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { anyText } from '../../testing/any-text.ts'
import { addressOf, goodBodies } from '../../testing/good-bodies.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'

/** Inputs to each call of an owner. */
const inputs = 120
/** Inputs at the same moment, since one after the other they would wait for the database most of the time. */
const atOnce = 4

const cluster = await startCluster()
afterAll(() => cluster.stop())
// Whoever calls may do everything; each call is another person's, so that nobody's are held up.
const it = await cluster.startService({ findRole: async () => 'ADMIN' })
const site = await makeSite(it)
const bodies: Partial<Record<string, object>> = goodBodies(it.clock.now)
const routes: Route[] = Object.values(captchaRoutes).filter(
  (route: Route) => route.access.audience === 'session' && route.id !== 'streamSite',
)

const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    0.5,
    1e308,
    2 ** 53,
    '',
    '\0',
    '\ud800',
    '\u202e',
    '*',
    '::',
    '1.2.3.4/0',
    "'; drop table",
    'A'.repeat(600),
    [],
    {},
    [[]],
    [null],
    [''],
  ),
  anyText(60),
  fc.jsonValue({ maxDepth: 3 }),
)

/** A good body in which some values, at any depth, are something else. */
function spoiled(good: unknown): fc.Arbitrary<unknown> {
  const own: fc.Arbitrary<unknown> = Array.isArray(good)
    ? fc.tuple(...good.map(spoiled), fc.array(nasty, { maxLength: 1 })).map((parts) => parts.flat(1))
    : typeof good === 'object' && good !== null
      ? fc.record(Object.fromEntries(Object.entries(good).map(([name, value]) => [name, spoiled(value)])), {
          requiredKeys: [],
        })
      : fc.constant(good)
  return fc.oneof({ weight: 4, arbitrary: own }, { weight: 1, arbitrary: nasty })
}

test.for(routes.map((route): [string, Route] => [route.id, route]))(
  'no input to %s is answered with a fault of ours',
  { timeout: timeLimit(60_000) },
  async ([, route]) => {
    const body = route.body === undefined ? fc.constant(undefined) : spoiled(bodies[route.id] ?? {})
    const names = Object.keys(route.query?.shape ?? {})
    const query =
      names.length === 0
        ? fc.constant({})
        : fc.dictionary(
            fc.constantFrom(...names),
            fc.oneof(
              fc.string({ maxLength: 30 }),
              fc.constantFrom(
                '0',
                '-1',
                'DE',
                '1e9',
                '2026-01-01',
                '2026-02-30',
                '2026-01-01T00:00:00Z',
                '%00',
                'PASSED',
                'CSV',
                'null',
              ),
            ),
            { maxKeys: 3 },
          )
    const faults: unknown[] = []
    let person = 0
    const isAnswered = async ([payload, asked]: [payload: unknown, asked: Record<string, string>]) => {
      const answer = await it.app.inject({
        method: route.method,
        url: addressOf(route.path, site.solutionId),
        query: asked,
        headers: {
          cookie: `person ${person++}`,
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(payload === undefined ? {} : { payload: JSON.stringify(payload) ?? 'null' }),
      })
      if (answer.statusCode >= 500) faults.push([payload, asked, answer.body])
      return answer.statusCode < 500
    }
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(body, query), { minLength: atOnce, maxLength: atOnce }), async (together) =>
        (await Promise.all(together.map(isAnswered))).every(Boolean),
      ),
      { numRuns: runs(inputs / atOnce) },
    )
    expect(faults).toEqual([])
    expect(it.errors).toEqual([])
  },
)
