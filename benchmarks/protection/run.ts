/**
 * What a decision over HTTP takes with three limiters and PostgreSQL, beside rate-limiter-flexible behind a plain server of Node in the same run: one
 * request after the other, then sixteen at a time; and the CPU that sixteen at a time take of each process and of PostgreSQL. Exits with 1 if a
 * decision takes more than 5 ms at the 99th percentile, answers anything but a decision, or the peer does more in a second. Run: node_modules/.bin/node benchmarks/protection/run.ts
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus } from 'node:os'
import Fastify from 'fastify'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { ours, startService } from '../../services/protection/src/testing/start-service.ts'
import { findPostmaster, postgresCpu } from '../service/postgres-cpu.ts'

const requests = 4_000
const atOnce = 16
const p99Max = 5

const it = await startService({ now: () => new Date() })
const limits = [
  {
    name: 'each-network',
    key: [{ from: 'network' }],
    limit: { kind: 'FIXED_WINDOW', limit: 1_000_000, windowSeconds: 3_600 },
  },
  {
    name: 'each-account',
    key: [{ from: 'user' }],
    limit: { kind: 'TOKEN_BUCKET', limit: 1_000_000, tokens: 10, everySeconds: 1 },
  },
  {
    name: 'each-path',
    key: [{ from: 'path' }],
    limit: { kind: 'SLIDING_WINDOW', limit: 1_000_000, windowSeconds: 60 },
  },
] as const
for (const limiter of limits) {
  const made = await it.call('mia', 'createLimiter', { body: { ...limiter, match: {} } })
  if (made.status !== 201) throw new Error(JSON.stringify(made.json()))
}
await it.db.query('bench-live', `update protection.limiters set mode = 'LIVE' where solution_id = $1`, [ours])

const app = Fastify()
await app.register(it.another().routes)
await app.listen({ host: '127.0.0.1', port: 0 })

const peers = limits.map(
  ({ name }) =>
    new RateLimiterPostgres(
      { storeClient: it.db.pool, tableName: `peer_${name.replace('-', '_')}`, points: 1_000_000, duration: 3_600 },
      (error) => {
        if (error) throw error
      },
    ),
)
const plain = createServer((asked, answer) => {
  asked.resume()
  asked.on('end', () => {
    Promise.all(peers.map((peer, index) => peer.consume(`key ${index} ${Math.trunc(Math.random() * 1_000)}`))).then(
      (all) =>
        answer
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(all.map(({ remainingPoints }) => remainingPoints))),
      (error: unknown) => answer.writeHead(500).end(String(error)),
    )
  })
})
plain.listen(0, '127.0.0.1')
await once(plain, 'listening')

const figures = {
  ours: await measure(app.server.address() as AddressInfo),
  peer: await measure(plain.address() as AddressInfo),
}
console.log(JSON.stringify(figures, null, 2))
const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version }
const stored = {
  measuredAt: new Date().toISOString(),
  machine,
  peer: 'rate-limiter-flexible 11.4.0',
  requests,
  atOnce,
  figures,
}
writeFileSync(new URL('../results/protection.json', import.meta.url), `${JSON.stringify(stored, null, 2)}\n`)
if (figures.ours.p99Ms > p99Max) {
  console.error(`a decision takes ${figures.ours.p99Ms} ms at the 99th percentile`)
  process.exitCode = 1
}
if (figures.ours.perSecond < figures.peer.perSecond) {
  console.error(`${figures.ours.perSecond} decisions a second, and the peer ${figures.peer.perSecond}`)
  process.exitCode = 1
}
plain.close()
await app.close()
await it.stop()

/** The load comes from a process of its own, so that the CPU of ours is that of decisions. */
async function measure({ port }: AddressInfo) {
  const postmaster = await postmasterOf()
  const load = fork(new URL('load.ts', import.meta.url), [String(port)])
  const next = async (work: object): Promise<number[]> => {
    const answer = once(load, 'message')
    load.send(work)
    const [took] = await answer
    return took
  }
  await next({ requests: 500, atOnce: 1 })
  const took = (await next({ requests, atOnce: 1 })).toSorted((first, other) => first - other)
  await next({ requests: 500, atOnce })
  const before = { ours: process.cpuUsage(), postgres: await postgresCpu(postmaster) }
  const begun = performance.now()
  const crowded = (await next({ requests, atOnce })).toSorted((first, other) => first - other)
  const seconds = (performance.now() - begun) / 1_000
  const { user, system } = process.cpuUsage(before.ours)
  const postgres = (await postgresCpu(postmaster)) - before.postgres
  load.disconnect()
  return {
    p50Ms: at(took, 0.5),
    p99Ms: at(took, 0.99),
    perSecond: Math.round(requests / seconds),
    p99MsAtOnce: at(crowded, 0.99),
    cpuMicroseconds: { process: Math.round((user + system) / requests), postgres: Math.round(postgres / requests) },
  }
}

function at(times: readonly number[], share: number): number {
  return Number((times[Math.floor(times.length * share)] ?? 0).toFixed(2))
}

async function postmasterOf(): Promise<number> {
  const { rows } = await it.db.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = await findPostmaster(rows[0]?.pid ?? 0)
  if (postmaster === null) throw new Error('the CPU of PostgreSQL is read from /proc')
  return postmaster
}
