import { randomBytes } from 'node:crypto'
import { createDecisionIds, decisionHeaders, protect } from '@bollard/decisions'
import { createLimiters, createMemoryStore, type Limit, type Limiter } from '@bollard/limits'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { factsOf } from '../../packages/limits/src/testing/facts.ts'

const addresses = 100_000
const [warmUps, decisions, rounds] = [20_000, 30_000, 5]
const minute = 60_000
const idAt = createDecisionIds(randomBytes)
const limits: readonly Limit[] = [
  { kind: 'FIXED_WINDOW', limit: 100, windowMs: minute },
  { kind: 'SLIDING_WINDOW', limit: 1_000, windowMs: 60 * minute },
  { kind: 'TOKEN_BUCKET', limit: 50, tokens: 10, everyMs: 1_000 },
]

export interface Cost {
  /** Median of the rounds. */
  readonly cpuMicroseconds: number
  /** Wall time of single decisions, over all rounds. */
  readonly p50Microseconds: number
  readonly p99Microseconds: number
}

/**
 * What a whole decision costs in one process: three limiters by network, keys hashed, counted, merged, with an id and
 * header fields.
 * Beside it three limiters of rate-limiter-flexible that are asked for the same address, which hash nothing and decide
 * nothing more.
 */
export async function measureLocal(): Promise<{ keys: number; ours: Cost; peer: Cost }> {
  const limiters = createLimiters(limits.map(limiterOf), {
    scope: 'site',
    secret: randomBytes(32),
    store: createMemoryStore({ keysMax: 4 * addresses }),
  })
  const peers = [
    new RateLimiterMemory({ points: 100, duration: 60, keyPrefix: 'a' }),
    new RateLimiterMemory({ points: 1_000, duration: 3_600, keyPrefix: 'b' }),
    new RateLimiterMemory({ points: 50, duration: 5, keyPrefix: 'c' }),
  ]
  const ours = async (address: string) => {
    const now = Date.now()
    const id = idAt(now)
    const decision = await protect(limiters.limit(factsOf({ address }), { now, id }).parts, { id, budgetMs: 100 })
    if (decisionHeaders(decision)['RateLimit'] === undefined) throw new Error('a decision without its header fields')
  }
  const peer = async (address: string) => {
    await Promise.all(peers.map((limiter) => limiter.consume(address))).catch(() => undefined)
  }
  const costs: { ours: Run[]; peer: Run[] } = { ours: [], peer: [] }
  await timed(ours, warmUps)
  await timed(peer, warmUps)
  for (let round = 0; round < rounds; round++) {
    costs.ours.push(await timed(ours, decisions))
    costs.peer.push(await timed(peer, decisions))
  }
  return { keys: 3 * addresses, ours: costOf(costs.ours), peer: costOf(costs.peer) }
}

interface Run {
  readonly cpuMicroseconds: number
  readonly walls: Float64Array
}

async function timed(decide: (address: string) => Promise<void>, count: number): Promise<Run> {
  const walls = new Float64Array(count)
  const before = process.cpuUsage()
  for (let index = 0; index < count; index++) {
    const number = (index * 7_919) % addresses
    const address = addressOf(number)
    const started = performance.now()
    await decide(address)
    walls[index] = (performance.now() - started) * 1_000
  }
  const { user, system } = process.cpuUsage(before)
  return { cpuMicroseconds: (user + system) / count, walls }
}

/** Half of them are IPv6. */
function addressOf(number: number): string {
  if (number % 2 === 1) return `2001:db8:${(number >> 8).toString(16)}:${(number & 255).toString(16)}::${number & 4095}`
  return `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
}

function costOf(runs: readonly Run[]): Cost {
  const walls = Float64Array.from(runs.flatMap((run) => [...run.walls])).sort()
  const at = (share: number) => walls[Math.floor(share * (walls.length - 1))] ?? 0
  const cpu = runs.map(({ cpuMicroseconds }) => cpuMicroseconds).toSorted((one, other) => one - other)
  return {
    cpuMicroseconds: cpu[Math.floor(cpu.length / 2)] ?? 0,
    p50Microseconds: at(0.5),
    p99Microseconds: at(0.99),
  }
}

function limiterOf(limit: Limit): Limiter {
  return {
    id: limit.kind.toLowerCase(),
    limit,
    key: [{ from: 'network' }],
    missing: 'SKIP',
    counts: 'BEFORE',
    mode: 'LIVE',
    outage: 'OPEN',
    ladder: null,
    overrides: [],
  }
}
