import { spawn } from 'node:child_process'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createApiClient } from '@bollard/api-client'
import { findBrokenLink, recordAudit, useAuditKey } from '@bollard/audit'
import { createBackupKey, createSealing } from '@bollard/backup'
import { type Database, openDatabase } from '@bollard/database'
import { startEmbeddedPostgres } from '@bollard/database/embedded'
import { createSolver } from '@bollard/proof-of-work'
import { makeTestFolder } from '@bollard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepRecord, readRecords } from './backup/keep-record.ts'
import { measureFacts } from './backup/measure-facts.ts'
import { readSecrets, secretsFile } from './supervise/keep-secrets.ts'
import { otherKeysOf } from './supervise/key-ring.ts'
import { websiteSite } from './testing/kill-under-load.ts'
import {
  endOf,
  freePorts,
  type Product,
  program,
  programEnvironment,
  sparingWork,
  startProduct,
} from './testing/start-product.ts'
import { visit } from './testing/visit.ts'

const folder = await makeTestFolder()
const dataDirectory = join(folder.path, 'data')
const target = join(folder.path, 'target')
const settings = {
  BACKUP_TARGET: `file://${target}`,
  BACKUP_KEY: await createBackupKey(),
  TRUSTED_PROXIES: '127.0.0.1',
}
let product: Product
let source: Database['pool']

beforeAll(async () => {
  await mkdir(target)
  await mkdir(dataDirectory)
  // The schedule looks once a minute for what is due, and nothing is within an hour of a failure: only this test takes backups.
  const failed = { startedAt: new Date(), endedAt: new Date(), ok: false, detail: { reason: 'Left to a test' } }
  for (const kind of ['BACKUP', 'RESTORE_TEST'] as const) keepRecord(dataDirectory, { kind, ...failed })
  product = await startProduct(await freePorts(), dataDirectory, { ...settings, NODE_OPTIONS: sparingWork })
  source = connect(product.connectionString).pool
  await useKeys()
}, 120_000)
afterAll(async () => {
  await source?.end().catch(() => {})
  product?.supervisor.kill('SIGKILL')
  if (product) await endOf(product.supervisor)
  await folder.remove()
})

/** One connection, which may end with its server. */
const connect = (connectionString: string): Database => openDatabase({ connectionString, max: 1 })

/** From here on this process signs as the product does. Answers its keys as settings. */
async function useKeys(): Promise<{ ENCRYPTION_KEY: string; FORMER_ENCRYPTION_KEYS?: string }> {
  const kept = readSecrets(secretsFile(dataDirectory))
  useAuditKey(kept.encryptionKey, otherKeysOf(kept))
  const former = kept.formerEncryptionKeys?.join(',')
  return { ENCRYPTION_KEY: kept.encryptionKey, ...(former ? { FORMER_ENCRYPTION_KEYS: former } : {}) }
}

/** Keeps no connection, for which a process that is replaced would wait. */
const askOnce: typeof fetch = (input, init) => {
  const asked = new Request(input, init)
  asked.headers.set('connection', 'close')
  return fetch(asked)
}

/** The first administrator, signed in. */
async function signUp(): Promise<() => Promise<number>> {
  const token = decodeURIComponent(/first-admin\?token=([\w.~%-]+)/u.exec(product.said())?.[1] ?? '')
  let cookie = ''
  const onSetCookie = (lines: readonly string[]) =>
    void (cookie = lines.map((line) => line.split(';', 1)[0]).join('; '))
  const api = createApiClient({ baseUrl: product.apiUrl, fetch: askOnce, cookies: () => cookie, onSetCookie })
  const password = 'eleven bells across the harbour'
  await api.createFirstAdmin({
    firstAdminNewDto: { token, email: 'ada@example.org', password, givenName: 'Ada', language: 'en' },
  })
  return async () => (await api.listSessions()).items.length
}

/** Audit logs of which an entry is missing or different, by the keys of now. */
async function brokenIn(db: Database): Promise<string[]> {
  const { heads } = await measureFacts(db.pool)
  const broken: string[] = []
  for (const [scope, id] of heads)
    if ((await findBrokenLink(db, scope as 'ACCOUNT', id)) !== null) broken.push(`${scope} ${id}`)
  return broken
}

/** Runs a command as an operator does. */
function command(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...programEnvironment, DATA_DIR: dataDirectory, ...settings, ...environment },
      // With a channel, as the starter and the schedule have one.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const output: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => output.push(String(data)))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, said: output.join('') }))
  })
}

/** Writes marks with their own moments, and lets visitors come, until `work` has ended. */
async function writeWhile<T>(work: () => Promise<T>): Promise<T> {
  const ended = new AbortController()
  const [result] = await Promise.all([work().finally(() => ended.abort()), writeUntil(ended.signal)])
  return result
}

async function writeUntil(signal: AbortSignal): Promise<void> {
  const db = openDatabase({ connectionString: product.connectionString, max: 1 })
  const { siteKey, secretKey } = await websiteSite(product)
  const solver = await createSolver({ wasm: true })
  const { apiUrl, websiteUrl: origin } = product
  for (let n = 1; !signal.aborted; n += 1) {
    await source.query('insert into public.marks values (clock_timestamp())')
    await db.transaction((tx) =>
      recordAudit(tx, {
        at: new Date(),
        scope: 'ACCOUNT',
        scopeId: `person-${n % 4}`,
        actor: { kind: 'SYSTEM' },
        action: 'test.done',
      }),
    )
    const mayAnswer = () => Promise.resolve()
    const address = `198.18.${n % 250}.1`
    const visitor = { apiUrl, origin, siteKey, secretKey, solver, address, mayAnswer, fetch: askOnce }
    if (n % 3 === 0) await visit(visitor)
    else await pause(20)
  }
  await db.close()
}

