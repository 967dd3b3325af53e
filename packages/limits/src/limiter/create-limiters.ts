import type { Finding, Part } from '@bollard/decisions'
import { compileKey, digestKey, keySecret, type KeyValues } from '../key/compile-key.ts'
import type { Facts } from '../key/facts.ts'
import type { Ladder, Solved } from '../ladder/ladder.ts'
import { createLadderBook, type LadderBook } from '../ladder/ladder-book.ts'
import type { Rule } from '../limit/rule.ts'
import { LimitFault, requireWhole } from '../limit/limit-fault.ts'
import { limitMax } from '../limit/limit.ts'
import { compileLimit } from '../limit/rule-of.ts'
import type { Charge, Outcome } from '../store/charge.ts'
import type { GuardedStore } from '../store/guard-store.ts'
import type { MemoryStore } from '../store/memory-store.ts'
import { findingOf, findingOfRung, isCountedBySomebody, nothing } from './finding-of.ts'
import { type Limiter, requireLimiter } from './limiter.ts'
import { compileOverrides } from './overrides.ts'

export interface LimitedRequest {
  /** Milliseconds since 1970. */
  readonly now: number
  /** A UUID: the id of the decision. */
  readonly id: string
  /** How much of each limit the request uses, 1 by default. Concurrency limits count requests. */
  readonly cost?: number
  /**
   * A challenge that the visitor has solved for this request, or how much work it was, in percent of the usual: then each ladder judges
   * what it was for itself. The caller has seen to it that it counts once.
   */
  readonly solved?: Solved | number | null
}

/** What became of a request in the end. `REFUSED`: it never came to be handled. */
export type Ending = 'SUCCESS' | 'FAILURE' | 'REFUSED'

export interface LimitedCall {
  /** One part for each limiter. All are counted together, in one step, when the first of them runs. */
  readonly parts: readonly Part[]
  /**
   * To be called once, when the request has ended: ends leases, and gives back what doesn't count. Never rejects. A
   * request whose process was killed counts, and its leases end by themselves.
   */
  readonly end: (ending: Ending, now: number) => Promise<void>
  /** The keys for which the request was counted, by the limiter's id; empty until it was. */
  readonly keys: () => Promise<ReadonlyMap<string, Buffer>>
}

export interface Limiters {
  /** Throws a LimitFault for the field `cost` unless that is a whole number from 1. */
  readonly limit: (facts: Facts, request: LimitedRequest) => LimitedCall
}

export interface LimitersOptions {
  /** Keeps keys apart from those of others in the same store, such as the id of a site. */
  readonly scope: string
  /** Whoever lacks it cannot tell whose a key in the store is. */
  readonly secret: Uint8Array
  readonly store: MemoryStore | GuardedStore
  readonly ladders?: LadderBook
}

/** Compiles limiters. Throws a LimitFault that names the field in which one cannot be used. */
export function createLimiters(limiters: readonly Limiter[], options: LimitersOptions): Limiters {
  const { scope, store, ladders = createLadderBook() } = options
  const secret = keySecret(options.secret)
  if (new Set(limiters.map(({ id }) => id)).size !== limiters.length)
    throw new LimitFault('same-id', 'id', 'two limiters have the same name')
  const compiled = limiters.map((limiter) => compile(limiter, scope))

  function take(facts: Facts, { now, id, cost = 1 }: LimitedRequest): Counted | Promise<Counted> {
    const charged = compiled.flatMap((one) => {
      const charge = chargeOf(one, facts, { secret, now, cost })
      return charge === null ? [] : [{ one, charge }]
    })
    const outcomes = store.take(
      charged.map(({ charge }) => charge),
      now,
      id,
    )
    const join = (all: readonly Outcome[]): Counted =>
      new Map(
        charged.flatMap(({ one, charge }, index) => {
          const outcome = all[index]
          return outcome === undefined ? [] : [[one, { charge, outcome }] as const]
        }),
      )
    return outcomes instanceof Promise ? outcomes.then(join) : join(outcomes)
  }

  function find(one: Compiled, counted: Counted, { now, id, solved = null }: LimitedRequest): Finding {
    const { limiter } = one
    const found = counted.get(one)
    if (found === undefined) return nothing
    const { charge, outcome } = found
    const about = { id: limiter.id, limit: limiter.limit, rule: charge.rule, outcome }
    const { ladder } = limiter
    if (ladder === null || !isCountedBySomebody(outcome)) return findingOf(about)
    // What was used before: a limit of five lets five requests pass.
    const percent = (100 * (outcome.used - (outcome.counted ? charge.cost : 0))) / charge.rule.limit
    const climbed = ladders.climb(ladder, charge.key, { percent, solved: solvedFor(ladder, solved) }, now)
    if (climbed.credit > 0)
      void giveBack(store, [{ outcome, charge: { ...charge, cost: climbed.credit } }], now, id, now)
    return findingOfRung(about, ladder, climbed)
  }

  return {
    limit(facts, request) {
      requireWhole(request.cost ?? 1, 'cost', 1, limitMax)
      let taken: Counted | Promise<Counted> | null = null
      return {
        parts: compiled.map((one) => ({
          name: one.limiter.id,
          mode: one.limiter.mode,
          onFault: one.limiter.outage === 'CLOSED' ? 'THROTTLE' : 'ALLOW',
          run() {
            taken ??= take(facts, request)
            return taken instanceof Promise
              ? taken.then((counted) => find(one, counted, request))
              : find(one, taken, request)
          },
        })),
        async end(ending, now) {
          if (taken === null) return
          const back = [...(await taken)].flatMap(([{ limiter }, found]) =>
            found.outcome.counted && isGivenBack(limiter, ending) ? [found] : [],
          )
          await giveBack(store, back, request.now, request.id, now)
        },
        keys: async () => new Map([...((await taken) ?? [])].map(([{ limiter }, { charge }]) => [limiter.id, charge.key])),
      }
    },
  }
}

