import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createCaptchaService } from '@bollard/captcha-service'
import { type Database, openDatabase } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import { installProblems } from '@bollard/http'
import { makeTestFolder, startTestDatabase } from '@bollard/testing'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { pass, siteverify } from '../../services/captcha/src/testing/walk-through.ts'
import { composeMigrate } from '../compose-migrate.ts'
import { type Config, readConfig } from '../config.ts'
import { schemas } from '../migrate-every-schema.ts'
import { StartupFault } from '../startup-fault.ts'
import { claimDataDirectory } from '../supervise/running-record.ts'
import { freePorts } from '../testing/start-product.ts'
import { copyDatabase } from './copy-database.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())
const signingKeys = [{ id: 1, secret: randomBytes(32) }]
const names = schemas.map(({ schema }) => schema)

/** A stopped installation, as its last start left its database. */
async function configure(): Promise<Config & { DATABASE_URL: string }> {
  const folder = await makeTestFolder()
  onTestFinished(() => folder.remove())
  const DATABASE_URL = await postgres.createDatabase(...schemas)
  const DATA_DIR = join(folder.path, 'data')
  mkdirSync(DATA_DIR)
  const read = readConfig({ ...(await freePorts()), HOST: '127.0.0.1', DATA_DIR, DATABASE_URL })
  if (read.status === 'invalid') throw new Error(read.faults.join())
  await migrate(DATABASE_URL)
  return { ...read.config, DATABASE_URL }
}

const migrate = (databaseUrl: string) => {
  const encryptionKey = '1'.repeat(64)
  const databases = addressesOfRoles(databaseUrl, encryptionKey)
  return composeMigrate({ name: 'migrate', databaseUrl, databases, encryptionKey })
}

async function said(config: Config, ...args: string[]): Promise<string> {
  const lines: string[] = []
  try {
    await copyDatabase(config, args, (line) => lines.push(line))
    return lines.join('\n')
  } catch (error) {
    if (error instanceof StartupFault) return error.message
    throw error
  }
}

async function owner<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ connectionString: url, max: 2 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** The captcha over a database, for as long as `work` takes. */
const serving = <T>(
  url: string,
  work: (it: { app: FastifyInstance; provision: () => Promise<Keys>; db: Database }) => Promise<T>,
) =>
  owner(url, async (db) => {
    const service = createCaptchaService({
      db,
      findActor: async () => null,
      findRole: async () => null,
      noteVisit: async () => {},
      signingKeys,
      now: () => Date.now(),
      randomBytes,
      trustedProxies: [],
      work: { min: 2 ** 10, max: 2 ** 11, stepUpMin: 2 ** 12, stepUpMax: 2 ** 12 },
      partitionDaysAhead: 1,
    })
    await service.start()
    const app = Fastify()
    installProblems(app, { logger: { error: () => {} } })
    await app.register(service.edgeRoutes)
    const provision = () => service.provisionSite({ solutionId: randomUUID(), domains: ['shop.example'] })
    try {
      return await work({ app, provision, db })
    } finally {
      await app.close()
      await service.drain()
    }
  })
interface Keys {
  readonly siteKey: string
  readonly secretKey: string
}

/** Every row, and everything that guards rows, so that two databases can be compared. */
async function contentOf(url: string): Promise<Record<string, unknown>> {
  return owner(url, async ({ pool }) => {
    const { rows: tables } = await pool.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c where relkind in ('r', 'p') and relnamespace::regnamespace::text = any($1)
       and relname not in ('migrations', 'current_files') order by 1`,
      [names],
    )
    const all = tables.map(
      ({ name }) =>
        `select '${name}' as name, coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]') as rows from ${name} t`,
    )
    const found = all.length === 0 ? [] : (await pool.query(all.join(' union all '))).rows
    const content: Record<string, unknown> = Object.fromEntries(found.map(({ name, rows }) => [name, rows]))
    const guards = [
      `select conrelid::regclass::text as on, conname as name, pg_get_constraintdef(oid) as says, convalidated as holds from pg_constraint where connamespace::regnamespace::text = any($1) order by 1, 2, 3`,
      `select tgrelid::regclass::text as on, tgname as name, tgenabled as holds from pg_trigger where not tgisinternal order by 1, 2`,
      `select indexrelid::regclass::text as name, indisvalid as holds from pg_index where indexrelid::regclass::text ~ '^(${names.join('|')})\\.' order by 1`,
      `select schemaname as on, sequencename as name, last_value as says from pg_sequences where schemaname = any($1) order by 1, 2`,
      `select tablename as on, policyname as name, qual as says from pg_policies where schemaname = any($1) order by 1, 2`,
      `select oid::regclass::text as on, relacl::text as says from pg_class where relnamespace::regnamespace::text = any($1) and relkind in ('r', 'p') order by 1`,
    ]
    for (const [index, text] of guards.entries())
      content[`guard ${index}`] = (await pool.query(text, text.includes('$1') ? [names] : [])).rows
    return content
  })
}

