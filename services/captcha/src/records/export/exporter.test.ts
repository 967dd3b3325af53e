import { randomUUIDv7 } from 'node:crypto'
import {
  exportColumns,
  type ExportFormat,
  type LogFilter,
  type Verification,
  verificationSchema,
} from '@bollard/contracts'
import { createReads, type Database } from '@bollard/database'
import { afterAll, expect, test } from 'vitest'
import { readCsv } from '../../testing/read-csv.ts'
import { rowAt } from '../../testing/row-at.ts'
import { insertTestSite, startDatabases } from '../../testing/start-database.ts'
import { keepPartitions } from '../store/keep-partitions.ts'
import { recordVerifications, type VerificationRow } from '../store/record-verifications.ts'
import { claimExport, leaseMs, saveProgress } from './export-lease.ts'
import { createExporter, type Exporter } from './exporter.ts'
import {
  deleteExport,
  deleteExportsOf,
  dropParts,
  expireExports,
  findExport,
  insertExport,
  readPart,
  type StoredExport,
} from './exports.ts'
import { gzipFile, unpackPart } from './gzip-parts.ts'
import { createReadLog } from './read-log.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const { db, connectionString } = await databases.create()
const clock = { now: Date.now() }
await keepPartitions(db, clock.now, { daysAhead: 1, retentionDays: 400 })

const context = {
  now: () => new Date(clock.now),
  groupOf: (code: string) => `group of ${code}`,
  nameOfNetwork: (asn: number) => `Network ${asn}`,
}
const readLogOf = (on: Database) => createReadLog({ reads: createReads(on, null), ...context })

function exporterOf(on: Database, given: Partial<Parameters<typeof createExporter>[0]> = {}): Exporter {
  return createExporter({
    db: on,
    readLog: readLogOf(on),
    now: () => clock.now,
    pageRows: 20,
    onError: (error) => expect.unreachable(String(error)),
    ...given,
  })
}

/** A site with rows in the log, issued a second apart; newest first. */
async function makeSite(count: number, row: (index: number) => Partial<VerificationRow> = () => ({})) {
  const solutionId = randomUUIDv7()
  const site = await insertTestSite(db, solutionId)
  const rows = Array.from({ length: count }, (_, index) =>
    rowAt(clock.now - 60_000 - index * 1_000, {
      siteId: site.siteId,
      environmentId: site.environmentId,
      ...row(index),
    }),
  )
  for (let at = 0; at < rows.length; at += 1_000) await recordVerifications(db, rows.slice(at, at + 1_000))
  return { ...site, solutionId, rows }
}

async function queue(siteId: number, format: ExportFormat = 'JSON', filters: LogFilter = {}): Promise<StoredExport> {
  const job = await insertExport(db, {
    id: randomUUIDv7(),
    siteId,
    format,
    filters,
    createdBy: 'ada',
    createdAt: new Date(clock.now),
  })
  if (job === undefined) throw new Error('the site has too many exports')
  return job
}
const read = async (job: StoredExport): Promise<StoredExport> =>
  (await findExport(db, job)) ?? expect.unreachable('the export is gone')

async function finish(
  job: StoredExport,
  exporter: Exporter = exporterOf(db, { partBytes: 20_000 }),
): Promise<StoredExport> {
  for (let turn = 0; turn < 1_000; turn++) {
    const { status } = await read(job)
    if (status !== 'QUEUED' && status !== 'RUNNING') break
    await exporter.runOnce()
  }
  return read(job)
}

async function textOf(job: StoredExport): Promise<string> {
  const parts: Buffer[] = []
  for (let number = 0; number < job.parts; number++)
    parts.push((await readPart(db, job.id, number)) ?? expect.unreachable('a part is missing'))
  const text = Buffer.concat(await Promise.all(parts.map((part) => unpackPart(part))))
  expect(text.length).toBe(job.bytes)
  return text.toString('utf8')
}

const parse = (text: string): Verification[] => verificationSchema.array().parse(JSON.parse(text))

