import { randomUUIDv7 } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Verification } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { openTarget, type Target } from '@bollard/object-storage'
import { credentials, startStorage } from '@bollard/object-storage/testing'
import { seededRandom } from '@bollard/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { archivedRows, byId } from '../../testing/archive/archived-rows.ts'
import { fillRandomLog, insertLogSite, type LogSite } from '../../testing/log/random-log.ts'
import { startDatabases } from '../../testing/start-database.ts'
import { eraseSite } from '../erasure/erase-site.ts'
import { createEraser } from '../erasure/eraser.ts'
import { findErasure, requestErasure } from '../erasure/erasures.ts'
import { keepRetention } from '../retention/retention.ts'
import { keepPartitions } from '../store/keep-partitions.ts'
import { createReadLog } from '../export/read-log.ts'
import { dayOf, erasableBefore, listDue, readState } from './archived-days.ts'
import { type Archive, type ArchiveSettings, createArchive } from './create-archive.ts'

const dayMs = 86_400_000
const databases = await startDatabases()
const folders = await mkdtemp(join(tmpdir(), 'bollard-archive-'))
afterAll(async () => {
  await databases.stop()
  await rm(folders, { recursive: true })
})

/** The middle of a day, so that nothing here depends on when it runs. */
const now = Math.floor(Date.now() / dayMs) * dayMs + dayMs / 2
const daysAgo = (days: number): number => now - days * dayMs
const context = { groupOf: (code: string) => `group of ${code}`, nameOfNetwork: (asn: number) => `Network ${asn}` }
const random = seededRandom('archive')

let db: Database
let connectionString: string
let target: Target
let sites: LogSite[]
beforeEach(async () => {
  ;({ db, connectionString } = await databases.create())
  target = openTarget({ ...settingsOf(`file://${await mkdtemp(join(folders, 'at-'))}`) })
  sites = [await insertLogSite(db), await insertLogSite(db), await insertLogSite(db)]
})

const settingsOf = (address: string, endpoint?: string) => ({
  setting: 'ARCHIVE_URL',
  storage: 'ARCHIVE_S3',
  address,
  endpoint,
  region: credentials.region,
  accessKeyId: credentials.accessKeyId,
  secretAccessKey: credentials.secretAccessKey,
})

function archiveOf(given: Partial<ArchiveSettings> & { on?: Database; at?: number } = {}): Archive {
  const { on = db, at = now, ...settings } = given
  return createArchive({
    target,
    days: 700,
    fileRows: 50,
    ...settings,
    ...context,
    db: on,
    logDays: 365,
    now: () => new Date(at),
  })
}

/** Rows of every site on some days, in partitions as production has them. */
async function fill(days: readonly number[], count = 25): Promise<void> {
  for (const ago of days)
    for (const table of ['verifications', 'redemptions', 'feedback'])
      await db.query('', 'select captcha.make_partition($1, $2)', [table, dayOf(daysAgo(ago))])
  for (const site of sites)
    await fillRandomLog(db, {
      ...site,
      times: days.flatMap((ago) =>
        Array.from({ length: count }, () => daysAgo(ago) - dayMs / 2 + Math.floor(random() * dayMs)),
      ),
      random,
    })
}

/** All verifications of some sites as the log shows them. */
async function logOf(those: readonly LogSite[] = sites): Promise<Verification[]> {
  const readLog = createReadLog({ reads: (read) => read(db), now: () => new Date(now), ...context })
  const all: Verification[] = []
  for (const { siteId, solutionId } of those)
    for (let after: Parameters<typeof readLog>[0]['after'] = null; ;) {
      const page = await readLog({ siteId, solutionId, filter: {}, after, limit: 250 })
      all.push(...page.items)
      if (page.next === null) break
      after = page.next
    }
  return byId(all)
}

const olderThan = (verifications: readonly Verification[], days: number): Verification[] =>
  verifications.filter(({ startedAt }) => startedAt < `${dayOf(daysAgo(days))}T`)

/** What a process does within an hour. */
async function keepAll(archive: Archive | null): Promise<'done' | 'later'> {
  await keepRetention(db, now, { retentionDays: 365, archive: archive ?? undefined })
  return keepPartitions(db, now, {
    daysAhead: 0,
    retentionDays: 30,
    mayDrop: archive === null ? undefined : (day) => archive.mayDrop(day),
  })
}