test('a copy is the same database: rows, partitions, sequences, what guards them, and tokens that count once', async () => {
  const config = await configure()
  const { keys, used, fresh } = await serving(config.DATABASE_URL, async ({ app, provision, db }) => {
    const made = await provision()
    const tokens = [(await pass(app, made.siteKey)).token, (await pass(app, made.siteKey)).token] as const
    expect((await siteverify(app, { secret: made.secretKey, response: tokens[0] })).success).toBe(true)
    // A day whose partition no migration makes, and text that a careless copy would break.
    await db.pool.query(`select captcha.make_partition('verifications', date '2026-01-31')`)
    await db.pool.query(
      `insert into solution.solutions (id, label, type, created_by, created_at, updated_at) values ($1, $2, 'CAPTCHA', 'ada', '2026-01-31 23:59:59.123456+00', now())`,
      [randomUUID(), `tab\tline\nback\\slash \\N “ß” 🦔`],
    )
    return { keys: made, used: tokens[0], fresh: tokens[1] }
  })
  const before = await contentOf(config.DATABASE_URL)
  const to = await postgres.createDatabase()
  expect(await said(config, '--to', to)).toMatch(/^Copied \d+ rows of \d+ tables\.\nBoth have the same rows/u)
  expect(await contentOf(to)).toEqual(before)

  // As the next start does.
  await migrate(to)
  await serving(to, async ({ app, provision }) => {
    const verify = async (response: string) => (await siteverify(app, { secret: keys.secretKey, response })).success
    expect([await verify(used), await verify(fresh), await verify(fresh)]).toEqual([false, true, false])
    expect((await provision()).siteKey).not.toBe(keys.siteKey)
    expect((await pass(app, keys.siteKey)).token).toBeTruthy()
  })
  expect(await said(config, '--to', to)).toMatch(/^--to: this database isn't empty: it has audit, .*create it anew/u)
}, 120_000)

test('what cannot be copied is refused with what to do, and no password is told', async () => {
  const config = await configure()
  const usage = 'Usage: npm start -- copy-database --to'
  expect(await said(config)).toContain(usage)
  expect(await said(config, '--to', '/var/lib/bollard')).toContain(usage)
  expect(await said(config, '--to', config.DATABASE_URL)).toMatch(/^--to: this is the database of DATABASE_URL/u)
  const away = await said(config, '--to', 'postgresql://bollard:tell-nobody@127.0.0.1:1/bollard')
  expect(away).toMatch(/^--to: the database cannot be used/u)
  expect(away).not.toContain('tell-nobody')
  const to = await postgres.createDatabase()
  const claim = claimDataDirectory(config)
  expect(await said(config, '--to', to)).toMatch(/^Bollard runs here\. Stop it first/u)
  if (claim.status === 'taken') claim.release()
  // Something fails on the way: nothing is left that Bollard would start with.
  await owner(to, ({ pool }) =>
    pool.query(`create function fail() returns event_trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
      create event trigger failing on ddl_command_end when tag in ('CREATE INDEX') execute function fail()`),
  )
  await expect(said(config, '--to', to)).rejects.toThrow('the disk is full')
  await owner(config.DATABASE_URL, ({ pool }) => pool.query('delete from captcha.migrations where number = 130'))
  expect(await said(config, '--to', to)).toMatch(/another release\. Start this release here once/u)
  const { rows } = await owner(to, ({ pool }) =>
    pool.query('select nspname from pg_namespace where nspname = any($1)', [names]),
  )
  expect(rows).toEqual([])
})