test('a JSON export holds every verification of the site once, newest first, exactly as the log shows it', async () => {
  const site = await makeSite(634)
  await makeSite(10)
  const job = await finish(await queue(site.siteId))
  expect([job.status, job.rows, job.truncated]).toEqual(['DONE', 634, false])
  expect(job.parts).toBeGreaterThan(10)
  const found = parse(await textOf(job))
  expect(found.map(({ verificationId }) => verificationId)).toEqual(site.rows.map(({ id }) => id))
  const { items } = await readLogOf(db)({
    siteId: site.siteId,
    solutionId: site.solutionId,
    filter: {},
    after: null,
    limit: 3,
  })
  expect(found.slice(0, 3)).toEqual(items)
  expect(found[0]).toMatchObject({
    solutionId: site.solutionId,
    environment: { name: 'Production' },
    operator: 'Network 3320',
  })
})

test('a CSV export has one line for each verification below the names of the columns', async () => {
  const hostnames = ['a,b.example', 'say "hi"', '=cmd|calc', 'line\r\nbreak', '-1+1', 'plain.example']
  const site = await makeSite(300, (index) => ({ hostname: hostnames[index % hostnames.length] ?? '' }))
  const text = await textOf(await finish(await queue(site.siteId, 'CSV')))
  expect(text.startsWith('\ufeffverificationId,')).toBe(true)
  const [head, ...lines] = readCsv(text.slice(1))
  expect(head).toEqual([...exportColumns])
  const column = (name: (typeof exportColumns)[number]) => lines.map((line) => line[exportColumns.indexOf(name)])
  expect(column('verificationId')).toEqual(site.rows.map(({ id }) => id))
  expect(column('hostname')).toEqual(
    site.rows.map(({ hostname }) => (/^[=-]/u.test(hostname) ? `'${hostname}` : hostname)),
  )
})

test('only what fits the filter is written', async () => {
  const site = await makeSite(900, (index) => ({
    country: index % 3 === 0 ? 'FR' : 'DE',
    outcome: index % 2 === 0 ? 2 : 0,
  }))
  const from = new Date(clock.now - 60_000 - 600_000).toISOString()
  const job = await finish(await queue(site.siteId, 'JSON', { country: 'FR', outcome: ['REFUSED', 'FLAGGED'], from }))
  const expected = site.rows.filter(
    (row) => row.country === 'FR' && row.outcome === 2 && row.issuedAt >= Date.parse(from),
  )
  expect(parse(await textOf(job)).map(({ verificationId }) => verificationId)).toEqual(expected.map(({ id }) => id))
  expect(expected.length).toBeGreaterThan(90)
})

test('an export of nothing is a whole file of its kind', async () => {
  const { siteId } = await makeSite(0)
  expect(parse(await textOf(await finish(await queue(siteId, 'JSON'))))).toEqual([])
  const [head, ...lines] = readCsv((await textOf(await finish(await queue(siteId, 'CSV')))).slice(1))
  expect([head, lines]).toEqual([[...exportColumns], []])
})

test('a file ends at the most rows it may have and says so', async () => {
  const site = await makeSite(50)
  for (const [rowsMax, truncated] of [
    [49, true],
    [50, false],
    [51, false],
  ] as const) {
    const job = await finish(await queue(site.siteId), exporterOf(db, { partBytes: 4_000, rowsMax }))
    expect([job.rows, job.truncated]).toEqual([Math.min(50, rowsMax), truncated])
    expect(parse(await textOf(job))).toHaveLength(job.rows)
    await deleteExport(db, job)
  }
})

