import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrokenLink, recordAudit, sealChains } from '@bollard/audit'
import { type Database, migrate, openDatabase, planMigrations, SchemaTooOldError } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { migrateEverySchema, schemas } from './migrate-every-schema.ts'
import { dumpRows } from './testing/upgrade/dump-rows.ts'
import { describeCatalog } from './testing/upgrade/describe-catalog.ts'
import { fillTables } from './testing/upgrade/fill-tables.ts'
import { lastOf5c36d67, migrateAsBefore, readFormerMigrations } from './testing/upgrade/former-migrations.ts'

const postgres = await startTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'bollard-upgrade-'))
const opened: Database[] = []
afterAll(async () => {
  await Promise.all(opened.map((db) => db.close()))
  await postgres.stop()
  await rm(folder, { recursive: true })
})

async function open(): Promise<Database> {
  const db = openDatabase({
    connectionString: await postgres.createDatabase(),
    max: 2,
    statementTimeoutMs: 60_000,
  })
  opened.push(db)
  return db
}

/** Answers to repeated calls, kept for a day: by another engine in tables of their own. */
const dropped = ['server.repeated_calls', 'solution.answers', 'billing.answers']
/** Columns that went, by their tables: a solution that is cancelled ends with its period in one way. */
const droppedColumns: Readonly<Record<string, readonly string[]>> = { 'solution.solutions': ['delete_at_end'] }
/** Counters that went one up, by their tables: the captcha is told of each solution once more, now with its time zone. */
const raisedColumns: Readonly<Record<string, readonly string[]>> = { 'solution.solutions': ['restriction_number'] }
const names = schemas.map(({ schema }) => schema)

/** A dozen schemas are made twice, which takes half a minute where much else runs. */
const patience = { timeout: 120_000 }

test(
  'a database of the version before the squash is adopted: the same schema as a new one, and all of its data',
  patience,
  async () => {
    const [former, fresh] = [await open(), await open()]
    await migrateAsBefore(former, folder)
    // Of these a check holds several columns together, or the migrations have filled them.
    expect(await fillTables(former, names)).toEqual([
      'billing.accountings',
      'billing.charges',
      'billing.commissions',
      'billing.invoice_addresses',
      'billing.invoices',
      'billing.payout_documents',
      'billing.payout_runs',
      'billing.subscriptions',
      'captcha.alert_clock',
      'captcha.alert_outbox',
      'captcha.log_chunks',
      'captcha.rollup_turns',
      'solution.invitations',
      'solution.invite_tokens',
    ])
    const before = await dumpRows(former, names)
    await migrateEverySchema(former)
    await migrateEverySchema(fresh)
    expect(await describeCatalog(former, names)).toEqual(await describeCatalog(fresh, names))
    const after = await dumpRows(former, names)
    // Columns may have come since, and roles that may add to the audit log.
    for (const [table, rows] of Object.entries(before).filter(([name]) => !dropped.includes(name)))
      for (const row of rows) {
        const kept = Object.entries(row)
          .filter(([column]) => !droppedColumns[table]?.includes(column))
          .map(([column, value]) => [column, raisedColumns[table]?.includes(column) ? Number(value) + 1 : value])
        expect(after[table], table).toContainEqual(expect.objectContaining(Object.fromEntries(kept)))
      }
    const applied = 'select number, name, checksum from captcha.migrations order by number'
    expect((await former.pool.query(applied)).rows).toEqual((await fresh.pool.query(applied)).rows)
  },
)

test(
  'a database made by commit 5c36d67 is upgraded at once, with all of its data, and to the same schema',
  patience,
  async () => {
    const [former, fresh] = [await open(), await open()]
    await migrateAsBefore(former, folder, lastOf5c36d67)
    for (const schema of Object.keys(await readFormerMigrations()))
      await former.pool.query(`alter table ${schema}.migrations drop column checksum`)
    await fillTables(former, names)
    const before = await dumpRows(former, names)
    const captcha = schemas.filter(({ schema }) => schema === 'captcha')
    const [plan] = await Promise.all(captcha.map((one) => planMigrations(former, one)))
    expect(plan?.pending.map(({ file }) => file).slice(0, 2)).toEqual([
      '0019-widget-builds.sql',
      '0020-engine-programs.sql',
    ])
    await migrateEverySchema(former)
    await migrateEverySchema(fresh)
    expect(await describeCatalog(former, names)).toEqual(await describeCatalog(fresh, names))
    const after = await dumpRows(former, names)
    for (const [table, rows] of Object.entries(before).filter(([name]) => !dropped.includes(name)))
      expect(after[table]?.length, table).toBeGreaterThanOrEqual(rows.length)
    for (const one of captcha) expect(await planMigrations(former, one)).toMatchObject({ pending: [], renews: false })
  },
)

