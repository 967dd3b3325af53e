import { type Decision, decisionHeaders, protect } from '@bollard/decisions'
import { expect, test } from 'vitest'
import type { Facts } from '../key/facts.ts'
import { type Ladder, type Solved, usualLadder } from '../ladder/ladder.ts'
import { LimitFault } from '../limit/limit-fault.ts'
import { guardStore } from '../store/guard-store.ts'
import { createMemoryStore } from '../store/memory-store.ts'
import { begin, leaseOf } from '../testing/charges.ts'
import { factsOf } from '../testing/facts.ts'
import { createAllowList } from './allow-list.ts'
import { createLimiters, type Ending, type LimitersOptions } from './create-limiters.ts'
import type { Limiter } from './limiter.ts'

const minute = 60_000
const secret = Buffer.from('a secret of this test')

const plain: Limiter = {
  id: 'sign-in',
  limit: { kind: 'FIXED_WINDOW', limit: 3, windowMs: minute * 60 },
  key: [{ from: 'network' }],
  missing: 'SKIP',
  counts: 'BEFORE',
  mode: 'LIVE',
  outage: 'OPEN',
  ladder: null,
  overrides: [],
}
const someone = factsOf({ address: '192.0.2.7', user: 'jane' })

/** Sends requests to limiters and says what is decided. */
function gate(limiters: readonly Limiter[], more: Partial<LimitersOptions> = {}) {
  const all = createLimiters(limiters, { scope: 'site', secret, store: createMemoryStore({ keysMax: 100 }), ...more })
  let number = 0
  return async (
    facts: Facts = someone,
    {
      at = 0,
      ending = 'SUCCESS',
      ...asked
    }: { at?: number; ending?: Ending | null; cost?: number; solved?: Solved } = {},
  ): Promise<Decision> => {
    const id = leaseOf(number++)
    const call = all.limit(facts, { now: begin + at, id, ...asked })
    const decision = await protect(call.parts, { id, budgetMs: 1_000 })
    if (ending !== null) await call.end(decision.conclusion === 'ALLOW' ? ending : 'REFUSED', begin + at)
    return decision
  }
}

async function conclusionsOf(count: number, send: () => Promise<Decision>): Promise<string[]> {
  const found = []
  for (let request = 0; request < count; request++) found.push((await send()).conclusion)
  return found
}

test('a key that has used its limit is throttled, others are not, and both are told', async () => {
  const send = gate([plain])
  expect(await conclusionsOf(4, () => send())).toEqual(['ALLOW', 'ALLOW', 'ALLOW', 'THROTTLE'])
  const refused = await send()
  expect(refused.reasons).toEqual([{ part: 'sign-in', code: 'limit-reached', weight: 100 }])
  // The hour ends 47 minutes and 25.433 seconds later.
  expect(decisionHeaders(refused)).toEqual({
    'RateLimit-Policy': '"sign-in";q=3;w=3600',
    RateLimit: '"sign-in";r=0;t=2846',
    'Retry-After': '2846',
  })
  expect((await send(factsOf({ address: '192.0.2.8' }))).conclusion).toBe('ALLOW')
})

test('a limiter in dry run says what it would do, to its owner and to nobody else', async () => {
  const send = gate([{ ...plain, mode: 'DRY_RUN' }])
  expect(await conclusionsOf(5, () => send())).toEqual(Array.from({ length: 5 }, () => 'ALLOW'))
  const decision = await send()
  expect(decision.parts).toMatchObject([{ state: 'DRY_RUN', finding: { conclusion: 'THROTTLE' } }])
  expect(decision.reasons).toEqual([])
  expect(decisionHeaders(decision)).toEqual({})
})

test('only failures count where only failures are to count, and a thousand at once are no way around it', async () => {
  const limiter: Limiter = { ...plain, counts: 'AFTER_FAILURE' }
  const send = gate([limiter])
  expect(await conclusionsOf(20, () => send())).toEqual(Array.from({ length: 20 }, () => 'ALLOW'))
  const failed = () => send(someone, { ending: 'FAILURE' })
  expect(await conclusionsOf(4, failed)).toEqual(['ALLOW', 'ALLOW', 'ALLOW', 'THROTTLE'])
  const rush = gate([limiter])
  const once = await Promise.all(Array.from({ length: 1_000 }, () => rush(someone, { ending: null })))
  expect(once.filter(({ conclusion }) => conclusion === 'ALLOW')).toHaveLength(3)
})