test('what one process leaves behind in the middle another takes up, without losing or repeating a row', async () => {
  const site = await makeSite(2_000)
  const { db: other } = await databases.create(connectionString)
  const job = await queue(site.siteId)
  // The first is killed while it works on a part that is not stored yet: it neither gives back its lease nor goes on.
  let pages = 0
  const killed = exporterOf(db, {
    partBytes: 50_000,
    pageRows: 60,
    onError: () => undefined,
    readLog: async (query) => {
      if (++pages > 5) return new Promise(() => undefined)
      return readLogOf(db)(query)
    },
  })
  void killed.runOnce()
  await expect.poll(async () => [pages, (await read(job)).parts > 0]).toEqual([6, true])
  const heir = exporterOf(other, { partBytes: 50_000 })
  expect(await heir.runOnce(), 'the lease still holds').toBe(false)
  clock.now += leaseMs + 1
  const done = await finish(job, heir)
  expect(done.status).toBe('DONE')
  expect(parse(await textOf(done)).map(({ verificationId }) => verificationId)).toEqual(site.rows.map(({ id }) => id))
})

test('whoever lost the lease stores nothing any more', async () => {
  const site = await makeSite(5)
  const job = await queue(site.siteId)
  const [first, second] = [randomUUIDv7(), randomUUIDv7()]
  expect(await claimExport(db, first, clock.now)).toMatchObject({ id: job.id })
  clock.now += leaseMs + 1
  expect(await claimExport(db, second, clock.now)).toMatchObject({ id: job.id })
  const progress = { part: { data: Buffer.from('x'), bytes: 1, crc: 1 }, rows: 1, position: null, end: null }
  expect(await saveProgress(db, first, job, progress, clock.now)).toBe(false)
  expect(await saveProgress(db, second, job, progress, clock.now)).toBe(true)
  expect(await saveProgress(db, second, job, progress, clock.now), 'the same part again').toBe(false)
  expect((await read(job)).rows).toBe(1)
  await deleteExport(db, job)
})

test('several processes write several exports at once, each whole', async () => {
  const sites = await Promise.all(Array.from({ length: 4 }, (_, index) => makeSite(400 + index)))
  const jobs = await Promise.all(sites.flatMap(({ siteId }) => [queue(siteId, 'JSON'), queue(siteId, 'JSON')]))
  const { db: other } = await databases.create(connectionString)
  const exporters = [db, db, other].map((on) => exporterOf(on, { partBytes: 9_000 }))
  await Promise.all(
    exporters.map(async (exporter) => {
      while (await exporter.runOnce());
    }),
  )
  for (const [index, job] of jobs.entries()) {
    const done = await read(job)
    expect(done.status).toBe('DONE')
    expect(parse(await textOf(done))).toHaveLength(400 + Math.floor(index / 2))
  }
})

test('a long export leaves short ones their turn', async () => {
  const [long, short] = [await makeSite(3_000), await makeSite(2)]
  const longJob = await queue(long.siteId)
  clock.now += 1
  const shortJob = await queue(short.siteId)
  const exporter = exporterOf(db, { partBytes: 10_000 })
  for (let turn = 0; turn < 2; turn++) {
    clock.now += 1
    await exporter.runOnce()
  }
  expect([(await read(shortJob)).status, (await read(longJob)).status]).toEqual(['DONE', 'RUNNING'])
  await deleteExport(db, longJob)
})

test('an export that fails again and again is given up, and one that failed now and then is not', async () => {
  const site = await makeSite(500)
  const job = await queue(site.siteId)
  const failing = exporterOf(db, { readLog: async () => Promise.reject(new Error('no')) })
  for (let turn = 0; turn < 3; turn++) await expect(failing.runOnce()).rejects.toThrow('no')
  const exporter = exporterOf(db, { partBytes: 20_000 })
  await exporter.runOnce()
  expect((await read(job)).failures).toBe(0)
  const other = await queue(site.siteId)
  for (let turn = 0; turn < 20; turn++) {
    clock.now += 1
    await failing.runOnce().catch(() => undefined)
  }
  expect((await read(other)).status).toBe('FAILED')
})

