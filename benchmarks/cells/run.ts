/**
 * How much more two cells carry than one: PostgreSQL records and redeems verifications and rolls them up, one cell pinned to one core and then two
 * pinned to a core each. On a machine with other work seconds mean little, so what counts is the CPU time of each PostgreSQL for a
 * verification: a core has one CPU-second a second to give. The load generator is counted apart. Sums over cells are compared with rows.
 * Ends with 1 below 1.8 times. Run: node_modules/.bin/node benchmarks/cells/run.ts [--seconds 6] [--rounds 4] [--print]
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { auditMigrations } from '@bollard/audit'
import { becomeCell, numbersOfCell } from '@bollard/captcha-service/cells'
import {
  createRoller,
  createVerificationId,
  keepPartitions,
  migrations,
  recordVerifications,
  redeemResults,
  type VerificationRow,
} from '@bollard/captcha-service/storage'
import { type Database, migrate, openDatabase } from '@bollard/database'
import { startEmbeddedPostgres } from '@bollard/database/embedded'
import { seededBytes, seededRandom } from '@bollard/testing/seed'
import { findPostmaster, postgresCpu } from '../service/postgres-cpu.ts'
import { describeMachine } from '../service/report.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '4' },
    print: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const sites = 64
const batch = 200
/** Batches that wait for one cell at a time, as those of several processes would. */
const streams = 3
const least = 1.8

interface Cell {
  readonly db: Database
  readonly postmaster: number
  readonly firstSite: number
  stop(): Promise<void>
}

async function startCell(number: number, folder: string): Promise<Cell> {
  const server = await startEmbeddedPostgres({ dataDirectory: join(folder, String(number)) })
  const db = openDatabase({ connectionString: server.connectionString, max: streams + 2, statementTimeoutMs: 60_000 })
  await migrate(db, auditMigrations)
  await migrate(db, { schema: 'captcha', directory: migrations })
  await becomeCell(db, number)
  await keepPartitions(db, Date.now(), { daysAhead: 1, retentionDays: 30 })
  // The numbers of a site, its environment and its key are the same, since each is the first of its kind.
  await db.pool.query(
    `with made as (
       insert into captcha.sites (solution_id, created_at, first_verification_at, first_fetched_at)
       select gen_random_uuid(), now(), now(), now() from generate_series(1, $1::int) returning id
     ), environments as (
       insert into captcha.environments (site_id, name, site_key, domains, created_at, updated_at)
       select id, 'Production', 'site-key-' || id, '{}', now(), now() from made
     ), actions as (insert into captcha.actions (site_id, number, name) select id, 1, 'login' from made)
     insert into captcha.api_keys (site_id, hash, prefix, last4, created_at)
     select id, sha256(id::text::bytea), 'sk', 'abcd', now() from made order by id`,
    [sites],
  )
  const { rows } = await db.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = await findPostmaster(rows[0]?.pid ?? 0)
  if (postmaster === null) throw new Error('This needs /proc.')
  return {
    db,
    postmaster,
    firstSite: numbersOfCell(number).min,
    async stop() {
      await db.close()
      await server.stop()
    },
  }
}

/** Binds a whole PostgreSQL to one core: what it forks later inherits that. */
async function pin({ postmaster }: Cell, core: number): Promise<void> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/u.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (Number(name) === postmaster || parent === postmaster)
      execFileSync('taskset', ['--pid', '--cpu-list', String(core), name], { stdio: 'ignore' })
  }
}

const random = seededRandom('cells')
const bytes = seededBytes('cells')

function visitor({ firstSite }: Cell): VerificationRow {
  const at = Date.now()
  const siteId = firstSite + Math.floor(random() ** 1.5 * sites)
  return {
    id: createVerificationId(at, bytes(10)),
    round: 0,
    siteId,
    environmentId: siteId,
    issuedAt: at,
    finishedAt: at,
    outcome: 0,
    decision: 0,
    rule: 0,
    bypassKey: 0,
    score: random() ** 3,
    reasons: [['consistent-browser', -0.2]],
    checkMs: 1_400,
    workMs: 600,
    workHashes: 2_097_152,
    hostname: 'www.shop.example',
    action: 1,
    browser: `Chrome ${111 + Math.floor(random() * 40)}`,
    operatingSystem: 'Windows',
    device: 'desktop',
    language: 'de',
    network: `198.51.${Math.floor(random() * 100)}.0/24`,
    country: 'DE',
    asn: 64_500 + Math.floor(random() * 50),
    shadowScore: null,
    networkKind: 0,
    flags: 0,
  }
}

