import { createBinding, openDatabase, type Queries } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { schemas } from './migrate-every-schema.ts'
import { fillTables } from './testing/upgrade/fill-tables.ts'

/**
 * What a statement can do that an attacker has written, in a call that is bound to a site. It can leave the binding: that guards against
 * statements which forget their condition, and not against those of others. How far it gets then is what these tests hold it to.
 */
const postgres = await startTestDatabase()
const connectionString = await postgres.createDatabase(...schemas)
const owner = openDatabase({ connectionString, max: 1, statementTimeoutMs: 60_000 })
// One connection, so that what a call leaves behind in its session would meet the next.
const api = openDatabase({
  connectionString: addressesOfRoles(connectionString, 'the server does not check').bollard_api,
  max: 1,
})
const edge = openDatabase({
  connectionString: addressesOfRoles(connectionString, 'the server does not check').bollard_edge,
  max: 1,
})
afterAll(async () => {
  await Promise.all([owner.close(), api.close(), edge.close()])
  await postgres.stop()
})
const names = schemas.map(({ schema }) => schema)
for (const n of [1, 2]) await fillTables(owner, names, n)

const binding = createBinding(api, 'bollard_captcha')
let statements = 0
const ask = <Row extends object>(db: Queries, text: string) => db.query<Row>(`test-${(statements += 1)}`, text)
const sitesSeen = async (db: Queries) =>
  (await ask<{ id: number }>(db, 'select id from captcha.sites order by id')).map(({ id }) => id)
const inCallOf = <T>(site: number, work: (tx: Queries) => Promise<T>) =>
  binding.run({ 'bollard.site': String(site), 'bollard.caller': 'eve' }, () => binding.db.transaction(work))

test('the binding holds against no statement of an attacker: that can name another site, or go back to the process', async () => {
  for (const [way, seen] of [
    [`select set_config('bollard.site', '2', true)`, [2]],
    [`set local bollard.site = '2'`, [2]],
    ['reset role', [1, 2]],
    ['set local role none', [1, 2]],
    [`select set_config('role', 'bollard_api', true)`, [1, 2]],
  ] as const)
    expect(
      await inCallOf(1, async (tx) => {
        expect(await sitesSeen(tx)).toEqual([1])
        await ask(tx, way)
        return sitesSeen(tx)
      }),
      way,
    ).toEqual(seen)
  // In a single statement, as an injection into one would be.
  const [row] = await inCallOf(1, (tx) =>
    ask<{ found: string }>(
      tx,
      `select set_config('role', 'none', true), query_to_xml('select count(*) from captcha.sites', true, false, '')::text as found`,
    ),
  )
  expect(row?.found).toContain('<count>2</count>')
})

test('who has left it has the rights of the process and of its bound roles, and no way to more', async () => {
  for (const statement of [
    'set role bollard',
    'set role bollard_worker',
    'set role bollard_edge',
    'set session authorization bollard_worker',
    'set session_replication_role = replica',
    'alter table captcha.sites disable row level security',
    'drop policy own_site on captcha.sites',
    'alter role bollard_api bypassrls',
    'grant bollard_worker to bollard_api',
    'create function captcha.mine() returns int language sql return 1',
    `copy captcha.sites to program 'true'`,
    `select pg_read_file('/etc/passwd')`,
    'select hash from captcha.api_keys',
    'update captcha.verifications set score = 0',
    'delete from captcha.sites',
    `update audit.entries set action = 'a.b'`,
    'delete from audit.entries',
  ])
    await expect(
      inCallOf(1, async (tx) => {
        await ask(tx, 'reset role')
        await ask(tx, statement)
      }),
      statement,
    ).rejects.toMatchObject({ code: expect.stringMatching(/^42501$|^22023$/u) })
})

test('no call after it is bound to what it has left behind in the session', async () => {
  await inCallOf(1, async (tx) => {
    await ask(tx, `select set_config('bollard.site', '2', false)`)
    await ask(tx, `select set_config('bollard.caller', 'ada', false)`)
  })
  expect(await inCallOf(1, sitesSeen)).toEqual([1])
  expect(await inCallOf(1, (tx) => ask(tx, 'select captcha.current_caller() as caller'))).toEqual([{ caller: 'eve' }])
  await inCallOf(1, (tx) => ask(tx, 'set session role bollard_solution'))
  expect(await inCallOf(2, sitesSeen)).toEqual([2])
  await ask(api, 'reset role')
  expect(await sitesSeen(api)).toEqual([1, 2])
})

test('an entry of the audit log is refused in another name and for another solution, unless the binding was left', async () => {
  const entry = (scopeId: string, actor: object) =>
    JSON.stringify({ scope: 'SOLUTION', scopeId, at: '2026-03-01T00:00:00Z', actor, action: 'a.b', from: {} })
  const add = (tx: Queries, scopeId: string, actor: object) =>
    tx.query('test-prepare', 'select audit.prepare($1)', [entry(scopeId, actor)])
  const [own = '', other = ''] = (
    await ask<{ id: string }>(owner, 'select solution_id as id from captcha.sites order by id')
  ).map(({ id }) => id)
  await inCallOf(1, (tx) => add(tx, own, { kind: 'USER', id: 'eve' }))
  for (const [scopeId, actor] of [
    [other, { kind: 'USER', id: 'eve' }],
    [own, { kind: 'USER', id: 'ada' }],
    [own, { kind: 'SYSTEM', id: 'system' }],
    [own, { kind: 'OPERATOR', id: 'eve' }],
    [own, { kind: 'API_KEY', id: '00000000-0000-4000-8000-000000000001' }],
  ] as const)
    await expect(inCallOf(1, (tx) => add(tx, scopeId, actor))).rejects.toMatchObject({ code: '42501' })
  // A call that operators make as such writes as the operator who makes it.
  const asOperator = (scopeId: string, id: string) =>
    binding.run({ 'bollard.site': '1', 'bollard.caller': 'eve', 'bollard.operator': 'on' }, () =>
      binding.db.transaction((tx) => add(tx, scopeId, { kind: 'OPERATOR', id })),
    )
  await asOperator(own, 'eve')
  for (const [scopeId, id] of [
    [other, 'eve'],
    [own, 'ada'],
  ] as const)
    await expect(asOperator(scopeId, id)).rejects.toMatchObject({ code: '42501' })
})

test('the hot path is a member of nothing, so there is nowhere to go from it', async () => {
  for (const role of [
    'bollard',
    'bollard_api',
    'bollard_worker',
    'bollard_captcha',
    'bollard_identity',
    'bollard_solution',
    'bollard_billing',
    'bollard_contact',
    'bollard_monitoring',
  ])
    await expect(ask(edge, `set role ${role}`)).rejects.toMatchObject({
      code: expect.stringMatching(/^42501$|^22023$/u),
    })
})
