import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { auditMigrations, listAudit, listAuditOver, recordAudit, useAuditKey } from '@bollard/audit'
import { openDatabase } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import { makeTestFolder, startTestDatabase } from '@bollard/testing'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { composeMigrate } from './compose-migrate.ts'
import { printEdgeDatabaseUrl } from './commands/print-edge-database-url.ts'
import { readConfig } from './config.ts'
import { schemas, schemasOfCell } from './migrate-every-schema.ts'
import { toldConfig } from './supervise/told-config.ts'
import { makeCaptchas } from './testing/make-captchas.ts'
import { endOf, freePorts, startProduct } from './testing/start-product.ts'

const postgres = await startTestDatabase()
const open: ReturnType<typeof openDatabase>[] = []
afterAll(async () => {
  await Promise.all(open.map((db) => db.close()))
  await postgres.stop()
})
const encryptionKey = randomBytes(32).toString('hex')
const addresses = (databaseUrl: string) => ({ databaseUrl, databases: addressesOfRoles(databaseUrl, encryptionKey) })
const asOwner = (connectionString: string) => {
  const db = openDatabase({ connectionString, max: 2 })
  open.push(db)
  return db
}
const away = 'postgresql://bollard:secret@127.0.0.1:1/bollard'

test(
  'a start migrates cells with what a captcha needs, gives each its numbers, and goes on without one that is away',
  { timeout: 90_000 },
  async () => {
    const [zero, one] = [await postgres.createDatabase(...schemas), await postgres.createDatabase()]
    const migrate = (...cells: string[]) =>
      composeMigrate({ name: 'migrate', ...addresses(zero), encryptionKey, cells: cells.map(addresses) })
    await migrate(one, away)
    await migrate(one, away)
    const schemasOf = async (url: string) =>
      (
        await asOwner(url).query<{ name: string }>(
          'test-schemas',
          `select nspname::text as name from pg_namespace where nspname !~ '^(?:pg_|information_schema|public)' order by 1`,
        )
      ).map(({ name }) => name)
    expect(await schemasOf(one)).toEqual(['audit', 'captcha', 'mail'])
    expect(await schemasOf(zero)).toContain('identity')
    const [first] = await asOwner(one).query<{ id: number }>(
      'test-first',
      'insert into captcha.sites (solution_id, created_at) values ($1, now()) returning id',
      [randomUUID()],
    )
    expect(first?.id).toBe(2 ** 24)
    const other = await postgres.createDatabase(...schemas)
    await expect(migrate(other, one), 'the order of the cells was changed').rejects.toThrow('is that of cell 1')
  },
)

test('settings name further cells once each, beside DATABASE_URL, and only the task of a process has their addresses', () => {
  const faults = (settings: Record<string, string>) => {
    const read = readConfig({ DATABASE_URL: 'postgresql://o:p@db.example/bollard', ...settings })
    return read.status === 'invalid' ? read.faults.filter((fault) => fault.startsWith('CELL_URLS')).length : 0
  }
  const one = 'postgresql://o:p@one.example/bollard'
  expect(faults({ CELL_URLS: `${one},postgresql://o:p@two.example/bollard` })).toBe(0)
  for (const CELL_URLS of ['mysql://x', `${one},${one}`, 'postgresql://o:p@db.example/bollard'])
    expect([CELL_URLS, faults({ CELL_URLS })]).toEqual([CELL_URLS, 1])
  expect(faults({ CELL_URLS: one, DATABASE_URL: '' })).toBe(1)
  const read = readConfig({ DATABASE_URL: 'postgresql://o:p@db.example/bollard', CELL_URLS: one })
  if (read.status === 'invalid') throw new Error(read.faults.join())
  expect(toldConfig(read.config, 'api').CELL_URLS).toEqual([])
  const lines: string[] = []
  printEdgeDatabaseUrl(read.config, (line) => lines.push(line))
  expect(lines.map((line) => line.replace(/(:\/\/bollard_edge):[\w-]+@/u, '$1@'))).toEqual([
    'EDGE_DATABASE_URL=postgresql://bollard_edge@db.example/bollard',
    'CELL_URLS=postgresql://bollard_edge@one.example/bollard',
  ])
})

test('the audit log of a solution is read page by page from both of its databases, the newest first and each entry once', async () => {
  const scopeId = randomUUID()
  useAuditKey(encryptionKey)
  const [first, second] = [
    asOwner(await postgres.createDatabase(auditMigrations)),
    asOwner(await postgres.createDatabase(auditMigrations)),
  ]
  const begun = Date.parse('2026-11-01T00:00:00Z')
  for (const [index, db] of [first, second, second, first, second, first, first].entries())
    await db.transaction((tx) =>
      recordAudit(tx, {
        scope: 'SOLUTION',
        scopeId,
        actor: { kind: 'SYSTEM' },
        action: `act-${index}`,
        at: new Date(begun + index * 1_000),
      }),
    )
  for (const limit of [1, 2, 3, 10]) {
    const seen: string[] = []
    const ids = new Set<string>()
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await listAuditOver([first, second], 'SOLUTION', scopeId, { limit, cursor })
      for (const { action, id } of page.items) {
        seen.push(action)
        ids.add(id)
      }
      cursor = page.nextCursor
    }
    expect([limit, ...seen]).toEqual([limit, ...Array.from({ length: 7 }, (_, index) => `act-${6 - index}`)])
    expect(ids.size).toBe(7)
  }
  expect((await listAudit(first, 'SOLUTION', scopeId, { limit: 10 })).items).toHaveLength(4)
})

test(
  'a machine of the edge serves the captchas of every cell from their own databases, and writes down nothing of one in another',
  { timeout: 120_000 },
  async () => {
    const urls = [await postgres.createDatabase(...schemas), await postgres.createDatabase(...schemasOfCell)] as const
    const [zero, one] = urls
    await composeMigrate({ name: 'migrate', ...addresses(zero), encryptionKey, cells: [addresses(one)] })
    const databases = urls.map(asOwner)
    const [first, second] = databases
    if (first === undefined || second === undefined) throw new Error('there are two cells')
    const keys = (await makeCaptchas(first, second)).map(({ siteKey }) => siteKey)
    const folder = await makeTestFolder()
    onTestFinished(() => folder.remove())
    const ofEdge = (url: string) => addresses(url).databases.bollard_edge
    const product = await startProduct(await freePorts(), join(folder.path, 'data'), {
      ROLE: 'edge',
      NODE_ENV: 'production',
      EDGE_DATABASE_URL: ofEdge(zero),
      CELL_URLS: ofEdge(one),
      CAPTCHA_SIGNING_KEYS: randomBytes(32).toString('hex'),
    })
    onTestFinished(async () => {
      product.supervisor.kill('SIGTERM')
      await endOf(product.supervisor)
    })
    for (const siteKey of keys) {
      const started = await fetch(`${product.apiUrl}/captcha/v1/verifications`, {
        method: 'POST',
        headers: { origin: 'https://shop.example', 'content-type': 'application/json' },
        body: JSON.stringify({ siteKey }),
      })
      expect(started.status).toBe(201)
    }
    product.supervisor.kill('SIGTERM')
    await endOf(product.supervisor)
    // What was started is counted, each in its cell.
    for (const [index, db] of databases.entries())
      expect(
        await db.query(
          'test-counted',
          `select distinct unnest(site_ids) / 16777216 as cell from captcha.pending_counts`,
        ),
      ).toEqual([{ cell: index }])
  },
)
