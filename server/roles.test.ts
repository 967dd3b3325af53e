import { randomBytes } from 'node:crypto'
import { type Database, migrate, openDatabase, RolesMissingError } from '@bollard/database'
import { addressesOfRoles, ensureSignIn, type LoginRole, loginRoleNames, printRoles } from '@bollard/database/roles'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { migrateEverySchema, schemas } from './migrate-every-schema.ts'
import { fillTables } from './testing/upgrade/fill-tables.ts'

const postgres = await startTestDatabase()
const opened: Database[] = []
afterAll(async () => {
  await Promise.all(opened.map((db) => db.close()))
  await postgres.stop()
})

function open(connectionString: string): Database {
  const db = openDatabase({ connectionString, max: 1, statementTimeoutMs: 60_000 })
  opened.push(db)
  return db
}

const names = schemas.map(({ schema }) => schema)
const owner = await postgres.createDatabase(...schemas)
await fillTables(open(owner), names)
const addresses = addressesOfRoles(owner, 'fallback')
const as = Object.fromEntries(loginRoleNames.map((role) => [role, open(addresses[role])])) as Record<
  LoginRole,
  Database
>

test.each(loginRoleNames)('%s owns nothing, creates nothing, and is no superuser', async (role) => {
  const db = as[role].pool
  const { rows } =
    await db.query(`select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication, rolinherit,
      (select count(*)::int from pg_class where relowner = r.oid) + (select count(*)::int from pg_proc where proowner = r.oid) as owned
    from pg_roles r where rolname = current_user`)
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolbypassrls: false,
      rolreplication: false,
      rolinherit: false,
      owned: 0,
    },
  ])
  const denied = [
    'create table public.mine (id int)',
    'create schema mine',
    'create role mine',
    ...names.map((schema) => `create table ${schema}.mine (id int)`),
    'create function captcha.mine() returns int language sql return 1',
    'alter table captcha.sites disable row level security',
    'alter table captcha.sites add column mine int',
    'alter function captcha.current_site() owner to current_user',
    'drop table captcha.verifications_default',
    'truncate captcha.sites',
    'drop policy own_site on captcha.sites',
    'update captcha.migrations set checksum = null',
    'delete from identity.current_files',
    'set role bollard',
    'set session_replication_role = replica',
  ]
  for (const statement of denied)
    await expect(db.query(statement), statement).rejects.toMatchObject({
      code: expect.stringMatching(/^42501$|^22023$/u),
    })
})

test.each(loginRoleNames)('%s changes no entry of the audit log', async (role) => {
  const { pool } = as[role]
  for (const statement of [
    `insert into audit.entries overriding system value select * from audit.entries`,
    `update audit.entries set action = 'a.b'`,
    'delete from audit.entries',
    'truncate audit.entries',
    'update audit.heads set number = 0',
    'delete from audit.heads',
    `update audit.writers set guard = 'audit.by_process'`,
    `select audit.let_in('public', 'audit.by_process'::regproc)`,
    'alter table audit.entries disable trigger all',
  ])
    await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })
})

test('the hot path reads and writes what it needs of the captcha, and nothing of anything else', async () => {
  const { pool } = as.bollard_edge
  await pool.query('select from captcha.sites')
  for (const schema of ['identity', 'solution', 'billing', 'audit', 'mail', 'server'])
    await expect(pool.query(`select from ${schema}.migrations`), schema).rejects.toMatchObject({ code: '42501' })
  for (const statement of [
    'select secret from captcha.webhooks',
    'select address from captcha.alert_addresses',
    'select from captcha.export_parts',
    `update captcha.sites set settings = '{}'`,
    `update captcha.api_keys set hash = ''`,
    'delete from captcha.verifications',
    'delete from captcha.sites',
    `select captcha.drop_partition('verifications', '2026-03-01')`,
    'set role bollard_captcha',
    'set role bollard_solution',
  ])
    await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })
})