test('a limiter of successes counts nothing else', async () => {
  const send = gate([{ ...plain, counts: 'AFTER_SUCCESS' }])
  for (const ending of ['FAILURE', 'REFUSED'] as const)
    expect(await conclusionsOf(5, () => send(someone, { ending }))).not.toContain('THROTTLE')
  expect(await conclusionsOf(4, () => send())).toContain('THROTTLE')
})

test('a request without a part of the key is not limited, or is limited with all others like it, as chosen', async () => {
  const byUser: Limiter = { ...plain, key: [{ from: 'user' }] }
  const nobody = factsOf({ address: '192.0.2.7' })
  expect(await conclusionsOf(5, () => gate([byUser])(nobody))).not.toContain('THROTTLE')
  const shared = gate([{ ...byUser, missing: 'SHARE' }])
  expect(await conclusionsOf(4, () => shared(nobody))).toContain('THROTTLE')
  expect((await shared(factsOf({ user: '' }))).conclusion).toBe('ALLOW')
})

test('the ladder asks for work first, lets through who does it, and refuses last', async () => {
  const ladder: Ladder = usualLadder
  const limiter: Limiter = { ...plain, ladder }
  const lazy = gate([limiter])
  const rude = await conclusionsOf(20, () => lazy())
  expect([...new Set(rude)]).toEqual(['ALLOW', 'CHALLENGE', 'THROTTLE', 'DENY'])
  expect((await lazy()).reasons[0]?.code).toBe('ladder-deny')

  // Also where only failures count: a challenge that is left unsolved is none of them, and yet no way to stay below.
  const stubborn = gate([{ ...limiter, counts: 'AFTER_FAILURE' }])
  const refused = await conclusionsOf(20, () => stubborn(someone, { ending: 'FAILURE' }))
  expect([...new Set(refused)]).toEqual(['ALLOW', 'CHALLENGE', 'THROTTLE', 'DENY'])
  expect(refused.slice(0, 4)).toEqual(['ALLOW', 'ALLOW', 'ALLOW', 'CHALLENGE'])
})

test.each<Limiter['limit']>([
  { kind: 'FIXED_WINDOW', limit: 20, windowMs: 10 * minute },
  { kind: 'TOKEN_BUCKET', limit: 20, tokens: 20, everyMs: 10 * minute },
  { kind: 'QUOTA', limit: 20, period: 'DAY', zone: 'Asia/Tokyo' },
])(
  'work buys no more than the limit once again: who solves whatever is asked waits in the end, by $kind',
  async (limit) => {
    const generous: Ladder = { ...usualLadder, credit: { EASY: 1_000, HARD: 1_000 } }
    for (const ladder of [usualLadder, generous]) {
      const send = gate([{ ...plain, limit, ladder }])
      const met: string[] = []
      let solved: Solved | undefined
      // Work for each page that is asked for, and no page is asked for twice without it: ten a second, less than the time of the limit.
      for (let request = 0; request < 400; request++) {
        const { conclusion, challenge } = await send(someone, {
          at: 100 * request,
          ...(solved !== undefined && { solved }),
        })
        met.push(conclusion)
        solved = challenge === null ? undefined : challenge.percent === 400 ? 'HARD' : 'EASY'
      }
      expect(met.filter((conclusion) => conclusion === 'ALLOW').length).toBeLessThanOrEqual(4 * limit.limit)
      expect([...new Set(met)]).toEqual(['ALLOW', 'CHALLENGE', 'THROTTLE', 'DENY'])
      expect(met.at(-1)).toBe('DENY')
      // With a fresh limit there is credit again, too: a day later they stand on the ground.
      const later = { at: 86_400_000 + minute * 10 }
      expect((await send(someone, later)).conclusion).toBe('ALLOW')
    }
  },
)

