/**
 * What limits cost and whether they are exact, beside rate-limiter-flexible in the same run: a whole decision in one
 * process, memory of a million keys, round trips to PostgreSQL, and how many of 1,000 requests at once from four
 * processes pass. Exits with 1 if a local decision takes more than 20 µs of CPU or 1 ms at the 99th percentile, a
 * million keys more than 200 MB, or one request too many or too few passes. Run: node_modules/.bin/node
 * benchmarks/limits/run.ts
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { openDatabase } from '@bollard/database'
import { createPostgresStore, limitMigrations } from '@bollard/limits'
import { startTestDatabase } from '@bollard/testing'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { chargeOf, limits, requestId } from './charges.ts'
import { measureLocal } from './local.ts'

const [processes, requests] = [4, 250]
const trips = 2_000
const max = { cpuMicroseconds: 20, p99Microseconds: 1_000, megabytes: 200 }

const local = await measureLocal()
const memory = { ours: memoryOf('ours'), peer: memoryOf('peer') }
const postgres = await startTestDatabase({ durable: true })
const connectionString = await postgres.createDatabase(limitMigrations)
const roundTrips = await measureRoundTrips()
const exactness = await measureExactness()
await postgres.stop()

const misses = [
  local.ours.cpuMicroseconds > max.cpuMicroseconds && 'a local decision takes too much CPU',
  local.ours.p99Microseconds > max.p99Microseconds && 'a local decision takes too long',
  memory.ours.megabytes > max.megabytes && 'a million keys take too much memory',
  ...exactness.map(({ limit, admitted, exact }) => admitted !== exact && `${limit}: ${admitted} instead of ${exact}`),
].filter((miss) => miss !== false)
const result = {
  measuredAt: new Date().toISOString(),
  machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version },
  peer: 'rate-limiter-flexible 11.4.0',
  local: rounded(local),
  memory: rounded(memory),
  roundTrips: rounded(roundTrips),
  exactness,
  misses,
}
const folder = new URL('../results/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('limits.json', folder), `${JSON.stringify(result, null, 2)}\n`)
console.log(JSON.stringify(result, null, 2))
if (misses.length > 0) process.exitCode = 1

interface Memory {
  readonly keys: number
  readonly megabytes: number
  readonly bytesPerKey: number
  readonly slowestMs: number
}

function memoryOf(which: 'ours' | 'peer'): Memory {
  const file = new URL('memory.ts', import.meta.url).pathname
  return JSON.parse(execFileSync(process.execPath, ['--expose-gc', file, which], { encoding: 'utf8' }))
}

/** One request after the other over one connection: what a request waits for its limits. */
async function measureRoundTrips() {
  const database = openDatabase({ connectionString, max: 1, statementTimeoutMs: 60_000 })
  const store = createPostgresStore({ query: (config) => database.pool.query(config) })
  const [first, , , bucket, , quota] = limits
  if (first === undefined || bucket === undefined || quota === undefined) throw new Error('there are limits missing')
  const take = async (number: number, count: number) => {
    const now = Date.now()
    const charges = [first, bucket, quota]
      .slice(0, count)
      .map((limit) => chargeOf(limit, `${limit.kind} ${number % 1_000}`, now))
    await store.take(charges, now, requestId())
  }
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
  const consume = (number: number, count: number) =>
    Promise.all(peers.slice(0, count).map((limiter) => limiter.consume(`key ${number % 1_000}`)))
  const rows = []
  for (const count of [1, 3])
    rows.push({
      limits: count,
      ours: await timed((number) => take(number, count)),
      peer: await timed((number) => consume(number, count)),
    })
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

async function measureExactness() {
  const file = new URL('contend.ts', import.meta.url)
  const children = await Promise.all(
    Array.from({ length: processes }, async () => {
      const child = fork(file, [connectionString, String(requests)])
      await once(child, 'message')
      return child
    }),
  )
  const rows = []
  for (const [index, limit] of limits.entries()) {
    const started = performance.now()
    const answers = children.map((child) => admittedBy(child, { key: `contended ${index}`, index }))
    const admitted = (await Promise.all(answers)).reduce((sum, count) => sum + count, 0)
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