test('what would let somebody in is read by nobody but whoever checks it', async () => {
  for (const statement of [
    'select password_hash from identity.accounts',
    'select * from identity.accounts',
    'select sealed_secret from identity.totp_secrets',
    'select code_hash from identity.recovery_codes',
    'select token_hash from identity.sessions',
    'select token_hash from identity.password_resets',
    'select code_hash from identity.email_codes',
    'select deletion_undo_hash from identity.users',
    'select public_key from identity.passkeys',
    'select hash from captcha.api_keys',
    'select hash from captcha.bypass_keys',
    'select token_hash from captcha.alert_addresses',
    'select answer from captcha.repeated_calls',
    'select answer from captcha.engine_programs',
  ])
    await expect(as.bollard_worker.pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })
  for (const role of ['bollard_identity', 'bollard_captcha'])
    await expect(as.bollard_worker.pool.query(`set role ${role}`), role).rejects.toMatchObject({ code: '42501' })
  for (const statement of [
    'select hash from captcha.api_keys',
    'select hash from captcha.bypass_keys',
    'select secret from captcha.webhooks',
    'select file from identity.account_exports',
  ])
    await expect(as.bollard_api.pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })
})

test('calls that are bound to nobody, and jobs, write no more than they have to', async () => {
  const denied: Partial<Record<LoginRole, readonly string[]>> = {
    bollard_api: [
      'update captcha.verifications set score = 0',
      'delete from captcha.verifications',
      `insert into captcha.redemptions (verification_id, issued_at, site_id, fetched_at) values (gen_random_uuid(), now(), 1, now())`,
      'delete from captcha.sites',
      `update captcha.sites set settings = '{}'`,
      'update captcha.api_keys set revoked_at = null',
      'update captcha.rules set enabled = false',
      'delete from captcha.rules',
      'delete from captcha.rollup_daily',
      'insert into captcha.erasures select * from captcha.erasures',
      'update captcha.webhooks set url = url',
      'insert into identity.passkeys select * from identity.passkeys',
      'insert into identity.totp_secrets select * from identity.totp_secrets',
      'update identity.totp_secrets set sealed_secret = sealed_secret',
      'update identity.passkeys set public_key = public_key',
      'update identity.accounts set user_id = user_id',
      `update identity.users set given_name = ''`,
      'delete from identity.conversions',
    ],
    bollard_worker: [
      'update captcha.verifications set score = 0',
      'insert into captcha.verifications select * from captcha.verifications',
      `update captcha.sites set settings = '{}'`,
      `update captcha.sites set restrictions = '{}'`,
      'insert into captcha.api_keys overriding system value select * from captcha.api_keys',
      `update captcha.api_keys set hash = ''`,
      `update captcha.api_keys set scopes = '{manage}'`,
      'insert into captcha.rules select * from captcha.rules',
      'update captcha.rules set enabled = true',
      'update captcha.alert_addresses set state = state',
      `update identity.accounts set password_hash = ''`,
      'update identity.users set is_admin = true',
      `update identity.users set email = ''`,
      'insert into identity.users select * from identity.users',
      'insert into identity.sessions select * from identity.sessions',
      'update identity.sessions set expires_at = now()',
      'insert into identity.passkeys select * from identity.passkeys',
      'update identity.totp_secrets set last_step = 0',
      'insert into identity.factor_removals select * from identity.factor_removals',
    ],
  }
  for (const role of loginRoleNames)
    for (const statement of denied[role] ?? [])
      await expect(as[role].pool.query(statement), `${role}: ${statement}`).rejects.toMatchObject({ code: '42501' })
})

test('the worker makes and drops daily partitions, and no other table', async () => {
  const { pool } = as.bollard_worker
  await pool.query(`select captcha.make_partition('feedback', '2031-01-02')`)
  expect((await pool.query(`select to_regclass('captcha.feedback_20310102') is not null as made`)).rows).toEqual([
    { made: true },
  ])
  await pool.query(`select captcha.drop_partition('feedback', '2031-01-02')`)
  for (const call of ['make_partition', 'drop_partition'])
    await expect(pool.query(`select captcha.${call}('sites', '2031-01-02')`)).rejects.toMatchObject({ code: '42501' })
  await expect(
    as.bollard_api.pool.query(`select captcha.drop_partition('feedback', '2031-01-02')`),
  ).rejects.toMatchObject({
    code: '42501',
  })
})