/** Records, redeems and rolls up until a moment; how many verifications. */
async function drive(cell: Cell, until: number): Promise<number> {
  let done = 0
  const stream = async () => {
    while (performance.now() < until) {
      const rows = Array.from({ length: batch }, () => visitor(cell))
      await recordVerifications(cell.db, rows)
      const results = await redeemResults(
        cell.db,
        rows.map(({ id, issuedAt, siteId }) => ({ id, issuedAt, siteId, apiKeyId: siteId, now: Date.now() })),
      )
      if (results.some(({ status }) => status !== 'redeemed')) throw new Error('A result was not redeemed')
      done += rows.length
    }
  }
  await Promise.all(Array.from({ length: streams }, stream))
  const faults: unknown[] = []
  await createRoller({ db: cell.db, onError: (error) => faults.push(error) }).roll()
  if (faults.length > 0) throw faults[0]
  return done
}

async function measure(cells: readonly Cell[]) {
  const before = await Promise.all(cells.map(({ postmaster }) => postgresCpu(postmaster)))
  const own = process.cpuUsage()
  const begun = performance.now()
  const counts = await Promise.all(cells.map((cell) => drive(cell, begun + seconds * 1_000)))
  const wallSeconds = (performance.now() - begun) / 1_000
  const after = await Promise.all(cells.map(({ postmaster }) => postgresCpu(postmaster)))
  const used = process.cpuUsage(own)
  const verifications = counts.reduce((sum, n) => sum + n, 0)
  const cpuMicros = after.reduce((sum, micros, index) => sum + micros - (before[index] ?? 0), 0)
  // Each cell has one core, and what it takes for a verification says how many fit into a CPU-second of it.
  const capacity = counts.reduce((sum, n, index) => sum + (n * 1e6) / ((after[index] ?? 0) - (before[index] ?? 0)), 0)
  return {
    cells: cells.length,
    verifications,
    postgresMicros: Math.round((cpuMicros / verifications) * 10) / 10,
    perSecondOfCores: Math.round(capacity),
    perWallSecond: Math.round(verifications / wallSeconds),
    generatorMicros: Math.round(((used.user + used.system) / verifications) * 10) / 10,
  }
}

const middle = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) / 2)] ?? 0

const folder = await mkdtemp(join(tmpdir(), 'bollard-cells-'))
const cells: Cell[] = []
try {
  for (const number of [0, 1]) cells.push(await startCell(number, folder))
  const [first, second] = cells
  if (first === undefined || second === undefined) throw new Error('two cells were started')
  await pin(first, 0)
  await pin(second, 1)
  // Statements are planned and pages are read for the first time.
  for (let round = 0; round < 2; round += 1) await measure(cells)
  const measured: Awaited<ReturnType<typeof measure>>[] = []
  // In turns, so that what else runs on the machine meets both alike; one cell alone is either, each on its core.
  for (let round = 0; round < rounds; round += 1)
    measured.push(await measure([round % 2 === 0 ? first : second]), await measure(cells))
  console.table(measured)
  const [one, two] = [1, 2].map((count) =>
    middle(measured.filter((row) => row.cells === count).map((row) => row.perSecondOfCores)),
  )
  const ratio = Math.round(((two ?? 0) / (one ?? 1)) * 100) / 100
  const sums = await Promise.all(
    cells.map(async ({ db }) => {
      const { rows } = await db.pool.query<{ rows: number; counted: number }>(
        `select (select count(*)::int from captcha.verifications) as rows,
          (select coalesce(sum(fetched), 0)::int from captcha.rollup_hourly where dimension = 0) as counted`,
      )
      return rows[0]
    }),
  )
  const isExact = sums.every((sum) => sum !== undefined && sum.rows === sum.counted)
  const report = {
    measuredAt: new Date().toISOString(),
    machine: describeMachine(),
    seconds,
    measured,
    ratio,
    sums,
    isExact,
  }
  console.log({ ratio, sums, isExact })
  if (!values.print)
    await writeFile(new URL('../results/cells.json', import.meta.url), `${JSON.stringify(report, null, 2)}\n`)
  if (ratio < least || !isExact) process.exitCode = 1
} finally {
  await Promise.all(cells.map((cell) => cell.stop()))
  await rm(folder, { recursive: true, force: true })
}
