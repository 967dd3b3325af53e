import type { Finding, Part } from '@bollard/decisions'
import { compileKey, type KeyValues } from '../key/compile-key.ts'
import type { Facts } from '../key/facts.ts'
import { bytesOfKey, createKeyNames, type LimitKey } from '../key/limit-key.ts'
import { climb, type Ladder, moveOf, type Solved } from '../ladder/ladder.ts'
import type { Rule } from '../limit/rule.ts'
import { LimitFault, requireWhole } from '../limit/limit-fault.ts'
import { limitMax } from '../limit/limit.ts'
import { compileLimit } from '../limit/rule-of.ts'
import type { Charge, Counter, Outcome } from '../store/charge.ts'
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
  /** What is to be settled once the request has ended, for whoever hears of that: see `settleCall`. Null where nothing is. */
  readonly open: () => Promise<OpenCall | null>
  /** The keys for which the request was counted, by the limiter's id; empty until it was. */
  readonly keys: () => Promise<ReadonlyMap<string, Buffer>>
}

/** What an ending settles of a request: plain data. */
export interface OpenCall {
  readonly id: string
  /** By the clock of who counted. */
  readonly takenAt: number
  /** Who counted. What one process counted alone, it alone can give back. */
  readonly where: Counter
  /** Each with the endings after which it is given back. */
  readonly charges: readonly (Pick<Charge, 'key' | 'rule' | 'cost'> & { readonly back: readonly Ending[] })[]
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
}

/** Compiles limiters. Throws a LimitFault that names the field in which one cannot be used. */
export function createLimiters(limiters: readonly Limiter[], { scope, secret, store }: LimitersOptions): Limiters {
  if (new Set(limiters.map(({ id }) => id)).size !== limiters.length)
    throw new LimitFault('same-id', 'id', 'two limiters have the same name')
  const keys = new Keys()
  const compiled = limiters.map((limiter) => compile(limiter, { scope, secret, keys }))

  function take(facts: Facts, { now, id, cost = 1 }: LimitedRequest): Counted | Promise<Counted> {
    const values = keys.valuesOf(facts)
    const charged = compiled.map((one) => chargeOf(one, values[one.key] ?? [], now, cost))
    const charges = charged.includes(null) ? charged.filter(isCharge) : (charged as readonly Charge[])
    const outcomes = store.take(charges, now, id)
    return outcomes instanceof Promise ? outcomes.then((all) => join(charged, all)) : join(charged, outcomes)
  }

  /**
   * Gives back what a solved challenge is worth. Of one key that is no more than its limit in the time of the limit, counted beside it: whoever
   * solves whatever they are asked for would otherwise stay below every rung for ever.
   */
  function giveCredit({ charge, outcome }: Taken, units: number, key: LimitKey, id: string): void | Promise<void> {
    const credit: Charge = { ...charge, cost: Math.min(units, charge.rule.limit) }
    const give = ([granted]: readonly Outcome[]) =>
      granted?.counted === true ? store.giveBack([credit], outcome.at, id, outcome.at, counterOf(outcome)) : undefined
    const granted = store.take([{ ...credit, key, mode: 'LIMIT' }], outcome.at, id)
    return granted instanceof Promise ? granted.then(give) : give(granted)
  }

  function find(
    { limiter, creditKeyOf }: Compiled,
    found: Taken | null,
    { id, solved = null }: LimitedRequest,
  ): Finding | Promise<Finding> {
    if (found === null) return nothing
    const { charge, outcome } = found
    const about = { id: limiter.id, limit: limiter.limit, rule: charge.rule, outcome }
    const { ladder } = limiter
    if (ladder === null || !isCountedBySomebody(outcome)) return findingOf(about)
    // What was used before: a limit of five lets five requests pass.
    const percent = (100 * (outcome.used - (outcome.counted ? charge.cost : 0))) / charge.rule.limit
    const at = outcome.at
    const climbed = climb(ladder, outcome.standing, { percent, solved: solvedFor(ladder, solved) }, at)
    const finding = findingOfRung(about, ladder, climbed)
    const move = moveOf(ladder, outcome.standing, climbed.standing)
    const told = [
      ...(climbed.credit > 0 ? [giveCredit(found, climbed.credit, creditKeyOf(charge.key), id)] : []),
      ...(move === null ? [] : [store.stand(charge.key, move, at, counterOf(outcome))]),
    ]
    // Whoever is asked for work may bring it to another process, which has to know that it was asked for.
    return told.some((one) => one instanceof Promise) ? Promise.all(told).then(() => finding) : finding
  }

  const backAfter = {
    SUCCESS: limiters.some((limiter) => isGivenBack(limiter, 'SUCCESS')),
    FAILURE: limiters.some((limiter) => isGivenBack(limiter, 'FAILURE')),
    REFUSED: limiters.some((limiter) => isGivenBack(limiter, 'REFUSED')),
  }

  const engine: Engine = { compiled, store, backAfter, take, find }
  return {
    limit(facts, request) {
      requireWhole(request.cost ?? 1, 'cost', 1, limitMax)
      return new Call(engine, facts, request)
    },
  }
}

