/**
 * What a flood of answers that earn nothing costs the service, beside what it costs the sender, in CPU time of the two
 * processes and of PostgreSQL. The sender is autocannon, which does no more than put prepared bytes on the wire: no real
 * attacker is cheaper by much, and most are dearer.
 * Run: node_modules/.bin/node benchmarks/service/flood.ts [--requests 20000]
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import type { Call } from './contender.ts'
import { ours } from './contenders/ours.ts'
import { sendAll } from './load.ts'
import { findPostmaster, postgresCpu } from './postgres-cpu.ts'
import { prepareDatabase } from './prepare-database.ts'
import { describeMachine } from './report.ts'
import { startServer } from './server-process.ts'

const { values } = parseArgs({ options: { requests: { type: 'string', default: '20000' } } })
const requests = Number(values.requests)
const database = await startTestDatabase({ durable: true })
const db = openDatabase({ connectionString: await database.createDatabase(), max: 1 })
const connectionString = String(db.pool.options.connectionString)
const { siteKey } = await prepareDatabase(db)
const [backend] = await db.query<{ pid: number }>('backend', 'select pg_backend_pid() as pid')
const postmaster = await findPostmaster(backend?.pid ?? 0)
const contender = ours(siteKey)
// Work that nobody does by accident, so that an answer made up is wrong.
const server = await startServer('demanding', [connectionString], [])
const machine = describeMachine()

const issued = await send(
  Array.from({ length: requests * 2 }, () => contender.issue),
  true,
)
const wrong = issued.bodies.map((body) => contender.solve(body))
const [first] = wrong
if (first === undefined) throw new Error('nothing was issued')
const rows = [
  await measure('wrong answers to fresh challenges', wrong.slice(requests)),
  await measure(
    'the same answer again and again',
    Array.from({ length: requests }, () => first),
  ),
  await measure(
    'challenges that are none of ours',
    Array.from({ length: requests }, () => ({
      ...first,
      body: first.body?.replace(/"challenge":"..../u, '"challenge":"AAAA') ?? '',
    })),
  ),
  await measure(
    'bodies that are no JSON',
    Array.from({ length: requests }, () => ({ ...first, body: '{'.repeat(600) })),
  ),
]
await server.stop()
await db.close()
await database.stop()
console.log(
  [
    '| flood | server µs | PostgreSQL µs | sender µs | server and PostgreSQL ÷ sender |',
    '| --- | --: | --: | --: | --: |',
    ...rows.map(
      (row) => `| ${row.what} | ${row.serverMicros} | ${row.postgresMicros} | ${row.senderMicros} | ${row.ratio} |`,
    ),
  ].join('\n'),
)
await writeFile(
  new URL('../results/flood.json', import.meta.url),
  `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, requests, rows }, null, 2)}\n`,
)

async function send(calls: Call[], keep: boolean) {
  return sendAll({ port: server.port, headers: contender.headers, calls, keep, accept: () => true, connections: 128 })
}

async function measure(what: string, calls: Call[]) {
  const before = await used()
  await send(calls, false)
  const after = await used()
  const per = (index: 0 | 1 | 2): number => Math.round((10 * (after[index] - before[index])) / calls.length) / 10
  return {
    what,
    serverMicros: per(0),
    postgresMicros: per(1),
    senderMicros: per(2),
    ratio: Math.round((100 * (per(0) + per(1))) / per(2)) / 100,
  }
}

/** CPU time so far in microseconds: the service, PostgreSQL, this process. */
async function used(): Promise<[number, number, number]> {
  const { user, system } = process.cpuUsage()
  return [await server.cpu(), postmaster === null ? 0 : await postgresCpu(postmaster), user + system]
}