test('passwords of roles follow from the owner’s, so one machine finds those that another has set', () => {
  const of = (address: string, fallback = '') => addressesOfRoles(address, fallback).bollard_edge
  const remote = of('postgresql://ada:secret@db.example:5432/bollard?sslmode=require')
  expect(new URL(remote)).toMatchObject({
    username: 'bollard_edge',
    host: 'db.example:5432',
    search: '?sslmode=require',
  })
  expect(new URL(remote).password).toHaveLength(43)
  expect(of('postgresql://ada:secret@other.example/x', 'else')).toContain(new URL(remote).password)
  expect(of('postgresql://ada:other@db.example/bollard')).not.toContain(new URL(remote).password)
  const local = new URL(of('postgresql:///bollard?host=%2Fdata&user=bollard', 'kept'))
  expect([local.searchParams.get('user'), local.searchParams.get('host')]).toEqual(['bollard_edge', '/data'])
  expect(local.searchParams.get('password')).not.toBe(
    new URL(of('postgresql:///bollard?host=%2Fdata', 'other')).searchParams.get('password'),
  )
})

test('on a managed server the owner is no superuser: it makes the roles where it may, and says what is missing where it may not', async () => {
  const alone = await startTestDatabase({ alone: true })
  try {
    const superuser = open(await alone.createDatabase())
    const [{ name = '' } = {}] = (await superuser.pool.query<{ name: string }>('select current_database() as name'))
      .rows
    await superuser.pool.query(`create role humble login; create role managed login createrole;
      grant create on database ${name} to humble, managed`)
    const address = new URL(superuser.pool.options.connectionString ?? '')
    const signedInAs = (user: string) => {
      address.searchParams.set('user', user)
      return address.href
    }
    const humble = open(signedInAs('humble'))
    const first = schemas[0]
    if (first === undefined) throw new Error('There is no schema')
    const refusal = await migrate(humble, first).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(RolesMissingError)
    expect(String(refusal)).toContain('npm start -- database-roles')

    const managed = open(signedInAs('managed'))
    const roles = addressesOfRoles(signedInAs('managed'), randomBytes(16).toString('hex'))
    await migrateEverySchema(managed)
    await ensureSignIn(managed.pool, roles)
    expect((await open(roles.bollard_api).pool.query('select count(*)::int as n from captcha.sites')).rows).toEqual([
      { n: 0 },
    ])
    const { rows } = await superuser.pool.query(
      `select distinct tableowner from pg_tables where schemaname = any ($1::text[])`,
      [names],
    )
    expect(rows).toEqual([{ tableowner: 'managed' }])
  } finally {
    for (const db of opened.splice(3)) await db.close()
    await alone.stop()
  }
})

test('an administrator makes the roles from what is printed, which holds no password', async () => {
  const alone = await startTestDatabase({ alone: true })
  try {
    const address = new URL(await alone.createDatabase())
    const superuser = open(address.href)
    const [{ name = '' } = {}] = (await superuser.pool.query<{ name: string }>('select current_database() as name'))
      .rows
    address.searchParams.set('user', 'humble')
    const roles = addressesOfRoles(address.href, 'fallback')
    const printed = printRoles(roles)
    for (const role of loginRoleNames)
      expect(printed).not.toContain(new URL(roles[role]).searchParams.get('password') ?? 'none')
    await superuser.pool.query(`create role humble login; grant create on database ${name} to humble`)
    for (const _twice of [1, 2]) await superuser.pool.query(printed)
    const humble = open(address.href)
    await migrateEverySchema(humble)
    await ensureSignIn(humble.pool, roles)
    expect((await open(roles.bollard_edge).pool.query('select count(*)::int as n from captcha.sites')).rows).toEqual([
      { n: 0 },
    ])
  } finally {
    for (const db of opened.splice(4)) await db.close()
    await alone.stop()
  }
})

/** What a role really does to every table of all services, by trying each verb, and each column of an update; partitions too. */
const attack = `do $do$
declare
  one record;
  way record;
  found jsonb := '{}';
begin
  for one in select c.oid, c.oid::regclass::text as path from pg_class c
    where c.relnamespace::regnamespace::text = any($names$NAMES$names$::text[]) and c.relkind in ('r', 'p', 'v', 'm')
  loop
    for way in
      select 'select' as verb, format('select from %s limit 0', one.path) as statement
      union all select 'insert', format('insert into %s default values', one.path)
      union all select 'delete', format('delete from %s where false', one.path)
      union all select 'truncate', format('truncate %s', one.path)
      union all select 'update ' || attname, format('update %s set %I = default where false', one.path, attname)
        from pg_attribute where attrelid = one.oid and attnum > 0 and not attisdropped
    loop
      begin
        execute way.statement;
        raise exception using errcode = 'RB000';
      exception
        when insufficient_privilege then null;
        when others then
          found := jsonb_set(found, array[one.path], coalesce(found -> one.path, '[]') || to_jsonb(way.verb));
      end;
    end loop;
  end loop;
  perform set_config('test.found', found::text, false);
end $do$`