const partitions = async (): Promise<number> => {
  const [row] = await db.query<{ n: number }>(
    '',
    `select count(*)::int as n from pg_class where relname ~ '^(verifications|redemptions|feedback)_20' and relkind = 'r' and relname < 'x'
       and right(relname, 8) < '${dayOf(daysAgo(2)).replaceAll('-', '')}'`,
  )
  return row?.n ?? 0
}

test('days that leave the log are in the archive, row by row what the log had, and only then they are dropped', async () => {
  await fill([32, 31, 30])
  const log = await logOf()
  const archive = archiveOf()
  expect(await keepAll(archive)).toBe('later')
  expect(await logOf()).toEqual(log)
  await archive.keep()
  const leaving = olderThan(log, 30)
  expect(leaving.length).toBeGreaterThan(60)
  expect(await archivedRows(target)).toEqual(leaving)
  expect(await keepAll(archive)).toBe('done')
  expect(await partitions()).toBe(3)
  // The log has the rest: nothing is in both, and nothing is in neither.
  expect(byId([...(await logOf()), ...(await archivedRows(target))])).toEqual(log)
  expect(await readState(db)).toMatchObject({ waitingDays: 0, oldestWaiting: null })
})

test('each day of a site is looked up by its index, so that what is due is found as soon for a site with millions of rows', async () => {
  const asked: { text: string; values: readonly unknown[] }[] = []
  const listening = {
    async query<Row extends object>(_name: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
      asked.push({ text, values })
      return []
    },
  }
  const times = { now, logDays: 30, archiveDays: 365 }
  await listDue(listening, times)
  await erasableBefore(listening, 1, new Date(now), times)
  expect(asked).toHaveLength(2)
  for (const { text, values } of asked) {
    const { rows } = await db.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('verifications_default')
    // It would read all rows of the site for each of its days.
    expect(plan).not.toContain('Semi Join')
  }
})

test('without an archive days are dropped as ever', async () => {
  await fill([32])
  expect(await keepAll(null)).toBe('done')
  expect(await partitions()).toBe(0)
  expect(await logOf()).toEqual([])
})

test('what a killed run left looks like nothing, and the next run takes its place', async () => {
  await fill([33, 32])
  const log = await logOf()
  let stored = 0
  const dies: Target = {
    ...target,
    replace: async (path, content) => {
      stored += 1
      if (stored === 4) throw new Error('killed')
      await target.replace(path, content)
    },
  }
  await expect(archiveOf({ target: dies, fileRows: 20 }).keep()).rejects.toThrow('killed')
  const left = (await target.list('cell=0/')).map(({ path }) => path)
  expect(left.filter((path) => path.endsWith('manifest.json'))).toHaveLength(1)
  const archive = archiveOf()
  expect(await keepAll(archive)).toBe('later')
  await archive.keep()
  expect(await archivedRows(target)).toEqual(log)
  // Written again it is the same.
  const before = await target.list('cell=0/')
  await archive.keep()
  expect((await target.list('cell=0/')).map(({ path, bytes }) => [path, bytes])).toEqual(
    before.map(({ path, bytes }) => [path, bytes]),
  )
})

test('a database that forgot what is archived, such as one that was restored, archives nothing twice', async () => {
  await fill([32])
  const log = await logOf()
  await archiveOf().keep()
  await db.query('', 'delete from captcha.archived_days')
  await archiveOf().keep()
  expect(await archivedRows(target)).toEqual(log)
  expect(await keepAll(archiveOf())).toBe('done')
})

test('while the storage is away the log stays, and the state says which day waits', async () => {
  await fill([35, 34, 33, 32, 31])
  const log = await logOf()
  const away: Target = { ...target, replace: async () => Promise.reject(new Error('The bucket is away')) }
  await expect(archiveOf({ target: away }).keep()).rejects.toThrow(
    `The log of ${dayOf(daysAgo(35))} waits for the archive, and stays in the database until it is there: The bucket is away`,
  )
  expect(await keepAll(archiveOf({ target: away }))).toBe('later')
  expect(await logOf()).toEqual(log)
  expect(await readState(db)).toEqual({ ranAt: new Date(now), waitingDays: 5, oldestWaiting: dayOf(daysAgo(35)) })
  const lies: Target = { ...target, replace: (path, content) => target.replace(path, content.subarray(1)) }
  await expect(archiveOf({ target: lies }).keep()).rejects.toThrow('gives back something else')
  expect(await keepAll(archiveOf())).toBe('later')
  await archiveOf().keep()
  expect(await keepAll(archiveOf())).toBe('done')
  expect(await archivedRows(target)).toEqual(log)
})

