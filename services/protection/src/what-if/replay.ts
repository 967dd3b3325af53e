import { createHmac } from 'node:crypto'
import type { LimiterKeyPart, LimiterNew, LimiterWhatIf } from '@bollard/contracts'
import { type Conclusion, conclusions } from '@bollard/decisions'
import {
  compileMatch,
  createLimiters,
  createMemoryStore,
  type Facts,
  type KeyPart,
  type Limiter,
  toMatched,
} from '@bollard/limits'
import { toLimiter } from '../limiter/to-limiter.ts'
import type { Ending } from '../record/recorded-decision.ts'

/** What is left of a request. */
export interface Replayed {
  readonly id: string
  readonly at: Date
  readonly method: string
  readonly host: string
  readonly path: string
  readonly country: string | null
  readonly operator: number | null
  /** In hex; another one each day. */
  readonly visitor: string | null
  /** By limiter, for whom it counted the request; another one each day. */
  readonly keys: Readonly<Record<string, string>>
  readonly solved: boolean
  readonly ending: Ending | null
}

const topMax = 10
const pathsMax = 3
/** Nobody waits for a part in memory. */
const unhurried = new AbortController().signal
const storedFields = /\{(?:operator|country|method|host|path(?:\[\d\])?)\}/gu

/**
 * How requests that are stored can be told apart as a limiter asks for: by the parts that are stored, else by its own key where that was
 * stored for `limiterId`, which only requests that the API decided have. The others are named; then nothing can be said.
 */
export function keyOfStored(
  { key, limit }: Pick<LimiterNew, 'key' | 'limit'>,
  limiterId: string | null,
): { readonly key: readonly KeyPart[]; readonly unknownParts: readonly string[] } {
  const missing = key.flatMap((part) => (isStored(part) ? [] : [nameOf(part)]))
  const isByKey = missing.length > 0 && limiterId !== null
  const unknownParts = [
    ...(isByKey ? [] : missing),
    // When a request ended is not stored.
    ...(limit.kind === 'CONCURRENCY' ? ['duration'] : []),
  ]
  if (isByKey) return { key: [{ from: 'user' }], unknownParts }
  // A network stands there under the name that it has for a day.
  return { key: key.map((part) => (part.from === 'network' ? { from: 'ticket' } : part)), unknownParts }
}

function isStored(part: LimiterKeyPart): boolean {
  if (part.from === 'network') return part.v4 === 32 && part.v6 === 64
  if (part.from === 'expression') return !/[{}]/u.test(part.text.replaceAll(storedFields, ''))
  return part.from === 'operator' || part.from === 'country' || part.from === 'path'
}

function nameOf(part: LimiterKeyPart): string {
  if (part.from === 'header' || part.from === 'cookie') return `${part.from} ${part.name}`
  return part.from === 'expression' ? part.text : part.from
}

export interface ReplayOptions {
  /** Of the stored limiter whose keys are used; null where those of the requests are. */
  readonly limiterId: string | null
  readonly key: readonly KeyPart[]
  readonly secret: Buffer
  readonly keysMax?: number
}

type Told = Pick<LimiterWhatIf, 'replayed' | 'hits' | 'people' | 'top'>

/** Counts stored requests in the order in which they came, as the limiter would have from an empty beginning. */
export function createReplay(
  wanted: LimiterNew,
  { limiterId, key, secret, keysMax = 200_000 }: ReplayOptions,
): { readonly add: (request: Replayed) => void; readonly tell: () => Told } {
  const { name, ...config } = wanted
  const limiter: Limiter = { ...toLimiter({ name, config, mode: 'LIVE' }, []), key }
  const limiters = createLimiters([limiter], {
    scope: '',
    secret,
    store: createMemoryStore({ keysMax }),
  })
  const fits = compileMatch(config.match)
  const hits = new Map<Conclusion, { requests: number; keys: Set<string> }>(
    conclusions.map((one) => [one, { requests: 0, keys: new Set() }]),
  )
  const stopped = new Map<string, Map<string, number>>()
  let [replayed, people] = [0, 0]

  function add(request: Replayed): void {
    const { id, at, path, solved, ending } = request
    if (!fits(toMatched(request))) return
    const facts = factsOf(request, limiterId)
    const now = at.getTime()
    const call = limiters.limit(facts, { now, id, solved: solved ? 'EASY' : null })
    const finding = call.parts[0]?.run(unhurried)
    if (finding === undefined || finding instanceof Promise) throw new Error('A limiter in memory answers at once')
    replayed += 1
    // Without an ending nobody knows what it was, and it does not count.
    void call.end(finding.conclusion === 'ALLOW' ? (ending ?? 'REFUSED') : 'REFUSED', now)
    count(finding.conclusion, keyOf(facts), path, solved)
  }

  function count(conclusion: Conclusion, whose: string, path: string, solved: boolean): void {
    const of = hits.get(conclusion)
    if (of === undefined) return
    of.requests += 1
    of.keys.add(whose)
    if (conclusion === 'ALLOW') return
    if (solved) people += 1
    const paths = stopped.get(whose) ?? new Map<string, number>()
    stopped.set(whose, paths.set(path, (paths.get(path) ?? 0) + 1))
  }

  /** A name that nobody can read back. */
  function keyOf(facts: Facts): string {
    const values = key.map(({ from }) =>
      from === 'expression' ? [facts.method, facts.host, facts.path] : facts[from as 'user'],
    )
    return createHmac('sha256', secret).update(JSON.stringify(values)).digest('hex').slice(0, 16)
  }

  return {
    add,
    tell: () => ({
      replayed,
      hits: [...hits].map(([conclusion, { requests, keys }]) => ({ conclusion, requests, keys: keys.size })),
      people,
      top: [...stopped]
        .map(([whose, paths]) => ({ key: whose, requests: sum(paths), paths: mostOf(paths) }))
        .toSorted((one, other) => other.requests - one.requests)
        .slice(0, topMax),
    }),
  }
}

function factsOf(request: Replayed, limiterId: string | null): Facts {
  const { method, host, path, country, operator, visitor, keys } = request
  const user = limiterId === null ? null : (keys[limiterId] ?? null)
  const unknown = { address: null, headers: {}, cookies: {}, email: null, tls: null }
  return { ...unknown, method, host, path, country, operator, user, ticket: visitor }
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((all, count) => all + count, 0)
}

function mostOf(paths: ReadonlyMap<string, number>): string[] {
  return [...paths]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, pathsMax)
    .map(([path]) => path)
}