test('one who pays for each request above the limit passes as long as there is credit, and others pay for nobody', async () => {
  const ladder: Ladder = { ...usualLadder, credit: { EASY: 2, HARD: 2 } }
  const send = gate([{ ...plain, limit: { ...plain.limit, limit: 10 } as Limiter['limit'], ladder }])
  for (let request = 0; request < 10; request++) await send()
  const pages: string[] = []
  for (let page = 0; page < 8; page++) {
    expect((await send()).conclusion).toBe('CHALLENGE')
    pages.push((await send(someone, { solved: 'EASY' })).conclusion)
  }
  // Five pages of two requests each are the ten of the limit once again; then they weigh, and the work becomes harder.
  expect(pages.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'ALLOW'))
  expect((await send(factsOf({ address: '192.0.2.8' }))).conclusion).toBe('ALLOW')
})

test('processes that share a store share standings: who solves what one asked for is not asked again by another', async () => {
  const limiter: Limiter = { ...plain, limit: { ...plain.limit, limit: 30 } as Limiter['limit'], ladder: usualLadder }
  /** What somebody meets whose requests reach so many processes in turn. */
  const play = async (processes: number, solves: boolean): Promise<string[]> => {
    const store = createMemoryStore({ keysMax: 9 })
    const all = Array.from({ length: processes }, () => gate([limiter], { store }))
    const met: string[] = []
    let solved: Solved | undefined
    for (let request = 0; request < 300; request++) {
      // A pause after which the pressure has gone, and only the standing is left.
      const at = 100 * request + (request > 200 ? minute * 60 : 0)
      const asked = { at, ...(solved !== undefined && { solved }) }
      const { reasons, challenge } = (await all[request % processes]?.(someone, asked)) ?? {}
      met.push(reasons?.[0]?.code ?? 'none')
      solved = !solves || !challenge ? undefined : challenge.percent === 400 ? 'HARD' : 'EASY'
    }
    return met
  }
  for (const solves of [true, false]) expect(await play(4, solves)).toEqual(await play(1, solves))
})

test('an override holds for its keys until it ends, and the one that says most counts', async () => {
  const overrides = [
    { values: ['*', 'jane'], limit: 1, until: null, note: 'asked for by support' },
    { values: ['192.0.2.7', 'jane'], limit: null, until: begin + minute, note: 'a test of her own' },
  ]
  const send = gate([{ ...plain, key: [{ from: 'network' }, { from: 'user' }], overrides }])
  expect(await conclusionsOf(9, () => send())).not.toContain('THROTTLE')
  const later = () => send(someone, { at: minute })
  expect(await conclusionsOf(2, later)).toEqual(['ALLOW', 'THROTTLE'])
  expect(await conclusionsOf(2, () => send(factsOf({ address: '192.0.2.9', user: 'joe' })))).not.toContain('THROTTLE')
})

test('an override is found however a person writes its values, and one for a network holds for each address in it', async () => {
  const facts = factsOf({ address: '192.0.2.7', path: '/Login/', email: 'jane+offers@example.com', country: 'de' })
  const passes = async (from: Limiter['key'][number], value: string, about = facts) => {
    const overrides = [{ values: [value], limit: 5, until: null, note: 'a partner' }]
    const send = gate([{ ...plain, key: [from], overrides }])
    return (await conclusionsOf(9, () => send(about))).filter((conclusion) => conclusion === 'ALLOW').length
  }
  expect(await passes({ from: 'path' }, '/login?next=/a')).toBe(5)
  expect(await passes({ from: 'email' }, ' Jane@Example.com')).toBe(5)
  expect(await passes({ from: 'country' }, 'de')).toBe(5)
  expect(await passes({ from: 'operator' }, 'AS64496', factsOf({ operator: 64_496 }))).toBe(5)
  const network = { from: 'network' } as const
  for (const value of ['192.0.2.7', '192.0.2.7/32', '192.0.2.0/24', '192.0.0.0/16', '0.0.0.0/0'])
    expect(await passes(network, value), value).toBe(5)
  expect(await passes({ from: 'network', v4: 24 }, '192.0.2.99')).toBe(5)
  const six = factsOf({ address: '2001:db8:1:2::3' })
  for (const value of ['2001:db8:1:2::9', '2001:db8:1:2::/64', '2001:db8::/32', '::/0'])
    expect(await passes(network, value, six), value).toBe(5)
  for (const value of ['192.0.3.0/24', '::/0', '192.0.2.6']) expect(await passes(network, value), value).toBe(3)
  // Each address by itself, and the narrowest network counts.
  const overrides = (
    [
      ['192.0.0.0/16', 1],
      ['192.0.2.0/24', 2],
      ['192.0.2.9', 4],
    ] as const
  ).map(([value, limit]) => ({
    values: [value],
    limit,
    until: null,
    note: 'the office',
  }))
  const send = gate([{ ...plain, overrides }])
  for (const [address, count] of [
    ['192.0.2.7', 2],
    ['192.0.2.8', 2],
    ['192.0.2.9', 4],
    ['192.0.9.9', 1],
  ] as const) {
    const met = await conclusionsOf(6, () => send(factsOf({ address })))
    expect(
      met.filter((conclusion) => conclusion === 'ALLOW'),
      address,
    ).toHaveLength(count)
  }
})

