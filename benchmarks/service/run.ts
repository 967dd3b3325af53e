import { parseArgs } from 'node:util'
import { openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { storeByProcessor } from '../by-processor.ts'
import type { Contender } from './contender.ts'
import { altcha } from './contenders/altcha.ts'
import { cap } from './contenders/cap.ts'
import { floor } from './contenders/floor.ts'
import { ours } from './contenders/ours.ts'
import { sendAll } from './load.ts'
import { findPostmaster, postgresCpu } from './postgres-cpu.ts'
import { prepareDatabase } from './prepare-database.ts'
import type { Measurement } from './report.ts'
import { describeMachine, median, toMarkdown } from './report.ts'
import type { ServerProcess } from './server-process.ts'
import { startServer } from './server-process.ts'

/*
 * CPU time and throughput of issuing and verifying, ours beside two peers, in one run: every server in
 * its own process, the load in this one, rounds interleaved, the middle of the rounds told.
 *   node benchmarks/service/run.ts [--rounds 3] [--requests 20000] [--connections 128] [--only ours] [--profile folder]
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '20000' },
    connections: { type: 'string', default: '128' },
    only: { type: 'string' },
    profile: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const requests = Number(values.requests)
const connections = Number(values.connections)

const database = await startTestDatabase({ durable: true })
const db = openDatabase({ connectionString: await database.createDatabase(), max: 1 })
const { siteKey } = await prepareDatabase(db)
const connectionString = String(db.pool.options.connectionString)
const [backend] = await db.query<{ pid: number }>('backend', 'select pg_backend_pid() as pid')
const postmaster = await findPostmaster(backend?.pid ?? 0)

const entries: { key: string; contender: Contender; requests: number; server: ServerProcess }[] = []
for (const [key, contender, share] of [
  ['ours', ours(siteKey), 1],
  ['altcha', altcha, 0.5],
  // Its answers take long to prepare and to check.
  ['cap', cap, 0.2],
  ['floor', floor, 0.5],
] as const) {
  if (values.only !== undefined && values.only !== key) continue
  const profile = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]
  entries.push({
    key,
    contender,
    requests: Math.round(requests * share),
    server: await startServer(key, key === 'ours' ? [connectionString] : [], profile),
  })
}

// Before the run, so that the load told is that of others.
const machine = describeMachine()
const measured = new Map<string, Measurement[]>()
for (let round = 0; round <= rounds; round++) {
  for (const entry of entries) {
    for (const measurement of await measure(entry)) {
      // The first round lets each server compile its hot code.
      if (round === 0) continue
      const key = `${measurement.contender} ${measurement.operation}`
      measured.set(key, [...(measured.get(key) ?? []), measurement])
    }
  }
}
for (const { server } of entries) await server.stop()
const [check] = await db.query<{ rows: number; counted: number }>(
  'check',
  `select (select count(*) from captcha.verifications)::int as rows,
     (select coalesce(sum(n), 0) from captcha.rollup_daily where dimension = 0 or (dimension = 1 and value = '3'))::int
       + (select coalesce(sum(n - cardinality(left_out)), 0) from captcha.pending_rollups where not fetched)::int as counted`,
)
await db.close()
await database.stop()

const results = [...measured.values()].map(median)
const expected = values.only === undefined || values.only === 'ours' ? requests * (rounds + 1) : 0
console.log(
  `\n${toMarkdown(results)}\n\nStored verifications: ${check?.rows}, in the roll-ups: ${check?.counted ?? 0}, answered: ${expected}`,
)
if (check?.rows !== expected || (check.counted ?? 0) !== expected)
  throw new Error('what was answered is not what was stored')
if (values.only === undefined && values.profile === undefined) {
  const report = {
    measuredAt: new Date().toISOString(),
    machine,
    rounds,
    requests,
    connections,
    results,
    everyRound: [...measured.values()].flat(),
  }
  storeByProcessor('service', machine.cpu, report)
}

async function measure({ contender, server, requests: count }: (typeof entries)[number]): Promise<Measurement[]> {
  const issue = Array.from({ length: count }, () => contender.issue)
  const issued = await measureLoad('issue', contender, server, { calls: issue, keep: true, accept: () => true })
  const verify = issued.bodies.map((body) => contender.solve(body))
  const verified = await measureLoad('verify', contender, server, {
    calls: verify,
    keep: false,
    accept: (body) => contender.accepted(body),
  })
  return [issued.measurement, verified.measurement]
}

async function measureLoad(
  operation: 'issue' | 'verify',
  { name, what, headers }: Contender,
  server: ServerProcess,
  load: Pick<Parameters<typeof sendAll>[0], 'calls' | 'keep' | 'accept'>,
): Promise<{ measurement: Measurement; bodies: string[] }> {
  const postgres = async (): Promise<number | null> =>
    server.usesPostgres && postmaster !== null ? postgresCpu(postmaster) : null
  const [cpuBefore, postgresBefore] = [await server.cpu(), await postgres()]
  const result = await sendAll({ port: server.port, headers, connections, ...load })
  const [cpuAfter, postgresAfter] = [await server.cpu(), await postgres()]
  if (result.rejected > 0)
    throw new Error(`${name} rejected ${result.rejected} of ${result.requests} calls to ${operation}`)
  const measurement = {
    contender: name,
    what,
    operation,
    cpuMicros: (cpuAfter - cpuBefore) / result.requests,
    requestsPerSecond: result.requests / result.seconds,
    p50Ms: result.p50,
    p99Ms: result.p99,
    postgresMicros:
      postgresBefore === null || postgresAfter === null ? null : (postgresAfter - postgresBefore) / result.requests,
  }
  console.log(
    `${operation.padEnd(6)} ${name.padEnd(32)} ${measurement.cpuMicros.toFixed(1)} µs  ${measurement.requestsPerSecond.toFixed(0)}/s`,
  )
  return { measurement, bodies: result.bodies }
}