test('a service that ends stores what is written so far, and the next one goes on', async () => {
  const site = await makeSite(400)
  const job = await queue(site.siteId)
  const exporter = exporterOf(db, {
    partBytes: 10_000_000,
    readLog: async (query) => {
      const page = await readLogOf(db)(query)
      void exporter.stop()
      return page
    },
  })
  await exporter.runOnce()
  expect(await read(job)).toMatchObject({ status: 'RUNNING', rows: 20, parts: 1 })
  expect(parse(await textOf(await finish(job)))).toHaveLength(400)
})

test('files that were deleted are dropped by two processes at once, and those that are kept are not', async () => {
  const site = await makeSite(40)
  const { db: other } = await databases.create(connectionString)
  const [kept, gone] = [await finish(await queue(site.siteId)), await finish(await queue(site.siteId))]
  await db.query(
    'test-many',
    'insert into captcha.export_parts (export_id, number, data) select $1, n, data from captcha.export_parts, generate_series(100, 600) n where export_id = $1 and number = 0',
    [gone.id],
  )
  await deleteExport(db, gone)
  await Promise.all(
    [db, other].map(async (on) => {
      while (await dropParts(on));
    }),
  )
  while (await dropParts(db));
  expect(await readPart(db, gone.id, 0)).toBeUndefined()
  expect(parse(await textOf(kept))).toHaveLength(40)
})

test('an export that is deleted or expires while it is written ends there', async () => {
  const site = await makeSite(3_000)
  const small = exporterOf(db, { partBytes: 10_000 })
  const deleted = await queue(site.siteId)
  await small.runOnce()
  await deleteExportsOf(db, site.siteId)
  expect(await small.runOnce()).toBe(false)
  const expired = await queue(site.siteId)
  await small.runOnce()
  await expireExports(db, expired.expiresAt.getTime())
  expect((await read(expired)).status).toBe('EXPIRED')
  // With nothing to write it drops what is left of them.
  while (await small.runOnce());
  const [left] = await db.query<{ n: number }>(
    'test-parts',
    'select count(*)::int as n from captcha.export_parts where export_id = any($1::uuid[])',
    [[deleted.id, expired.id]],
  )
  expect(left?.n).toBe(0)
})

const days = (job: StoredExport) => (job.expiresAt.getTime() - clock.now) / 86_400_000

test('a file is kept for 7 days, for less where the log is, and its entry for a month more', async () => {
  const site = await makeSite(3)
  const { siteId: brief } = await insertTestSite(db, randomUUIDv7(), { retentionDays: 2 })
  const job = await finish(await queue(site.siteId))
  expect([days(job), days(await queue(brief))]).toEqual([7, 2])
  await expireExports(db, job.expiresAt.getTime() - 1)
  expect((await read(job)).status).toBe('DONE')
  await expireExports(db, job.expiresAt.getTime() + 29 * 86_400_000)
  expect((await read(job)).status).toBe('EXPIRED')
  while (await dropParts(db));
  expect(await readPart(db, job.id, 0)).toBeUndefined()
  await expireExports(db, job.expiresAt.getTime() + 31 * 86_400_000)
  expect(await findExport(db, job)).toBeUndefined()
})

test('the stored parts are one gzip file with the right checksum, also when two processes wrote it', async () => {
  const { gunzipSync } = await import('node:zlib')
  const site = await makeSite(1_000)
  const job = await queue(site.siteId, 'CSV')
  const [one, two] = [exporterOf(db, { partBytes: 5_000 }), exporterOf(db, { partBytes: 7_000 })]
  for (let turn = 0; turn < 100 && (await read(job)).status !== 'DONE'; turn++) await (turn % 2 ? one : two).runOnce()
  const done = await read(job)
  const parts = async function* () {
    for (let number = 0; number < done.parts; number++) yield (await readPart(db, done.id, number)) ?? Buffer.alloc(0)
  }
  const file: Buffer[] = []
  for await (const piece of gzipFile(parts(), done)) file.push(piece)
  expect(gunzipSync(Buffer.concat(file)).toString()).toBe(await textOf(done))
})
