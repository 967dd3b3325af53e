/**
 * What the archive of the log costs: rows a second, bytes a row beside PostgreSQL's, memory, and the erasure of one site out of a thousand.
 * Run: node_modules/.bin/node benchmarks/archive/run.ts [--rows 5000000] [--folder /tmp] [--keep] [--print]
 * Each million takes about half a gigabyte in the folder while it is measured. With `--keep` the archive stays, for
 * server/testing/hosting/test-archive-readers.ts. With `--print` nothing is written to results.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { auditMigrations } from '@bollard/audit'
import { createArchive, migrations } from '@bollard/captcha-service/storage'
import { type Database, migrate, openDatabase } from '@bollard/database'
import { startEmbeddedPostgres } from '@bollard/database/embedded'
import { openTarget } from '@bollard/object-storage'
import { describeMachine } from '../service/report.ts'
import { fillLog } from '../storage/fill-log.ts'

const dayMs = 86_400_000
const mebibyte = 1_048_576

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '5000000' },
    folder: { type: 'string', default: tmpdir() },
    keep: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
  },
})
const folder = await mkdtemp(join(values.folder, 'bollard-archive-'))
const server = await startEmbeddedPostgres({ dataDirectory: join(folder, 'postgres') })
const db = openDatabase({ connectionString: server.connectionString, max: 4, statementTimeoutMs: 600_000 })
try {
  await migrate(db, auditMigrations)
  await migrate(db, { schema: 'captcha', directory: migrations })
  const now = Math.floor(Date.now() / dayMs) * dayMs
  await fillLog(db, { rows: Number(values.rows), now, onDay: () => {} })
  console.log('The log is filled')
  const report = { measuredAt: new Date().toISOString(), machine: describeMachine(), ...(await measure(now)) }
  console.log(report)
  if (!values.print) {
    const file = new URL('../results/archive.json', import.meta.url)
    await writeFile(file, `${JSON.stringify(report, null, 2)}\n`)
  }
} finally {
  await db.close()
  await server.stop()
  if (values.keep) {
    await rm(join(folder, 'postgres'), { recursive: true, force: true })
    console.log(`The archive is in ${join(folder, 'archive')}`)
  } else await rm(folder, { recursive: true, force: true })
}

async function measure(now: number) {
  await mkdir(join(folder, 'archive'))
  const target = openTarget({
    setting: '--folder',
    storage: '',
    address: `file://${join(folder, 'archive')}`,
    endpoint: undefined,
    region: undefined,
    accessKeyId: undefined,
    secretAccessKey: undefined,
  })
  const archive = createArchive({
    db,
    target,
    now: () => new Date(now),
    // So that every full day leaves the log.
    logDays: 1,
    days: 365,
    groupOf: () => 'group',
    nameOfNetwork: (asn) => `Network ${asn}`,
  })
  const memory = watchMemory()
  const before = process.cpuUsage()
  const startedAt = performance.now()
  await archive.keep()
  const seconds = (performance.now() - startedAt) / 1_000
  const cpu = process.cpuUsage(before)
  const peak = memory.stop()
  const [archived] = await db.query<{ rows: number; sites: number; days: number }>(
    '',
    'select sum(n)::float8 as rows, count(distinct site_id)::int as sites, count(distinct day)::int as days from captcha.archived_days',
  )
  const rows = archived?.rows ?? 0
  const stored = await target.list('cell=0/')
  const files = stored.filter(({ path }) => path.endsWith('.parquet'))
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return {
    rows,
    sites: archived?.sites ?? 0,
    days: archived?.days ?? 0,
    rowsPerSecond: Math.round(rows / seconds),
    cpuMicrosecondsPerRow: round1((cpu.user + cpu.system) / rows),
    files: files.length,
    largestFileMegabytes: round1(Math.max(...files.map((file) => file.bytes)) / 1e6),
    manifestMegabytes: round1(
      stored.filter(({ path }) => path.endsWith('.json')).reduce((sum, file) => sum + file.bytes, 0) / 1e6,
    ),
    bytesPerRow: round1(bytes / rows),
    bytesPerRowInPostgres: round1(await bytesInPostgres(db)),
    // Of this process, while it archived: first and last tenth of the time, and the most.
    residentMebibytes: peak,
    erasure: await measureErasure(archive, now),
  }
}

/** How long it takes to erase one of the small sites from every day. */
async function measureErasure(archive: ReturnType<typeof createArchive>, now: number) {
  const [site] = await db.query<{ siteId: number; solutionId: string; rows: number; days: number }>(
    '',
    `select s.id as "siteId", s.solution_id as "solutionId", sum(a.n)::int as rows, count(*)::int as days from captcha.sites s
     join captcha.archived_days a on a.site_id = s.id group by s.id order by sum(a.n) offset (select count(distinct site_id) / 2 from captcha.archived_days) limit 1`,
  )
  if (site === undefined) throw new Error('No site is archived')
  const erasure = { ...site, before: new Date(now), network: null, verificationIds: null }
  const startedAt = performance.now()
  let rows = 0
  for (let after: string | null = null; ;) {
    const done = await archive.eraseNext(erasure, after)
    if (done === null || done === 'busy') break
    after = done.day
    rows += done.erased
  }
  if (rows !== site.rows) throw new Error(`${rows} rows were erased of ${site.rows}`)
  return { rows, days: site.days, secondsPerDay: round1((performance.now() - startedAt) / 1_000 / site.days) }
}

/** Tables with their indexes, of what the archive takes: verifications, redemptions and feedback. */
async function bytesInPostgres(on: Database): Promise<number> {
  const [size] = await on.query<{ bytes: number }>(
    '',
    `select (select sum(pg_total_relation_size(c.oid)) from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'captcha' and c.relname ~ '^(verifications|redemptions|feedback)_\\d+$')::float8
     / (select count(*) from captcha.verifications where outcome < 3) as bytes`,
  )
  return size?.bytes ?? 0
}

function watchMemory() {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(process.memoryUsage.rss() / mebibyte), 250)
  return {
    stop() {
      clearInterval(timer)
      const tenth = Math.max(1, Math.floor(samples.length / 10))
      const median = (part: readonly number[]) => part.toSorted((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0
      return {
        first: Math.round(median(samples.slice(0, tenth))),
        last: Math.round(median(samples.slice(-tenth))),
        most: Math.round(Math.max(...samples)),
      }
    },
  }
}

function round1(value: number): number {
  return Math.round(value * 10) / 10
}
