import { asRole, migrate, openDatabase, type Queries } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditEntry, auditMigrations, findBrokenLink, listAudit, networkOf, recordAudit } from './index.ts'

let server: Awaited<ReturnType<typeof startTestDatabase>>
let db: ReturnType<typeof openDatabase>
beforeAll(async () => {
  server = await startTestDatabase()
  db = openDatabase({ connectionString: await server.createDatabase() })
  await migrate(db, auditMigrations)
})
afterAll(async () => {
  await db.close()
  await server.stop()
})

const at = new Date('2026-03-01T10:00:00.123Z')
const from = { ip: '198.51.100.77', userAgent: 'Test/1', requestId: 'r-1' }
const entry = (scopeId: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  at,
  scope: 'SOLUTION',
  scopeId,
  actor: { kind: 'USER', id: 'ada' },
  action: 'solution.renamed',
  before: { label: 'Shop' },
  after: { label: 'Süßes' },
  from,
  ...more,
})
const record = (one: AuditEntry) => db.transaction((tx) => recordAudit(tx, one))
const list = (scopeId: string, query = {}) => listAudit(db, 'SOLUTION', scopeId, { limit: 25, ...query })

test('an entry says who did what, what changed and from which network, newest first', async () => {
  await record(entry('one'))
  await record(
    entry('one', {
      actor: { kind: 'SYSTEM' },
      action: 'solution.locked',
      target: { kind: 'lock', id: 'l1' },
      before: undefined,
      from: undefined,
    }),
  )
  const { items, nextCursor } = await list('one')
  expect(nextCursor).toBeNull()
  expect(items).toEqual([
    {
      id: '2',
      at: '2026-03-01T10:00:00.123Z',
      actor: { kind: 'SYSTEM', id: null },
      action: 'solution.locked',
      target: { kind: 'lock', id: 'l1' },
      before: null,
      after: { label: 'Süßes' },
      network: null,
      userAgent: null,
      requestId: null,
    },
    {
      id: '1',
      at: '2026-03-01T10:00:00.123Z',
      actor: { kind: 'USER', id: 'ada' },
      action: 'solution.renamed',
      target: null,
      before: { label: 'Shop' },
      after: { label: 'Süßes' },
      network: '198.51.100.0/24',
      userAgent: 'Test/1',
      requestId: 'r-1',
    },
  ])
})

test('an entry of a server names its API key, and nobody acts under any other name', async () => {
  await record(entry('server', { actor: { kind: 'API_KEY', id: 'k1' } }))
  expect((await list('server')).items).toMatchObject([{ actor: { kind: 'API_KEY', id: 'k1' } }])
  await expect(
    db.query(
      'test-other-kind',
      `select audit.append('{"scope": "SOLUTION", "scopeId": "server", "at": "2026-03-01", "action": "a.b", "actor": {"kind": "BOT"}}', '\\x00')`,
    ),
  ).rejects.toThrow('actor_kind')
})

test('text that JSON of the database cannot hold is kept without what it cannot hold', async () => {
  await record(entry('text', { after: { label: 'a\0b\ud800c' } }))
  expect((await list('text')).items).toMatchObject([{ after: { label: 'a\uFFFDb\uFFFDc' } }])
})

test('an id in capitals is the same scope', async () => {
  for (const id of ['spelled-a', 'SPELLED-A']) await record(entry(id))
  for (const id of ['spelled-a', 'Spelled-A']) expect((await list(id)).items.map((item) => item.id)).toEqual(['2', '1'])
})

