/**
 * Whether twenty processes of the edge enforce the limits of one: cheap challenges of a network, wrong answers that are logged, and refusals
 * of a rule that are logged, with one and with twenty real processes over one database. Requests go round all processes at a steady rate. And whether a
 * signature of a bot and a token that somebody has caught pass once, sent to all processes at the same moment.
 * Ends with 1 when a figure of twenty is more than a fifth away from that of one, or something passes twice; then nothing is stored.
 * Run: node_modules/.bin/node benchmarks/processes/run.ts [--processes 20] [--print] (needs the built widget; takes about three minutes)
 */
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import { startTestDatabase } from '@bollard/testing'
import { schemas } from '../../server/migrate-every-schema.ts'
import { describeMachine } from '../service/report.ts'
import { type Edge, startEdges, stopAll } from './edges.ts'
import { cheapChallenges, loggedRefusals, loggedWrongAnswers } from './limits.ts'
import { caughtSignature, caughtToken } from './single-use.ts'
import { limitNames, onceNames, resultFile, writeTables } from './tables.ts'

const { values } = parseArgs({
  options: { processes: { type: 'string', default: '20' }, print: { type: 'boolean', default: false } },
})
const many = Number(values.processes)
/** Until each process has seen the signs of life of all, and none of those that have ended. */
const seenMs = 6_000
const forgottenMs = 16_000

async function measure(db: Database, databaseUrl: string, processes: number) {
  const begun = performance.now()
  const edges: Edge[] = await startEdges(databaseUrl, processes)
  try {
    process.stdout.write(`${processes} started in ${Math.round((performance.now() - begun) / 1_000)} s\n`)
    await pause(seenMs)
    // Other sites and networks each, so they take nothing from each other.
    const [cheap, wrong, refused] = await Promise.all([
      cheapChallenges(db, edges, `198.51.${processes}.7`),
      loggedWrongAnswers(db, edges, `198.51.${100 + processes}.7`),
      loggedRefusals(db, edges),
    ])
    return {
      limits: { cheapChallenges: cheap, loggedWrongAnswers: wrong, loggedRefusals: refused },
      once: { signature: await caughtSignature(db, edges), token: await caughtToken(db, edges) },
    }
  } finally {
    await stopAll(edges)
  }
}

const postgres = await startTestDatabase({ alone: true })
try {
  const connectionString = await postgres.createDatabase(...schemas)
  const db = openDatabase({ connectionString, max: 4 })
  const databaseUrl = addressesOfRoles(connectionString, 'the server does not check').bollard_edge
  const one = await measure(db, databaseUrl, 1)
  await pause(forgottenMs)
  const all = await measure(db, databaseUrl, many)
  await db.close()
  const limits = limitNames.map((limit) => ({
    limit,
    one: one.limits[limit],
    many: all.limits[limit],
    ratio: Math.round((all.limits[limit] / one.limits[limit]) * 100) / 100,
  }))
  const once = onceNames.map((what) => ({ what, one: one.once[what], many: all.once[what] }))
  console.table(limits)
  console.table(once)
  const holds =
    limits.every(({ ratio }) => ratio >= 0.8 && ratio <= 1.2) &&
    once.every((passed) => passed.one === 1 && passed.many === 1)
  if (!holds) process.exitCode = 1
  else if (!values.print) {
    const result = { measuredAt: new Date().toISOString(), machine: describeMachine(), processes: many, limits, once }
    writeFileSync(resultFile, `${JSON.stringify(result, null, 2)}\n`)
    writeTables(result)
  }
} finally {
  await postgres.stop()
}