/** What all calls of the same limiters have in common. */
interface Engine {
  readonly compiled: readonly Compiled[]
  readonly store: MemoryStore | GuardedStore
  /** Whether anything is given back after such an ending. */
  readonly backAfter: Readonly<Record<Ending, boolean>>
  take(facts: Facts, request: LimitedRequest): Counted | Promise<Counted>
  find(one: Compiled, found: Taken | null, request: LimitedRequest): Finding | Promise<Finding>
}

/** A class, as its parts are, since functions of a literal would be made anew for each request. */
class Call implements LimitedCall {
  readonly parts: readonly Part[]
  readonly #engine: Engine
  readonly #facts: Facts
  readonly request: LimitedRequest
  #taken: Counted | Promise<Counted> | null = null

  constructor(engine: Engine, facts: Facts, request: LimitedRequest) {
    this.#engine = engine
    this.#facts = facts
    this.request = request
    this.parts = engine.compiled.map((one, index) => new LimiterPart(this, one, index))
  }

  /** What one of the limiters says; the first that is asked counts for all. */
  run(one: Compiled, index: number): Finding | Promise<Finding> {
    const taken = (this.#taken ??= this.#engine.take(this.#facts, this.request))
    return taken instanceof Promise
      ? taken.then((counted) => this.#engine.find(one, counted[index] ?? null, this.request))
      : this.#engine.find(one, taken[index] ?? null, this.request)
  }

  end(ending: Ending, now: number): Promise<void> {
    // Nothing is given back of most requests, and that is to cost nothing.
    if (this.#taken === null || !this.#engine.backAfter[ending]) return ended
    return this.#settle(this.#taken, ending, now)
  }

  async open(): Promise<OpenCall | null> {
    const charges = ((await this.#taken) ?? []).flatMap((found, index) => {
      const limiter = this.#engine.compiled[index]?.limiter
      if (found === null || limiter === undefined || !found.outcome.counted) return []
      const back = endings.filter((ending) => isGivenBack(limiter, ending))
      const { charge, outcome } = found
      const { key, rule, cost } = charge
      return back.length === 0
        ? []
        : [{ key, rule, cost, back, takenAt: outcome.at, isLocal: outcome.source === 'LOCAL' }]
    })
    if (charges.length === 0) return null
    return {
      id: this.request.id,
      takenAt: charges[0]?.takenAt ?? this.request.now,
      where: charges.some(({ isLocal }) => isLocal) ? 'LOCAL' : 'STORE',
      charges: charges.map(({ key, rule, cost, back }) => ({ key, rule, cost, back })),
    }
  }

  async keys(): Promise<ReadonlyMap<string, Buffer>> {
    const counted = (await this.#taken) ?? []
    return new Map(
      this.#engine.compiled.flatMap(({ limiter }, index) => {
        const found = counted[index] ?? null
        return found === null ? [] : [[limiter.id, bytesOfKey(found.charge.key)] as const]
      }),
    )
  }

  async #settle(taken: Counted | Promise<Counted>, ending: Ending, now: number): Promise<void> {
    const counted = await taken
    const back = this.#engine.compiled.flatMap(({ limiter }, index) => {
      const found = counted[index] ?? null
      return found !== null && found.outcome.counted && isGivenBack(limiter, ending) ? [found] : []
    })
    await giveBack(this.#engine.store, back, this.request.id, now)
  }
}

class LimiterPart implements Part {
  readonly name: string
  readonly mode: Part['mode']
  readonly onFault: Part['onFault']
  readonly #call: Call
  readonly #one: Compiled
  readonly #index: number

  constructor(call: Call, one: Compiled, index: number) {
    this.name = one.limiter.id
    this.mode = one.limiter.mode
    this.onFault = one.onFault
    this.#call = call
    this.#one = one
    this.#index = index
  }

  run(): Finding | Promise<Finding> {
    return this.#call.run(this.#one, this.#index)
  }
}

interface Compiled {
  readonly limiter: Limiter
  readonly onFault: 'ALLOW' | 'THROTTLE'
  /** Which of the keys of `Keys` it is. */
  readonly key: number
  readonly nameOf: (values: KeyValues) => LimitKey
  /** Where the credit of a key is counted. */
  readonly creditKeyOf: (key: LimitKey) => LimitKey
  readonly ruleAt: RuleAt
  /** The rules of overrides, by their limit: a higher one may have to be counted in another way. */
  readonly others: ReadonlyMap<number | null, RuleAt>
  readonly overrideOf: ReturnType<typeof compileOverrides>
}