/** Until all that was written so far lies in the archive. */
async function archiveEverything(): Promise<void> {
  const { rows } = await source.query<{ name: string }>(
    'select pg_walfile_name(pg_current_wal_lsn()) as name, pg_switch_wal()',
  )
  const name = rows[0]?.name ?? ''
  for (;;) {
    const { rows: archived } = await source.query<{ is: boolean }>(
      'select last_archived_wal >= $1 as is from pg_stat_archiver',
      [name],
    )
    if (archived[0]?.is === true) return
    await pause(50)
  }
}

/** A target like ours, of whose log one segment ends after its first page, though it is whole by its name, size and seal. Answers its address. */
async function cutLog(): Promise<string> {
  const other = join(folder.path, 'cut')
  await cp(target, other, { recursive: true })
  const names = (await readdir(join(other, 'wal'))).filter((name) => /^[0-9A-F]{24}\./u.test(name))
  const file = join(other, 'wal', names.toSorted().at(-2) ?? '')
  const sealing = await createSealing(settings.BACKUP_KEY)
  const content = await sealing.open(await readFile(file), file)
  await writeFile(file, await sealing.seal(content.fill(0, 8_192)))
  return `file://${other}`
}

/** Looks at a restored data folder without starting the product on it. */
async function lookAt<T>(data: string, look: (db: Database) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDirectory: join(data, 'postgres') })
  const db = connect(server.connectionString)
  try {
    return await look(db)
  } finally {
    await db.close()
    await server.stop()
  }
}

test(
  'a backup under load is restored by one command and equals its source, any moment is restored to the second, and both verify after the encryption key was rotated in between',
  { timeout: 300_000 },
  async () => {
    await source.query('create table public.marks (at timestamptz not null)')
    const during = await writeWhile(() => command(['backup']))
    expect(during).toMatchObject({ code: 0, said: expect.stringMatching(/The backup \d+T\d+Z lies in file:/u) })
    // Nothing is being committed in the millisecond that is asked for.
    await pause(2)
    const asked = new Date()
    await pause(2)
    await writeWhile(() => pause(200))
    const sessions = await signUp()
    expect(await command(['rotate-keys', 'encryption'])).toMatchObject({
      code: 0,
      said: expect.stringContaining('vouched for the audit logs'),
    })
    expect(await sessions()).toBe(1)
    const keys = await useKeys()
    // Ids of backups are of the second.
    expect(await writeWhile(() => command(['backup']))).toMatchObject({ code: 0 })
    await archiveEverything()
    await writeWhile(() => pause(50))
    // Nothing is written any more once the last visit is in the statistics.
    const pending = () => source.query('select from captcha.pending_rollups').then(({ rowCount }) => rowCount)
    await expect.poll(pending).toBe(0)
    await archiveEverything()
    const facts = await measureFacts(source)
    const { rows: marks } = await source.query<{ at: Date }>('select at from public.marks order by at')
    const metrics = await (await fetch(`${product.metricsUrl}/metrics`)).text()
    expect(metrics).toMatch(/bollard_backup_last_success_timestamp_seconds\{process="supervisor"\} 1\d{9}/u)
    expect(metrics).toMatch(/bollard_wal_archive_lag_seconds\{process="supervisor"\} \d/u)
    product.supervisor.kill('SIGKILL')
    await endOf(product.supervisor)

    const folderOf = (name: string) => join(folder.path, name)
    const [whole, moment, interrupted] = [folderOf('whole'), folderOf('moment'), folderOf('interrupted')]
    const cut = await cutLog()
    await mkdir(join(interrupted, 'postgres.unfinished'), { recursive: true })
    const results = await Promise.all([
      command(['restore', '--to', whole]),
      command(['restore', '--to', moment, '--at', asked.toISOString()], keys),
      command(['test-restore']),
      command([], { DATA_DIR: interrupted }),
      command(['restore', '--to', folderOf('short'), '--from', cut], keys),
    ])
    expect(results[0]).toMatchObject({ code: 0, said: expect.stringContaining('The secrets are missing') })
    expect(results[1]).toMatchObject({
      code: 0,
      said: expect.stringMatching(/All \d+ audit logs are as they were written[^]*vouches for \d+ that end under/u),
    })
    expect(results[2]).toMatchObject({
      code: 0,
      said: expect.stringContaining('can be restored, and is what was backed up'),
    })
    expect(readRecords(dataDirectory).slice(2)).toMatchObject([
      { kind: 'BACKUP', ok: true },
      { kind: 'BACKUP', ok: true },
      { kind: 'RESTORE_TEST', ok: true, detail: { auditLogs: expect.any(Number) } },
    ])
    expect(results[3]).toMatchObject({ code: 1, said: expect.stringContaining("hasn't ended") })
    expect(results[4]).toMatchObject({
      code: 1,
      said: expect.stringContaining("doesn't continue the segment before it"),
    })
    expect(await readdir(folderOf('short'))).toEqual(['postgres.unfinished'])
    const marksOf = async ({ pool }: Database) =>
      (await pool.query<{ at: Date }>('select at from public.marks order by at')).rows
    const found = async (db: Database) => [await measureFacts(db.pool), await marksOf(db), await brokenIn(db)] as const
    expect(await lookAt(whole, found)).toEqual([facts, marks, []])
    const [, until, broken] = await lookAt(moment, found)
    expect(broken).toEqual([])
    expect(until).toEqual(marks.filter(({ at }) => at <= asked))
    expect(until.length).toBeLessThan(marks.length)
  },
)