test('an override that is far above its limit is as exact as any', async () => {
  const limit = { kind: 'SLIDING_WINDOW', limit: 10, windowMs: minute } as const
  const overrides = [{ values: ['192.0.2.7'], limit: 100, until: null, note: 'a partner' }]
  const send = gate([{ ...plain, limit, overrides }])
  const met = await conclusionsOf(110, () => send())
  expect(met.filter((conclusion) => conclusion === 'ALLOW')).toHaveLength(100)
  const others = await conclusionsOf(20, () => send(factsOf({ address: '192.0.2.8' })))
  expect(others.filter((conclusion) => conclusion === 'ALLOW')).toHaveLength(10)
})

test('nothing is refused or counted of who is on the allow-list, until the entry ends', async () => {
  const allowed = createAllowList([
    { field: 'address', value: '192.0.2.0/24', until: begin + minute, note: 'our office' },
    { field: 'operator', value: '64496', until: null, note: 'our hosting' },
  ])
  const limiters = createLimiters([plain], { scope: 'site', secret, store: createMemoryStore({ keysMax: 9 }) })
  const send = async (facts: Facts, now: number) => {
    const { parts } = limiters.limit(facts, { now, id: leaseOf(1) })
    return protect([allowed(facts, now), ...parts], { id: leaseOf(1), budgetMs: 1_000 })
  }
  for (let request = 0; request < 5; request++) {
    const decision = await send(someone, begin)
    expect(decision).toMatchObject({ conclusion: 'ALLOW', parts: [{ state: 'RUN' }, { state: 'NOT_RUN' }] })
  }
  expect((await send(factsOf({ operator: 64_496 }), begin)).reasons[0]?.code).toBe('allow-list')
  expect(await conclusionsOf(4, () => send(someone, begin + minute))).toEqual(['ALLOW', 'ALLOW', 'ALLOW', 'THROTTLE'])
  expect((await send(factsOf({ address: '2001:db8::1' }), begin)).parts[1]?.state).toBe('RUN')
})

test('a decision says when a limit was not counted, and the visitor has no say in it', async () => {
  const gone = () => Promise.reject(new Error('gone'))
  const dead = { take: gone, giveBack: gone, stand: gone, keep: gone, takeOut: gone }
  const storeOf = () => guardStore(dead, { local: createMemoryStore({ keysMax: 9 }) })
  const open = await gate([plain], { store: storeOf() })()
  expect(open).toMatchObject({ conclusion: 'ALLOW', failedOpen: true, reasons: [{ code: 'store-away-open' }] })
  const closed = await gate([{ ...plain, outage: 'CLOSED' }], { store: storeOf() })()
  expect(closed).toMatchObject({ conclusion: 'THROTTLE', failedOpen: false, reasons: [{ code: 'store-away-closed' }] })
  const send = gate([{ ...plain, outage: 'LOCAL', counts: 'AFTER_FAILURE' }], { store: storeOf() })
  expect(await conclusionsOf(5, () => send())).not.toContain('THROTTLE')
  const local = await conclusionsOf(4, () => send(someone, { ending: 'FAILURE' }))
  expect(local).toEqual(['ALLOW', 'ALLOW', 'ALLOW', 'THROTTLE'])
  expect((await send()).reasons.map(({ code }) => code)).toEqual(['limit-reached', 'counted-by-one-process'])
})

