/**
 * Whether DuckDB and ClickHouse read the archive as it is: a log with random rows is archived into a folder, both are asked for every row,
 * and their answers must be the same as what the log had. Run by hand, since both are large:
 * node_modules/.bin/node server/testing/hosting/test-archive-readers.ts
 * It installs them from npm into a folder of its own. Writes deploy/last-run-of-archive.json.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditMigrations } from '@bollard/audit'
import { createArchive, listVerifications, migrations, toVerification } from '@bollard/captcha-service/storage'
import type { Verification } from '@bollard/contracts'
import { openDatabase } from '@bollard/database'
import { openTarget } from '@bollard/object-storage'
import { seededRandom, startTestDatabase } from '@bollard/testing'
import { fillRandomLog, insertLogSite } from '../../../services/captcha/src/testing/log/random-log.ts'

const dayMs = 86_400_000
const packages = { duckdb: '@duckdb/node-api@1.5.6-r.1', clickhouse: 'chdb@3.4.0' }
/** Runs beside the readers. Each gives rows as objects; numbers of 64 bits and times come in the type of the reader. */
const reader = `
import { createRequire } from 'node:module'
import { DuckDBInstance } from '@duckdb/node-api'
const files = 'archive/cell=*/day=*/*.parquet'
const row = (r) => JSON.stringify([
  [r.verification_id, r.solution_id, Number(r.started), Number(r.finished), r.environment],
  [r.outcome, r.score, r.decision, r.rule, r.bypass_key_id, r.hostname, r.action],
  [r.browser, r.language, r.network, r.country, r.asn === null ? null : Number(r.asn), r.operator, r.minimal_data, r.check_ms, r.work_hashes],
  [r.fetched === null ? null : Number(r.fetched), r.retrievals, r.same_network],
  [r.feedback, r.given === null ? null : Number(r.given), r.reasons.map((one) => [one.code, one.group, one.weight, one.bits])],
])
const columns = (ms) => '*, ' + Object.entries({ started: 'started_at', finished: 'finished_at', fetched: 'first_fetched_at', given: 'feedback_at' })
  .map(([name, column]) => ms(column) + ' as ' + name).join(', ')
const duck = await (await DuckDBInstance.create(':memory:')).connect()
const ask = async (text) => (await duck.runAndReadAll(text)).getRowObjectsJson()
const duckdb = {
  version: (await ask('select version() as v'))[0].v,
  rows: (await ask('select ' + columns((c) => 'epoch_ms(' + c + ')') + " from read_parquet('" + files + "', hive_partitioning = true)")).map(row),
}
const { query } = createRequire(import.meta.url)('chdb')
const lines = query('select ' + columns((c) => 'toUnixTimestamp64Milli(' + c + ')') + " from file('" + files + "', Parquet)", 'JSONEachRow')
const clickhouse = {
  version: query('select version()', 'TSV').trim(),
  rows: lines.trim().split('\\n').map((line) => row(JSON.parse(line))),
}
console.log(JSON.stringify({ duckdb, clickhouse }))
`
const folder = mkdtempSync(join(tmpdir(), 'bollard-archive-readers-'))
const server = await startTestDatabase()
const db = openDatabase({
  connectionString: await server.createDatabase(auditMigrations, { schema: 'captcha', directory: migrations }),
})
try {
  const wanted = (await archiveLog()).map(compared).toSorted()
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...Object.values(packages)], { cwd: folder })
  writeFileSync(join(folder, 'read.js'), reader)
  const answer: Record<'duckdb' | 'clickhouse', { version: string; rows: string[] }> = JSON.parse(
    execFileSync(process.execPath, ['read.js'], { cwd: folder, encoding: 'utf8', maxBuffer: 1e9 }),
  )
  for (const [name, { rows }] of Object.entries(answer)) {
    const wrong = rows.toSorted().findIndex((row, index) => row !== wanted[index])
    if (rows.length !== wanted.length || wrong !== -1)
      throw new Error(
        `${name} read ${rows.length} of ${wanted.length} rows: ${rows.toSorted()[wrong]} instead of ${wanted[wrong]}`,
      )
  }
  const record = {
    date: new Date().toISOString().slice(0, 10),
    rows: wanted.length,
    duckdb: { version: answer.duckdb.version, readsEveryRow: true },
    clickhouse: { version: answer.clickhouse.version, readsEveryRow: true },
  }
  writeFileSync(
    new URL('../../../deploy/last-run-of-archive.json', import.meta.url),
    `${JSON.stringify(record, null, 2)}\n`,
  )
  console.log(record)
} finally {
  await db.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Archives two days of three sites; what their logs had. */
async function archiveLog(): Promise<Verification[]> {
  const now = Math.floor(Date.now() / dayMs) * dayMs
  const random = seededRandom('archive readers')
  const context = { groupOf: (code: string) => `group of ${code}`, nameOfNetwork: (asn: number) => `Network ${asn}` }
  const log: Verification[] = []
  for (let index = 0; index < 3; index += 1) {
    const site = await insertLogSite(db)
    const times = Array.from({ length: 3_000 }, () => now - Math.floor((31 + 2 * random()) * dayMs))
    await fillRandomLog(db, { ...site, times, random })
    const { rows } = await listVerifications(db, {
      siteId: site.siteId,
      filter: {},
      after: null,
      limit: 10_000,
      now,
      budgetMs: 60_000,
    })
    log.push(...rows.map((row) => toVerification(row, { ...context, solutionId: site.solutionId })))
  }
  mkdirSync(join(folder, 'archive'))
  const target = openTarget({
    setting: 'the folder',
    storage: '',
    address: `file://${join(folder, 'archive')}`,
    endpoint: undefined,
    region: undefined,
    accessKeyId: undefined,
    secretAccessKey: undefined,
  })
  await createArchive({
    db,
    target,
    days: 365,
    logDays: 30,
    now: () => new Date(now),
    fileRows: 2_000,
    ...context,
  }).keep()
  return log
}

/** What both readers are asked for, of one row. */
function compared(v: Verification): string {
  const { feedback, decision } = v
  const reasons = v.reasons.map(({ code, group, weight, bits = null }) => [code, group, weight, bits])
  return JSON.stringify([
    [v.verificationId, v.solutionId, Date.parse(v.startedAt), Date.parse(v.finishedAt), v.environment?.name ?? null],
    [
      v.outcome,
      v.score,
      decision.type,
      decision.rule?.name ?? null,
      decision.bypassKey?.id ?? null,
      v.hostname,
      v.action,
    ],
    [v.browser, v.language, v.network, v.country, v.asn, v.operator, v.minimalData, v.checkMs, v.workHashes],
    [v.firstFetchedAt === null ? null : Date.parse(v.firstFetchedAt), v.retrievals, v.sameNetwork],
    [feedback?.label ?? null, feedback === null ? null : Date.parse(feedback.at), reasons],
  ])
}