test('a bucket that verifies signatures holds what a folder holds', async () => {
  const storage = await startStorage(100)
  try {
    await fill([32], 20)
    const log = await logOf()
    const bucket = openTarget(settingsOf('s3://bucket/logs', storage.endpoint))
    storage.mishaps.push('error')
    await archiveOf({ target: bucket, cell: 3 }).keep()
    expect(await archivedRows(bucket)).toEqual(log)
    expect([...storage.objects.keys()][0]).toBe(`logs/cell=3/day=${dayOf(daysAgo(32))}/00000.parquet`)
  } finally {
    await storage.stop()
  }
})

test('two processes at once archive each row once', async () => {
  await fill([33, 32, 31])
  const log = await logOf()
  const beside = (await databases.create(connectionString)).db
  const both = [archiveOf(), archiveOf({ on: beside })]
  await Promise.all(both.map((one) => one.keep()))
  await Promise.all(both.map((one) => one.keep()))
  expect(await archivedRows(target)).toEqual(log)
})

test('days beyond the archive go, their manifest first, and with 0 days all of it goes', async () => {
  await fill([33, 32])
  const log = await logOf()
  await archiveOf().keep()
  await keepAll(archiveOf())
  const removed: string[] = []
  const watched: Target = { ...target, remove: async (path) => (removed.push(path), target.remove(path)) }
  await archiveOf({ target: watched, days: 32 }).keep()
  expect(removed[0]).toBe(`cell=0/day=${dayOf(daysAgo(33))}/manifest.json`)
  expect(await archivedRows(target)).toEqual(log.filter(({ startedAt }) => startedAt.startsWith(dayOf(daysAgo(32)))))
  await archiveOf({ days: 0 }).keep()
  expect(await target.list('cell=')).toEqual([])
  expect(await db.query('', 'select from captcha.archived_days')).toEqual([])
  // Nothing waits for an archive that takes nothing.
  await fill([40])
  expect(await keepAll(archiveOf({ days: 0 }))).toBe('done')
})

test('a site whose owner keeps less than is usual is not archived, and what of it was goes', async () => {
  await fill([32])
  const [less, ...others] = sites
  const setDays = (days: number) =>
    db.query('', `update captcha.sites set settings = jsonb_build_object('retentionDays', $2::int) where id = $1`, [
      less?.siteId,
      days,
    ])
  await setDays(7)
  const log = await logOf(others)
  await archiveOf().keep()
  expect(await archivedRows(target)).toEqual(log)
  expect(await keepAll(archiveOf())).toBe('done')
  await setDays(30)
  await fill([31])
  await archiveOf().keep()
  expect((await archivedRows(target)).some(({ solutionId }) => solutionId === less?.solutionId)).toBe(true)
  await setDays(29)
  await archiveOf().keep()
  expect((await archivedRows(target)).some(({ solutionId }) => solutionId === less?.solutionId)).toBe(false)
})

/** Asks for an erasure and carries it out. */
async function erase(site: LogSite | undefined, request: Parameters<typeof requestErasure>[1]['request']) {
  const id = randomUUIDv7()
  const siteId = site?.siteId ?? 0
  await db.transaction((tx) => requestErasure(tx, { id, siteId, request, createdBy: 'ada', now, archives: true }))
  const eraser = createEraser({ db, archive: archiveOf(), now: () => now, onError: () => undefined })
  while (await eraser.runOnce());
  return findErasure(db, { siteId, id })
}