test('pages and filters: by action, by actor, from where the last page ended', async () => {
  for (let index = 0; index < 5; index += 1)
    await record(
      entry('pages', { action: index % 2 ? 'odd.done' : 'even.done', actor: { kind: 'USER', id: `u${index}` } }),
    )
  const first = await list('pages', { limit: 2 })
  expect(first.items.map(({ id }) => id)).toEqual(['5', '4'])
  expect((await list('pages', { limit: 10, cursor: first.nextCursor ?? '' })).items.map(({ id }) => id)).toEqual([
    '3',
    '2',
    '1',
  ])
  expect((await list('pages', { action: 'odd.done' })).items.map(({ id }) => id)).toEqual(['4', '2'])
  expect((await list('pages', { actorId: 'u0' })).items.map(({ id }) => id)).toEqual(['1'])
  expect((await list('pages', { cursor: 'x' })).items).toHaveLength(5)
})

test('what is rolled back leaves no entry and no gap', async () => {
  await record(entry('rolled'))
  await db
    .transaction(async (tx) => {
      await recordAudit(tx, entry('rolled'))
      throw new Error('undo')
    })
    .catch(() => null)
  await record(entry('rolled'))
  expect((await list('rolled')).items.map(({ id }) => id)).toEqual(['2', '1'])
  expect(await findBrokenLink(db, 'SOLUTION', 'rolled')).toBeNull()
})

test('50 at once are numbered without gap, and their chain holds', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, index) => record(entry('busy', { after: { index } }))))
  const { items } = await list('busy', { limit: 100 })
  expect(items.map(({ id }) => Number(id))).toEqual(Array.from({ length: 50 }, (_, index) => 50 - index))
  expect(await findBrokenLink(db, 'SOLUTION', 'busy')).toBeNull()
})