test('the list of replaced files names those of the last version before the squash, with their checksums', async () => {
  const former = await readFormerMigrations()
  for (const { schema, directory } of schemas.filter((one) => former[one.schema] !== undefined)) {
    const files = Object.entries(former[schema] ?? {}).map(([name, text]) => [
      name,
      createHash('sha256').update(text).digest('base64url'),
    ])
    expect(JSON.parse(await readFile(new URL('squashed.json', directory), 'utf8')), schema).toEqual({
      '0100-tables.sql': Object.fromEntries(files),
    })
  }
})

test('a database that was left at another place is refused, and stays as it was', async () => {
  const former = await open()
  await migrateAsBefore(former, folder)
  const [identity] = schemas.filter(({ schema }) => schema === 'identity')
  if (identity === undefined) throw new Error('There is no schema of identity')
  const refusal = async (change: string, undo: string) => {
    await former.pool.query(change)
    const error = await migrate(former, identity).catch((fault: unknown) => fault)
    expect(error).toBeInstanceOf(SchemaTooOldError)
    expect((await former.pool.query('select from identity.migrations where number = 100')).rowCount).toBe(0)
    await former.pool.query(undo)
    return error instanceof Error ? error.message : ''
  }
  expect(
    await refusal(
      `create table kept as select * from identity.migrations where number = 15; delete from identity.migrations where number = 15`,
      `insert into identity.migrations select * from kept; drop table kept`,
    ),
  ).toContain('lacks the migration 0015-conversion-exports.sql')
  expect(
    await refusal(
      `create table kept as select * from identity.migrations where number = 3; update identity.migrations set checksum = 'x' where number = 3`,
      `update identity.migrations m set checksum = k.checksum from kept k where k.number = m.number; drop table kept`,
    ),
  ).toContain('has run another text of the migration 0003-profiles-and-addresses.sql')
  expect(
    await refusal(
      `insert into identity.migrations (number, name, checksum) values (16, '0016-mine.sql', 'x')`,
      `delete from identity.migrations where number = 16`,
    ),
  ).toContain('has run the migration 0016-mine.sql, which was never released')
  // The squashed file is adopted without a run; what came after it runs.
  expect(await migrate(former, identity)).toEqual([
    '0101-operator-sessions.sql',
    '0105-people.sql',
    '0106-search-of-people.sql',
    '0107-checked-suspensions.sql',
    '0112-accounts-by-creation.sql',
  ])
})

test('chains of the audit log from before get keyed hashes, and what was forged in them stays broken', async () => {
  const db = await open()
  await migrateAsBefore(db, folder)
  for (const scope of ['whole', 'whole', 'forged', 'forged', 'forged', 'cut', 'cut'])
    await db.pool.query(
      `select audit.append(jsonb_build_object('scope', 'SOLUTION', 'scopeId', $1::text, 'at', now(), 'action', 'a.b', 'actor', '{"kind":"SYSTEM"}'::jsonb))`,
      [scope],
    )
  await db.pool.query(`alter table audit.entries disable trigger user;
    update audit.entries set action = 'c.d' where scope_id = 'forged' and number = 2;
    delete from audit.entries where scope_id = 'cut' and number = 2;
    alter table audit.entries enable trigger user`)
  await migrateEverySchema(db)
  expect(await findBrokenLink(db, 'SOLUTION', 'whole')).toBe(1)
  expect(await sealChains(db)).toEqual({ sealed: 3, broken: ['SOLUTION cut', 'SOLUTION forged'] })
  expect(await sealChains(db)).toEqual({ sealed: 0, broken: [] })
  const broken = ['whole', 'forged', 'cut'].map((scope) => findBrokenLink(db, 'SOLUTION', scope))
  expect(await Promise.all(broken)).toEqual([null, 2, 2])
  await expect(db.pool.query(`update audit.entries set action = 'e.f'`)).rejects.toThrow('append-only')
  await db.transaction((tx) =>
    recordAudit(tx, { at: new Date(), scope: 'SOLUTION', scopeId: 'whole', actor: { kind: 'SYSTEM' }, action: 'a.b' }),
  )
  expect(await findBrokenLink(db, 'SOLUTION', 'whole')).toBeNull()
})
