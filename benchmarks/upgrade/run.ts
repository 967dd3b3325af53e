/**
 * Upgrades a database of commit 5c36d67 with ten million verifications (or as many as are asked for) while its own statement goes on
 * recording answers. Ends with 1 when anything is lost, an answer fails, or one waits longer than two seconds.
 * Run: node_modules/.bin/node benchmarks/upgrade/run.ts [rows]
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, openDatabase, planMigrations } from '@bollard/database'
import { startEmbeddedPostgres } from '@bollard/database/embedded'
import { makeTestFolder } from '@bollard/testing'
import { migrateEverySchema, schemas } from '../../server/migrate-every-schema.ts'
import { lastOf5c36d67, migrateAsBefore } from '../../server/testing/upgrade/former-migrations.ts'
import { fillLog } from './fill-log.ts'

const rows = Number(process.argv[2] ?? 10_000_000)
const writers = 4
const stallMsMax = 2_000
/** Before and after, so that the upgrade can be compared with itself. */
const quietMs = 5_000
const record = readFileSync(new URL('record-of-5c36d67.sql', import.meta.url), 'utf8')

const folder = await makeTestFolder({ onDisk: true })
const postgres = await startEmbeddedPostgres({ dataDirectory: join(folder.path, 'postgres') })
const open = (max: number) =>
  openDatabase({ connectionString: postgres.connectionString, max, statementTimeoutMs: 3_600_000 })
const [db, hot] = [open(4), open(writers)]
let phase: 'before' | 'meanwhile' | 'after' = 'before'
const waits = { before: [] as number[], meanwhile: [] as number[], after: [] as number[] }
const acknowledged: string[] = []
const failures: string[] = []

async function answer(client: Database, siteId: number): Promise<void> {
  const [id, now, began, during] = [randomUUID(), String(Date.now()), performance.now(), phase]
  const one = (value: string) => `{${value}}`
  await client.pool.query({
    name: 'record',
    text: record,
    values: [
      one(id),
      '{0}',
      one(String(siteId)),
      one(now),
      one(now),
      '{0}',
      '{0.1}',
      '{900}',
      '{300}',
      '{1000000}',
      '{shop.example}',
      '{0}',
      '{"Firefox 152"}',
      '{Linux}',
      '{desktop}',
      '{de}',
      '{198.51.100.0/24}',
      '{""}',
      '{DE}',
      '{3320}',
      '{NULL}',
      '{1}',
      '{0}',
      '{0}',
      '{0}',
      '{1}',
      '{0}',
      1,
    ],
  })
  // The customer's server fetches the result.
  await client.pool.query(
    'insert into captcha.redemptions (verification_id, issued_at, site_id, fetched_at) values ($1, to_timestamp($2::bigint / 1000.0), $3, now())',
    [id, now, siteId],
  )
  waits[during].push(performance.now() - began)
  acknowledged.push(id)
}

try {
  await migrateAsBefore(db, join(folder.path, 'former'), lastOf5c36d67)
  const filling = performance.now()
  const siteId = await fillLog(db, rows)
  console.log(`${rows} verifications after ${Math.round((performance.now() - filling) / 1_000)} s`)
  let stopped = false
  const load = Array.from({ length: writers }, async () => {
    while (!stopped) {
      await answer(hot, siteId).catch((error: Error) => failures.push(error.message))
      await pause(2)
    }
  })
  await pause(quietMs)
  phase = 'meanwhile'
  const began = performance.now()
  await migrateEverySchema(db)
  const upgradeMs = Math.round(performance.now() - began)
  phase = 'after'
  await pause(quietMs)
  stopped = true
  await Promise.all(load)
  const kept = await db.pool.query<{ all: string; mine: string; results: string }>(
    `select (select count(*) from captcha.verifications)::text as all, (select count(*) from captcha.verifications where id = any ($1::uuid[]))::text as mine,
      (select count(*) from captcha.redemptions where verification_id = any ($1::uuid[]))::text as results`,
    [acknowledged],
  )
  const [counts] = kept.rows
  const lost =
    rows +
    acknowledged.length -
    Number(counts?.all) +
    2 * acknowledged.length -
    Number(counts?.mine) -
    Number(counts?.results)
  const left = await Promise.all(schemas.map((one) => planMigrations(db, one)))
  const result = {
    measuredAt: new Date().toISOString(),
    machine: { cpu: cpus()[0]?.model.trim() ?? 'unknown', cores: availableParallelism(), node: process.version },
    rows,
    upgradeMs,
    answers: acknowledged.length,
    answersMeanwhile: waits.meanwhile.length,
    failed: failures.length,
    lost,
    longestMs: { before: longest(waits.before), meanwhile: longest(waits.meanwhile), after: longest(waits.after) },
    pending: left.reduce((sum, { pending }) => sum + pending.length, 0),
  }
  console.log(JSON.stringify(result, null, 2))
  const results = new URL('../results/', import.meta.url)
  mkdirSync(results, { recursive: true })
  // A trial with fewer rows says nothing about a large installation.
  if (rows >= 10_000_000) writeFileSync(new URL('upgrade.json', results), `${JSON.stringify(result, null, 2)}\n`)
  if (lost !== 0 || failures.length > 0 || result.pending > 0 || (result.longestMs.meanwhile ?? 0) > stallMsMax) {
    console.error([...new Set(failures)])
    process.exitCode = 1
  }
} finally {
  await Promise.all([db.close(), hot.close()])
  await postgres.stop()
  await folder.remove()
}

function longest(times: readonly number[]): number | null {
  return times.length === 0 ? null : Math.round(times.reduce((one, other) => Math.max(one, other)))
}
