import { parseArgs } from 'node:util'
import { openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { storeByProcessor } from '../by-processor.ts'
import { altcha } from './contenders/altcha.ts'
import { cap } from './contenders/cap.ts'
import { floor } from './contenders/floor.ts'
import { ours } from './contenders/ours.ts'
import { type Entry, measure } from './measure.ts'
import { findPostmaster } from './postgres-cpu.ts'
import { prepareDatabase } from './prepare-database.ts'
import type { Measurement } from './report.ts'
import { describeMachine, median, toMarkdown } from './report.ts'
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

const entries: Entry[] = []
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
    for (const measurement of await measure(entry, { connections, postmaster })) {
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
