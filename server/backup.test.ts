import { spawn } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { recordAudit, useAuditKey } from '@bollard/audit'
import { createBackupKey } from '@bollard/backup'
import { type Database, openDatabase } from '@bollard/database'
import { startEmbeddedPostgres } from '@bollard/database/embedded'
import { createSolver } from '@bollard/proof-of-work'
import { makeTestFolder } from '@bollard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRecords } from './backup/keep-record.ts'
import { measureFacts } from './backup/measure-facts.ts'
import { websiteSite } from './testing/kill-under-load.ts'
import { endOf, freePorts, type Product, programEnvironment, startProduct } from './testing/start-product.ts'
import { visit } from './testing/visit.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))
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
let encryptionKey: string

beforeAll(async () => {
  await mkdir(target)
  product = await startProduct(await freePorts(), dataDirectory, settings)
  source = connect(product.connectionString)
  encryptionKey = JSON.parse(await readFile(join(dataDirectory, 'secrets.json'), 'utf8')).encryptionKey
  useAuditKey(encryptionKey)
}, 120_000)
afterAll(async () => {
  await source?.end().catch(() => {})
  product?.supervisor.kill('SIGKILL')
  if (product) await endOf(product.supervisor)
  await folder.remove()
})

/** One connection, which may end with its server. */
function connect(connectionString: string): Database['pool'] {
  return openDatabase({ connectionString, max: 1 }).pool
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
    const visitor = { apiUrl, origin, siteKey, secretKey, solver, address: `198.18.${n % 250}.1`, mayAnswer }
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

/** Looks at a restored data folder without starting the product on it. */
async function lookAt<T>(data: string, look: (client: Database['pool']) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDirectory: join(data, 'postgres') })
  const client = connect(server.connectionString)
  try {
    return await look(client)
  } finally {
    await client.end()
    await server.stop()
  }
}

test(
  'a backup under load is restored by one command and equals its source, and any moment is restored to the second',
  { timeout: 120_000 },
  async () => {
    await source.query('create table public.marks (at timestamptz not null)')
    const during = await writeWhile(() => command(['backup']))
    expect(during).toMatchObject({ code: 0, said: expect.stringMatching(/The backup \d+T\d+Z lies in file:/u) })
    // Nothing is being committed in the millisecond that is asked for.
    await pause(2)
    const asked = new Date()
    await pause(2)
    await writeWhile(() => pause(200))
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
    await mkdir(join(interrupted, 'postgres.unfinished'), { recursive: true })
    const results = await Promise.all([
      command(['restore', '--to', whole], { ENCRYPTION_KEY: encryptionKey }),
      command(['restore', '--to', moment, '--at', asked.toISOString()]),
      command(['test-restore']),
      command([], { DATA_DIR: interrupted }),
    ])
    expect(results[0]).toMatchObject({
      code: 0,
      said: expect.stringMatching(/All \d+ audit logs are as they were written/u),
    })
    expect(results[1]).toMatchObject({ code: 0, said: expect.stringContaining('The secrets are missing') })
    expect(results[2]).toMatchObject({
      code: 0,
      said: expect.stringContaining('can be restored, and is what was backed up'),
    })
    // On a slow machine the schedule may have tested it too.
    const records = readRecords(dataDirectory)
    expect(records[0]).toMatchObject({ kind: 'BACKUP', ok: true })
    expect(records.at(-1)).toMatchObject({ kind: 'RESTORE_TEST', ok: true, detail: { auditLogs: 4 } })
    expect(results[3]).toMatchObject({ code: 1, said: expect.stringContaining("hasn't ended") })
    const marksOf = async (client: Database['pool']) =>
      (await client.query<{ at: Date }>('select at from public.marks order by at')).rows
    expect(await lookAt(whole, async (client) => [await measureFacts(client), await marksOf(client)])).toEqual([
      facts,
      marks,
    ])
    const until = await lookAt(moment, marksOf)
    expect(until).toEqual(marks.filter(({ at }) => at <= asked))
    expect(until.length).toBeLessThan(marks.length)
  },
)