test('sites that share a store share no keys, nor do limits of another kind that have one name', async () => {
  const store = createMemoryStore({ keysMax: 9 })
  const [one, other] = ['one', 'other'].map((scope) => gate([plain], { store, scope }))
  await conclusionsOf(4, () => one?.() ?? Promise.reject())
  expect((await other?.())?.conclusion).toBe('ALLOW')
  const bucket = gate([{ ...plain, limit: { kind: 'TOKEN_BUCKET', limit: 3, tokens: 1, everyMs: 1_000 } }], {
    store,
    scope: 'one',
  })
  expect((await bucket()).conclusion).toBe('ALLOW')
  // A limit that was raised keeps what was used.
  const raised = gate([{ ...plain, limit: { kind: 'FIXED_WINDOW', limit: 4, windowMs: minute * 60 } }], {
    store,
    scope: 'one',
  })
  expect(await conclusionsOf(2, () => raised())).toEqual(['ALLOW', 'THROTTLE'])
})

test('a limiter that cannot be used is refused with a code and its field', () => {
  const override = { values: ['*'], limit: 5, until: null, note: 'why' }
  const refused: readonly [Partial<Limiter>, string, string][] = [
    [{ id: 'two words' }, 'bad-id', 'id'],
    [{ limit: { kind: 'FIXED_WINDOW', limit: 0, windowMs: minute } }, 'out-of-range', 'limit'],
    [{ limit: { kind: 'SLIDING_WINDOW', limit: 1, windowMs: 999 } }, 'out-of-range', 'windowMs'],
    [{ limit: { kind: 'TOKEN_BUCKET', limit: 1, tokens: 0, everyMs: 1 } }, 'out-of-range', 'tokens'],
    [{ limit: { kind: 'TOKEN_BUCKET', limit: 5e8, tokens: 1, everyMs: 2e9 } }, 'out-of-range', 'limit'],
    [{ limit: { kind: 'CONCURRENCY', limit: 1_001, leaseMs: minute } }, 'out-of-range', 'limit'],
    [{ limit: { kind: 'QUOTA', limit: 1, period: 'DAY', zone: 'Mars/Olympus' } }, 'unknown-time-zone', 'zone'],
    [
      { limit: { kind: 'CONCURRENCY', limit: 1, leaseMs: minute }, counts: 'AFTER_FAILURE' },
      'counts-before-only',
      'counts',
    ],
    [{ limit: { kind: 'SLIDING_WINDOW', limit: 1, windowMs: minute }, ladder: usualLadder }, 'no-ladder', 'ladder'],
    [{ key: [] }, 'too-many-key-parts', 'key'],
    [{ overrides: [{ ...override, values: [] }] }, 'bad-override', 'overrides'],
    [{ overrides: [{ ...override, limit: 0 }] }, 'out-of-range', 'overrides'],
    [{ overrides: [{ ...override, note: ' ' }] }, 'no-note', 'overrides'],
    [
      { limit: { kind: 'CONCURRENCY', limit: 1, leaseMs: minute }, overrides: [{ ...override, limit: 1_001 }] },
      'out-of-range',
      'overrides',
    ],
    [{ overrides: Array.from({ length: 1_001 }, () => override) }, 'too-many-overrides', 'overrides'],
  ]
  for (const [change, code, field] of refused)
    expect(
      faultOf(() => gate([{ ...plain, ...change }])),
      code,
    ).toMatchObject({ code, field })
  expect(faultOf(() => gate([plain, plain]))).toMatchObject({ code: 'same-id' })
  const limiters = createLimiters([plain], { scope: 'site', secret, store: createMemoryStore({ keysMax: 9 }) })
  for (const cost of [0, 1.5, -1])
    expect(faultOf(() => limiters.limit(someone, { now: begin, id: leaseOf(1), cost }))).toMatchObject({
      field: 'cost',
    })
  const entry = { field: 'address', value: '192.0.2.0/33', until: null, note: 'why' } as const
  expect(faultOf(() => createAllowList([entry]))).toMatchObject({ code: 'bad-network' })
  expect(faultOf(() => createAllowList([{ ...entry, field: 'operator' }]))).toMatchObject({ code: 'bad-operator' })
  expect(faultOf(() => createAllowList([{ ...entry, value: '::1', note: '' }]))).toMatchObject({ code: 'no-note' })
})

function faultOf(work: () => unknown): LimitFault | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof LimitFault) return error
    throw error
  }
}
