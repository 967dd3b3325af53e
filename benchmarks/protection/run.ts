/**
 * What a decision over HTTP takes with three limiters and PostgreSQL, beside rate-limiter-flexible behind a plain server of Node in the same run: one
 * request after the other, then sixteen at a time. Exits with 1 if a decision takes more than 5 ms at the 99th percentile or answers anything but a
 * decision. Run: node_modules/.bin/node benchmarks/protection/run.ts
 */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Agent, createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus } from 'node:os'
import Fastify from 'fastify'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { ours, startService } from '../../services/protection/src/testing/start-service.ts'

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
plain.close()
await app.close()
await it.stop()

async function measure({ port }: AddressInfo): Promise<{ p50Ms: number; p99Ms: number; perSecond: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const one = async (): Promise<number> => {
    const begun = performance.now()
    const asked = send({
      agent,
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/protection/v1/decisions',
      headers: { authorization: 'Bearer bsec_ours', 'content-type': 'application/json' },
    })
    const visitor = Math.trunc(Math.random() * 1_000)
    asked.end(
      JSON.stringify({
        request: {
          address: `198.51.${visitor % 250}.7`,
          method: 'GET',
          host: 'shop.example',
          path: `/${visitor}`,
          user: `u${visitor}`,
        },
      }),
    )
    const [answer] = await once(asked, 'response')
    answer.resume()
    await once(answer, 'end')
    if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`)
    return performance.now() - begun
  }
  for (let warm = 0; warm < 500; warm++) await one()
  const took: number[] = []
  for (let index = 0; index < requests; index++) took.push(await one())
  took.sort((first, other) => first - other)
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let index = 0; index < requests / atOnce; index++) await one()
    }),
  )
  const seconds = (performance.now() - begun) / 1_000
  agent.destroy()
  const at = (share: number) => Number((took[Math.floor(took.length * share)] ?? 0).toFixed(2))
  return { p50Ms: at(0.5), p99Ms: at(0.99), perSecond: Math.round(requests / seconds) }
}