type RuleAt = (now: number) => Rule

interface Taken {
  readonly charge: Charge
  readonly outcome: Outcome
}

/** By limiter; null where the request is no matter of it. */
type Counted = readonly (Taken | null)[]

/** The different keys of limiters, each of which is read once of a request, however many limiters have it. */
class Keys {
  readonly #numbers = new Map<string, number>()
  readonly #readers: ((facts: Facts) => KeyValues)[] = []

  /** The number of a key. Throws a LimitFault where it cannot be used. */
  add(parts: Limiter['key']): number {
    const text = JSON.stringify(parts)
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.#readers.push(compileKey(parts)) - 1
    this.#numbers.set(text, number)
    return number
  }

  /** By the numbers of the keys. */
  valuesOf(facts: Facts): readonly KeyValues[] {
    return this.#readers.map((read) => read(facts))
  }
}

function compile(
  limiter: Limiter,
  { scope, secret, keys }: { scope: string; secret: Uint8Array; keys: Keys },
): Compiled {
  requireLimiter(limiter)
  const { limit: _, ...window } = limiter.limit
  const scopes = [scope, limiter.id, window]
  const nameCredit = createKeyNames(secret, JSON.stringify([...scopes, 'credit']))
  const ruleOf = (limit: number) => compileLimit({ ...limiter.limit, limit }, { meter: limiter.ladder !== null })
  return {
    limiter,
    onFault: limiter.outage === 'CLOSED' ? 'THROTTLE' : 'ALLOW',
    key: keys.add(limiter.key),
    // What shares a count. Another kind of limit or another window begins anew; a higher or lower limit doesn't.
    nameOf: createKeyNames(secret, JSON.stringify(scopes)),
    creditKeyOf: (key) => nameCredit([bytesOfKey(key).toString('latin1')]),
    ruleAt: ruleOf(limiter.limit.limit),
    others: new Map(limiter.overrides.flatMap(({ limit }) => (limit === null ? [] : [[limit, ruleOf(limit)]]))),
    overrideOf: compileOverrides(limiter.key, limiter.overrides),
  }
}

function chargeOf(
  { limiter, nameOf, ruleAt, others, overrideOf }: Compiled,
  values: KeyValues,
  now: number,
  cost: number,
): Charge | null {
  if (limiter.missing === 'SKIP' && values.includes(null)) return null
  const override = overrideOf(values, now)
  if (override?.limit === null) return null
  const rule = (override === null ? ruleAt : (others.get(override.limit) ?? ruleAt))(now)
  return {
    key: nameOf(values),
    rule,
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

function isCharge(charge: Charge | null): charge is Charge {
  return charge !== null
}

/** The outcomes are those of the charges, in their order. */
function join(charged: readonly (Charge | null)[], outcomes: readonly Outcome[]): Counted {
  let next = 0
  return charged.map((charge) => {
    const outcome = charge === null ? undefined : outcomes[next++]
    return charge === null || outcome === undefined ? null : { charge, outcome }
  })
}

function counterOf({ source }: Outcome): Counter {
  return source === 'LOCAL' ? 'LOCAL' : 'STORE'
}

function isGivenBack({ limit, counts, ladder }: Limiter, ending: Ending): boolean {
  if (limit.kind === 'CONCURRENCY') return true
  // Who is asked for work and tries again without it climbs on.
  if (ladder !== null && ending === 'REFUSED') return false
  if (counts === 'BEFORE') return false
  return ending !== (counts === 'AFTER_SUCCESS' ? 'SUCCESS' : 'FAILURE')
}

const ended = Promise.resolve()
const endings = ['SUCCESS', 'FAILURE', 'REFUSED'] as const satisfies readonly Ending[]

/** Settles what is left of a request that has ended, as `LimitedCall.end` does in the process that decided. Never rejects. */
export async function settleCall(
  store: MemoryStore | GuardedStore,
  { id, takenAt, where, charges }: OpenCall,
  ending: Ending,
  now: number,
): Promise<void> {
  const back = charges.flatMap(({ back: after, ...charge }): Charge[] =>
    after.includes(ending) ? [{ ...charge, mode: 'LIMIT', outage: 'OPEN' }] : [],
  )
  if (back.length > 0) await store.giveBack(back, takenAt, id, now, where)
}

/** Neither store ever rejects. */
async function giveBack(
  store: MemoryStore | GuardedStore,
  taken: readonly Taken[],
  id: string,
  now: number,
): Promise<void> {
  for (const where of ['STORE', 'LOCAL'] as const) {
    const there = taken.filter(({ outcome }) => outcome.source === where)
    const charges = there.map(({ charge }) => charge)
    // All were counted in one step.
    if (there[0] !== undefined) await store.giveBack(charges, there[0].outcome.at, id, now, where)
  }
}