interface Compiled {
  readonly limiter: Limiter
  readonly valuesOf: (facts: Facts) => KeyValues
  readonly ruleAt: (now: number) => Rule
  readonly overrideOf: ReturnType<typeof compileOverrides>
  /** What shares a count. Another kind of limit or another window begins anew; a higher or lower limit doesn't. */
  readonly scope: string
}

interface Taken {
  readonly charge: Charge
  readonly outcome: Outcome
}

/** A limiter that the request is no matter of has no entry. */
type Counted = ReadonlyMap<Compiled, Taken>

function compile(limiter: Limiter, scope: string): Compiled {
  requireLimiter(limiter)
  const { limit: _, ...window } = limiter.limit
  return {
    limiter,
    valuesOf: compileKey(limiter.key),
    ruleAt: compileLimit(limiter.limit, { meter: limiter.ladder !== null }),
    overrideOf: compileOverrides(limiter.overrides),
    scope: JSON.stringify([scope, limiter.id, window]),
  }
}

function chargeOf(
  { limiter, valuesOf, ruleAt, overrideOf, scope }: Compiled,
  facts: Facts,
  { secret, now, cost }: { secret: string; now: number; cost: number },
): Charge | null {
  const values = valuesOf(facts)
  if (limiter.missing === 'SKIP' && values.includes(null)) return null
  const override = overrideOf(values, now)
  if (override?.limit === null) return null
  const rule = ruleAt(now)
  return {
    key: digestKey(secret, scope, values),
    rule: override === null ? rule : { ...rule, limit: override.limit },
    cost: rule.kind === 'LEASES' ? 1 : cost,
    mode: limiter.ladder !== null ? 'METER' : limiter.mode === 'LIVE' ? 'LIMIT' : 'WATCH',
    outage: limiter.outage,
  }
}

function solvedFor({ work }: Ladder, solved: Solved | number | null): Solved | null {
  if (typeof solved !== 'number') return solved
  if (solved >= work.HARD) return 'HARD'
  return solved >= work.EASY ? 'EASY' : null
}

function isGivenBack({ limit, counts, ladder }: Limiter, ending: Ending): boolean {
  if (limit.kind === 'CONCURRENCY') return true
  // Who is asked for work and tries again without it climbs on.
  if (ladder !== null && ending === 'REFUSED') return false
  if (counts === 'BEFORE') return false
  return ending !== (counts === 'AFTER_SUCCESS' ? 'SUCCESS' : 'FAILURE')
}

/** Neither store ever rejects. */
async function giveBack(
  store: MemoryStore | GuardedStore,
  taken: readonly Taken[],
  takenAt: number,
  id: string,
  now: number,
): Promise<void> {
  for (const where of ['STORE', 'LOCAL'] as const) {
    const charges = taken.flatMap(({ charge, outcome }) => (outcome.source === where ? [charge] : []))
    if (charges.length > 0) await store.giveBack(charges, takenAt, id, now, where)
  }
}
