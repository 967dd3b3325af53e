/**
 * What limits cost and whether they are exact, beside rate-limiter-flexible in the same run: a whole decision in one
 * process, memory of a million keys, round trips to PostgreSQL and to Valkey or Redis, which must be installed, and how
 * many of 1,000 requests at once from four processes pass. Exits with 1 if a local decision takes more than 20 µs of CPU or 1 ms at the 99th percentile, a
 * million keys more than 200 MB, or one request too many or too few passes. Run: node_modules/.bin/node
 * benchmarks/limits/run.ts
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { openDatabase } from '@bollard/database'
import { limitMigrations, type LimitStore } from '@bollard/limits'
import { startTestDatabase } from '@bollard/testing'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { startValkey } from '../../server/testing/hosting/start-valkey.ts'
import { chargeOf, limits, requestId } from './charges.ts'
import { measureLocal } from './local.ts'
import { openStore } from './open-store.ts'

const [processes, requests] = [4, 250]
const trips = 2_000
const max = { cpuMicroseconds: 20, p99Microseconds: 1_000, megabytes: 200 }

const file = new URL('../results/limits.json', import.meta.url)
/** What was measured before stays until its part is measured again. */
const before: Record<string, Part> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
const measure = {
  async local() {
    const figures = await measureLocal()
    const { cpuMicroseconds, p99Microseconds } = figures.ours
    if (cpuMicroseconds > max.cpuMicroseconds) miss('a local decision takes too much CPU')
    if (p99Microseconds > max.p99Microseconds) miss('a local decision takes too long')
    return figures
  },
  async memory() {
    const figures = { ours: memoryOf('ours'), peer: memoryOf('peer') }
    if (figures.ours.megabytes > max.megabytes) miss('a million keys take too much memory')
    return figures
  },
  roundTrips: () => withDatabase(measureRoundTrips),
  exactness: () => withDatabase(measureExactness),
  async valkey() {
    const server = await startValkey()
    try {
      const { store, close } = await openStore(server.url, 1)
      const roundTrips = await measureTrips(takesOf(store))
      await close()
      return { server: server.version, roundTrips, exactness: await measureExactness(server.url) }
    } finally {
      await server.stop()
    }
  },
}
const asked = process.argv.slice(2)
for (const [name, work] of Object.entries(measure)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const figures = rounded(await work())
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version }
  before[name] = { measuredAt: new Date().toISOString(), machine, peer: 'rate-limiter-flexible 11.4.0', figures }
  writeFileSync(file, `${JSON.stringify(before, null, 2)}\n`)
  console.log(name, JSON.stringify(figures, null, 2))
}

interface Part {
  readonly measuredAt: string
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string }
  readonly peer: string
  readonly figures: unknown
}

function miss(what: string): void {
  console.error(what)
  process.exitCode = 1
}

async function withDatabase<T>(work: (connectionString: string) => Promise<T>): Promise<T> {
  const postgres = await startTestDatabase({ durable: true })
  try {
    return await work(await postgres.createDatabase(limitMigrations))
  } finally {
    await postgres.stop()
  }
}

interface Memory {
  readonly keys: number
  readonly megabytes: number
  readonly bytesPerKey: number
  readonly slowestMs: number
}

function memoryOf(which: 'ours' | 'peer'): Memory {
  const program = new URL('memory.ts', import.meta.url).pathname
  return JSON.parse(execFileSync(process.execPath, ['--expose-gc', program, which], { encoding: 'utf8' }))
}

/** Takes so many limits for one of a thousand keys. */
type Takes = (number: number, count: number) => Promise<unknown>

function takesOf(store: LimitStore): Takes {
  const [first, , , bucket, , quota] = limits
  if (first === undefined || bucket === undefined || quota === undefined) throw new Error('there are limits missing')
  return async (number, count) => {
    const now = Date.now()
    const charges = [first, bucket, quota]
      .slice(0, count)
      .map((limit) => chargeOf(limit, `${limit.kind} ${number % 1_000}`, now))
    await store.take(charges, now, requestId())
  }
}

/** One request after the other over one connection: what a request waits for its limits. */
async function measureTrips(...all: readonly Takes[]) {
  const rows = []
  for (const count of [1, 3]) {
    const times = []
    for (const takes of all) times.push(await timed((number) => takes(number, count)))
    const [ours, peer] = times
    rows.push({ limits: count, ours, peer })
  }
  return rows
}

async function measureRoundTrips(connectionString: string) {
  const { store, close } = await openStore(connectionString, 1)
  const database = openDatabase({ connectionString, max: 1, statementTimeoutMs: 60_000 })
  const peers = await Promise.all(
    ['one', 'two', 'three'].map(async (tableName) => {
      const ready = Promise.withResolvers<void>()
      const limiter = new RateLimiterPostgres(
        {
          storeClient: database.pool,
          tableName,
          keyPrefix: '',
          points: 300,
          duration: 86_400,
          clearExpiredByTimeout: false,
        },
        (error?: Error) => (error === undefined ? ready.resolve() : ready.reject(error)),
      )
      await ready.promise
      return limiter
    }),
  )
  const consume: Takes = (number, count) =>
    Promise.all(peers.slice(0, count).map((limiter) => limiter.consume(`key ${number % 1_000}`)))
  const rows = await measureTrips(takesOf(store), consume)
  await close()
  await database.close()
  return rows
}

async function timed(work: (number: number) => Promise<unknown>) {
  const times: number[] = []
  for (let number = 0; number < trips; number++) {
    const started = performance.now()
    await work(number)
    times.push(performance.now() - started)
  }
  const sorted = times.slice(trips / 10).toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return { medianMs: at(0.5), p99Ms: at(0.99) }
}

async function measureExactness(address: string) {
  const program = new URL('contend.ts', import.meta.url)
  const children = await Promise.all(
    Array.from({ length: processes }, async () => {
      const child = fork(program, [address, String(requests)])
      await once(child, 'message')
      return child
    }),
  )
  const rows = []
  for (const [index, limit] of limits.entries()) {
    const started = performance.now()
    const answers = children.map((child) => admittedBy(child, { key: `contended ${index}`, index }))
    const admitted = (await Promise.all(answers)).reduce((sum, count) => sum + count, 0)
    if (admitted !== limit.limit) miss(`${limit.kind}: ${admitted} instead of ${limit.limit}`)
    rows.push({
      limit: `${limit.kind} of ${limit.limit}`,
      requests: processes * requests,
      processes,
      exact: limit.limit,
      admitted,
      wallMs: Math.round(performance.now() - started),
    })
  }
  for (const child of children) child.send('end')
  return rows
}

async function admittedBy(child: ChildProcess, message: { key: string; index: number }): Promise<number> {
  const answer = once(child, 'message')
  child.send(message)
  const [{ admitted }] = await answer
  return admitted
}

/** Three figures that count are enough. */
function rounded<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
    typeof each === 'number' && !Number.isInteger(each) ? Number(each.toPrecision(3)) : each,
  )
}