test('nobody changes or deletes an entry, and whoever gets around that is found out', async () => {
  for (let index = 0; index < 4; index += 1) await record(entry('kept'))
  for (const statement of [
    `update audit.entries set action = 'x.y'`,
    'delete from audit.entries',
    'truncate audit.entries',
  ]) {
    await expect(db.pool.query(statement), statement).rejects.toThrow('append-only')
  }
  const tamper = async (statement: string, broken: number) => {
    const client = await db.pool.connect()
    try {
      await client.query('begin')
      await client.query('alter table audit.entries disable trigger user')
      await client.query(
        `${statement} where scope = 'SOLUTION' and scope_id = 'kept'`.replace('and-number', 'and number'),
      )
      const rows = await findBrokenLink(
        {
          query: async (_name: string, text: string, values?: readonly unknown[]) =>
            (await client.query(text, [...(values ?? [])])).rows,
        },
        'SOLUTION',
        'kept',
      )
      expect(rows, statement).toBe(broken)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  await tamper(
    `update audit.entries set after = case when number = 2 then '{"label":"Other"}'::jsonb else after end`,
    2,
  )
  await tamper(`update audit.entries set at = case when number = 3 then at + interval '1 second' else at end`, 3)
  await tamper(
    `with gone as (delete from audit.entries where scope_id = 'kept' and number = 4) update audit.heads set number = number`,
    4,
  )
  await tamper(
    `with gone as (delete from audit.entries where scope_id = 'kept' and number = 2) update audit.heads set number = number`,
    3,
  )
  expect(await findBrokenLink(db, 'SOLUTION', 'kept')).toBeNull()
})

test('a role that was let in can add and nothing else, any other role not even that', async () => {
  await db.pool.query('create role audit_test_writer')
  const asWriter = (work: (tx: Queries) => Promise<unknown>) =>
    asRole(db, 'audit_test_writer', { 'bollard.test_scope': 'role' }, work)
  await expect(asWriter((tx) => recordAudit(tx, entry('role')))).rejects.toThrow('permission denied')
  await db.pool.query('grant usage on schema audit to audit_test_writer')
  await expect(asWriter((tx) => recordAudit(tx, entry('role')))).rejects.toThrow(
    'permission denied for function prepare',
  )
  await letIn('audit_test_writer')
  await asWriter((tx) => recordAudit(tx, entry('role')))
  await expect(asWriter((tx) => tx.query('test-read', 'select * from audit.entries'))).rejects.toThrow(
    'permission denied',
  )
  await expect(
    asWriter((tx) =>
      tx.query('test-self', `select audit.let_in('audit_test_writer', 'public.test_may_audit'::regproc)`),
    ),
  ).rejects.toThrow('permission denied')
  await expect(
    asWriter((tx) => tx.query('test-writers', `update audit.writers set guard = 'public.test_other'`)),
  ).rejects.toThrow('permission denied')
  expect((await list('role')).items).toHaveLength(1)
})

test('a role adds only what its own service says is of the transaction, also through a function of the owner and after logging in as itself', async () => {
  await db.pool.query(`create role audit_test_bound login; create role audit_test_unbound`)
  await letIn('audit_test_bound')
  const asBound = (settings: Record<string, string>, one: AuditEntry) =>
    asRole(db, 'audit_test_bound', settings, (tx) => recordAudit(tx, one))
  const own = { 'bollard.test_scope': 'bound' }
  await asBound(own, entry('bound'))
  const refused = [
    entry('bound-not'),
    entry('bound', { scope: 'ACCOUNT' }),
    entry('bound', { actor: { kind: 'USER', id: 'eve' } }),
  ]
  for (const one of refused)
    await expect(asBound(own, one), JSON.stringify(one)).rejects.toMatchObject({ code: '42501' })
  // No setting at all: the guard answers null, which is not yes.
  await expect(asBound({}, entry('bound'))).rejects.toMatchObject({ code: '42501' })
  // Let in by a grant alone, as before there were guards.
  await db.pool.query(
    'grant usage on schema audit to audit_test_unbound; grant execute on function audit.prepare(jsonb), audit.append(jsonb, bytea) to audit_test_unbound',
  )
  await expect(asRole(db, 'audit_test_unbound', own, (tx) => recordAudit(tx, entry('bound')))).rejects.toMatchObject({
    code: '42501',
  })

  await db.pool.query(
    `create function public.test_detour(e jsonb) returns bytea language sql volatile security definer return audit.prepare(e)`,
  )
  const detour = (scopeId: string) =>
    asRole(db, 'audit_test_bound', own, (tx) =>
      tx.query('test-detour', 'select public.test_detour($1)', [JSON.stringify(entry(scopeId))]),
    )
  await detour('bound')
  await expect(detour('bound-not')).rejects.toMatchObject({ code: '42501' })

  const address = new URL(db.pool.options.connectionString ?? '')
  address.searchParams.set('user', 'audit_test_bound')
  const itself = openDatabase({ connectionString: address.href, max: 1 })
  try {
    await expect(itself.transaction((tx) => recordAudit(tx, entry('bound')))).rejects.toMatchObject({ code: '42501' })
    await itself.query('test-own', `select set_config('bollard.test_scope', 'bound', false)`)
    await itself.transaction((tx) => recordAudit(tx, entry('bound')))
  } finally {
    await itself.close()
  }
  expect((await list('bound')).items.map(({ id }) => id)).toEqual(['2', '1'])
  expect((await list('bound-not')).items).toEqual([])
})

async function letIn(role: string): Promise<void> {
  await db.pool
    .query(`create or replace function public.test_may_audit(scope text, scope_id text, actor_kind text, actor_id text) returns boolean
    language sql stable return scope = 'SOLUTION' and scope_id = nullif(current_setting('bollard.test_scope', true), '') and actor_id = 'ada'`)
  await db.query('test-let-in', `select audit.let_in($1, 'public.test_may_audit'::regproc)`, [role])
}

test('of an address its network is kept', () => {
  expect(['192.0.2.77', '::ffff:192.0.2.77', '2001:db8:1:2::7', '2001:db8::7', '::1'].map(networkOf)).toEqual([
    '192.0.2.0/24',
    '192.0.2.0/24',
    '2001:db8:1::/48',
    '2001:db8:0::/48',
    '0:0:0::/48',
  ])
})