test('what is erased is gone from the files too: ids, a network, what is older, and everything', async () => {
  await fill([35, 32])
  const log = await logOf()
  await archiveOf().keep()
  await keepAll(archiveOf())
  const [site] = sites
  const own = log.filter(({ solutionId }) => solutionId === site?.solutionId)
  const left = async () => archivedRows(target)
  let expected = log

  const ids = own.slice(3, 6).map(({ verificationId }) => verificationId)
  expect(await erase(site, { verificationIds: ids })).toMatchObject({ status: 'DONE', erased: 3 })
  expected = expected.filter(({ verificationId }) => !ids.includes(verificationId))
  expect(await left()).toEqual(expected)

  const isIn = ({ network, solutionId }: Verification) =>
    network.startsWith('192.0.') && solutionId === site?.solutionId
  const gone = expected.filter(
    (one) => isIn(one) || (one.solutionId === site?.solutionId && one.network === '0.0.0.0/0'),
  )
  expect(await erase(site, { network: '192.0.0.0/16' })).toMatchObject({ status: 'DONE', erased: gone.length })
  expected = expected.filter((one) => !gone.includes(one))
  expect(await left()).toEqual(expected)

  const before = `${dayOf(daysAgo(34))}T00:00:00.000Z`
  await erase(site, { before })
  expected = expected.filter(({ solutionId, startedAt }) => solutionId !== site?.solutionId || startedAt >= before)
  expect(await left()).toEqual(expected)

  await erase(site, { all: true })
  expected = expected.filter(({ solutionId }) => solutionId !== site?.solutionId)
  expect(await left()).toEqual(expected)
  const kept = await db.query(
    '',
    'select from captcha.erasures where network is not null or verification_ids is not null',
  )
  expect(kept).toEqual([])
})

test('an erasure that is killed between a file and its manifest is carried out again', async () => {
  await fill([32])
  const log = await logOf()
  await archiveOf().keep()
  const [site] = sites
  const erasure = { ...(site ?? expect.unreachable()), before: new Date(now), network: null, verificationIds: null }
  const dies: Target = {
    ...target,
    replace: (path, content) =>
      path.endsWith('.json') ? Promise.reject(new Error('killed')) : target.replace(path, content),
  }
  await expect(archiveOf({ target: dies }).eraseNext(erasure, null)).rejects.toThrow('killed')
  await expect(archivedRows(target)).rejects.toThrow()
  await archiveOf().eraseNext(erasure, null)
  expect(await archivedRows(target)).toEqual(log.filter(({ solutionId }) => solutionId !== site?.solutionId))
})

test('the site of a deleted solution is gone once the archive has nothing of it; without the archive it waits', async () => {
  await fill([32])
  const log = await logOf()
  await archiveOf().keep()
  await keepAll(archiveOf())
  const [site] = sites
  const step = () => eraseSite({ db, now: () => new Date(now) }, site?.solutionId ?? '')
  const errors: unknown[] = []
  expect(await step()).toBe(false)
  const without = createEraser({ db, archive: null, now: () => now, onError: () => undefined })
  await without.runOnce().catch((error: unknown) => errors.push(error))
  await without.runOnce().catch((error: unknown) => errors.push(error))
  expect(errors.map(String)).toEqual([expect.stringContaining('ARCHIVE_URL is not set')])
  expect(await step()).toBe(false)
  await db.query('', 'update captcha.erasures set lease_until = null')
  const eraser = createEraser({ db, archive: archiveOf(), now: () => now, onError: () => undefined })
  while (await eraser.runOnce());
  expect(await step()).toBe(true)
  expect(await archivedRows(target)).toEqual(log.filter(({ solutionId }) => solutionId !== site?.solutionId))
})

test('an erasure waits for a day that is being archived, and reaches it', async () => {
  await fill([32])
  const [site] = sites
  const log = (await logOf()).filter(({ solutionId }) => solutionId !== site?.solutionId)
  const eraser = createEraser({ db, archive: archiveOf(), now: () => now, onError: () => undefined })
  let asked = false
  const slow: Target = {
    ...target,
    async replace(path, content) {
      // Its rows are read by now; they are erased from the log before they are noted as archived.
      if (!asked) {
        asked = true
        await db.transaction((tx) =>
          requestErasure(tx, {
            id: randomUUIDv7(),
            siteId: site?.siteId ?? 0,
            request: { all: true },
            createdBy: 'ada',
            now,
            archives: true,
          }),
        )
        expect(await eraser.runOnce()).toBe(false)
      }
      await target.replace(path, content)
    },
  }
  await archiveOf({ target: slow }).keep()
  while (await eraser.runOnce());
  expect(asked).toBe(true)
  expect(await archivedRows(target)).toEqual(log)
})