test('whoever takes over an edge can do to the tables of all services what the hot path needs, and nothing else', async () => {
  const edge = await as.bollard_edge.pool.connect()
  await edge.query(attack.replace('NAMES', `{${names.join(',')}}`))
  const { rows } = await edge.query<{ found: string }>(`select current_setting('test.found') as found`)
  edge.release(true)
  const found: Record<string, string[]> = JSON.parse(rows[0]?.found ?? '{}')
  const reach = Object.entries(found).map(([table, verbs]) => `${table}: ${verbs.toSorted().join(', ')}`)
  expect(reach.toSorted()).toEqual([
    'captcha.action_paces: insert, select, update done_at, update mark, update site_id',
    'captcha.actions: delete, insert, select, update learned_at, update name, update number, update passed_on, update site_id',
    'captcha.alert_settings: select',
    'captcha.api_keys: select, update last_used_at, update unused_noticed_at, update unused_notices',
    'captcha.bypass_keys: select',
    'captcha.bypass_uses: insert, select, update day, update granted, update last_at, update n, update number, update site_id',
    'captcha.cell: select',
    'captcha.directory: select',
    'captcha.edge_heartbeats: delete, insert, select, update at, update process_id, update stopped_at',
    'captcha.engine_cohorts: delete, insert, select, update answers, update cohort, update disputed, update dropped, update grammar, update source, update stage, update wrong',
    'captcha.engine_programs: delete, insert, select, update answer, update changed_at, update grammar, update program, update retired_at, update since, update source, update uses_left',
    'captcha.environments: select',
    'captcha.failover_pace: delete, insert, select, update done_at, update site_id',
    'captcha.failover_uses: delete, insert, select, update id, update site_id, update used_at',
    'captcha.feedback: insert, select, update comment, update given_at, update given_by, update issued_at, update label, update site_id, update verification_id',
    'captcha.migrations: select',
    'captcha.network_history: delete, insert, select, update day, update hour, update in_hour, update mark, update peak, update site_id, update verified',
    'captcha.outages: delete, insert, select, update cause, update from_at, update id, update to_at',
    'captcha.pending_counts: insert',
    'captcha.pending_rollups: insert',
    'captcha.redemptions: insert, select, update fetched_at, update granted, update idempotency_keys, update issued_at, update last_fetched_at, update n, update same_network, update site_id, update verification_id',
    'captcha.rollup_daily: select',
    'captcha.rollup_hourly: select',
    'captcha.rule_hits: insert, select, update dry_run_hits, update hits, update last_hit_at, update number, update site_id',
    'captcha.rules: select',
    'captcha.sites: select, update first_fetched_at, update first_verification_at, update last_action',
    'captcha.sites_under_attack: delete, insert, select, update issued, update seen_at, update since, update site_id, update usual',
    'captcha.used_signatures: delete, insert, select, update digest, update expires_at',
    'captcha.verifications: insert, select',
    'captcha.volume_counts: delete, insert, select, update at, update mark, update n, update process_id, update site_id, update slot',
    'captcha.widget_builds: delete, insert, select, update checks, update files, update first_served_at, update last_served_at, update layout, update release',
    'operations.flags: select',
    'operations.processes: insert, select, update seen_at',
  ])
})

test('whoever takes over an edge can call no function that was made for others', async () => {
  const { rows } = await as.bollard_edge.pool.query<{ name: string }>(
    `select p.oid::regproc::text as name from pg_proc p
     where p.pronamespace::regnamespace::text = any($1::text[]) and has_schema_privilege(p.pronamespace, 'usage') and has_function_privilege(p.oid, 'execute')`,
    [names],
  )
  expect(rows.map(({ name }) => name)).toEqual(['solution.owners_of'])
})
