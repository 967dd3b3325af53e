import { randomUUIDv7 } from 'node:crypto'
import { type AuditEntry, auditMigrations, recordAudit } from '@bollard/audit'
import { asRole, openDatabase } from '@bollard/database'
import { createOutbox, mailMigrations } from '@bollard/mail'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startService, type TestService } from '../testing/start-service.ts'
import { asActor, asProgramme, asSystem } from './as-actor.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

/** Ada and Eve, each with a solution, an address and a method; nobody knows of the other. */
async function twoTenants(): Promise<TestService & { ofAda: string; ofEve: string }> {
  const service = await startService(postgres)
  const open = async (person: 'ada' | 'eve') => {
    const [address, method] = [await service.address(person, { company: person }), await service.transfer(person)]
    const request = { planCode: 'STARTER', invoiceAddressId: address.id, paymentMethodId: method.id }
    return service.open({ [person]: 'ADMIN' }, request)
  }
  return { ...service, ofAda: await open('ada'), ofEve: await open('eve') }
}
const everything = `select (select json_agg(company) from billing.invoice_addresses) as addresses, (select json_agg(user_id) from billing.payment_methods) as methods,
  (select json_agg(solution_id) from billing.subscriptions) as solutions, (select json_agg(solution_id) from billing.charges) as charges,
  (select count(*)::int from billing.payments) as payments, (select count(*)::int from billing.payment_events) as events`

test('a statement without a WHERE sees what belongs to the actor and to the solutions that were let through, and nothing else', async () => {
  const { db, ofAda, ofEve } = await twoTenants()
  const see = (userId: string, ...solutionIds: string[]) =>
    asActor(db, { userId, solutionIds }, (tx) => tx.query('test-everything', everything))
  expect(await see('user-eve', ofEve)).toEqual([
    { addresses: ['eve'], methods: ['user-eve'], solutions: [ofEve], charges: [ofEve], payments: 0, events: 0 },
  ])
  expect(await see('user-eve')).toEqual([
    { addresses: ['eve'], methods: ['user-eve'], solutions: null, charges: null, payments: 0, events: 0 },
  ])
  // A member of Ada's solution: its plan, but neither her address nor her method.
  expect(await see('user-bob', ofAda)).toEqual([
    { addresses: null, methods: null, solutions: [ofAda], charges: [ofAda], payments: 0, events: 0 },
  ])
})

test('the system sees a solution with the address and the method that it uses, and no others', async () => {
  const { db, ofAda } = await twoTenants()
  const see = (ids: string[]) => asSystem(db, ids, (tx) => tx.query('test-everything', everything))
  expect(await see([ofAda])).toEqual([
    { addresses: ['ada'], methods: ['user-ada'], solutions: [ofAda], charges: [ofAda], payments: 0, events: 0 },
  ])
  expect(await see([])).toEqual([
    { addresses: null, methods: null, solutions: null, charges: null, payments: 0, events: 0 },
  ])
})

test('one connection changes hands without a trace, and without an actor nothing is seen', async () => {
  const { db, ofAda, ofEve } = await twoTenants()
  const solutions = (userId: string, id: string) =>
    asActor(db, { userId, solutionIds: [id] }, (tx) =>
      tx.query('test-solutions', 'select solution_id as id from billing.subscriptions'),
    )
  for (let round = 0; round < 8; round += 1) {
    expect(await solutions('user-ada', ofAda)).toEqual([{ id: ofAda }])
    expect(await solutions('user-eve', ofEve)).toEqual([{ id: ofEve }])
  }
  expect(await db.query('test-user', 'select current_user::text <> $1 as owner', ['bollard_billing'])).toEqual([
    { owner: true },
  ])
  const rows = await db.transaction(async (tx) => {
    await tx.query('test-role', 'set local role bollard_billing')
    return tx.query('test-nobody', everything)
  })
  expect(rows).toEqual([{ addresses: null, methods: null, solutions: null, charges: null, payments: 0, events: 0 }])
})

const forbidden: [string, string][] = [
  ['moving an address to somebody else', `update billing.invoice_addresses set user_id = 'user-ada'`],
  [
    'a method in the name of somebody else',
    `insert into billing.payment_methods (id, user_id, kind, created_at, updated_at) values (gen_random_uuid(), 'user-ada', 'BANK_TRANSFER', now(), now())`,
  ],
  [
    'a plan for a solution of somebody else',
    `insert into billing.subscriptions (solution_id, solution_type, created_by, plan_code, plan, status, created_at, updated_at) values (gen_random_uuid(), 'CAPTCHA', 'user-eve', 'PRO', '{}', 'ACTIVE', now(), now())`,
  ],
  [
    'a payment that nobody made',
    `insert into billing.payments (id, solution_id, invoice_id, attempt, kind, amount_minor, currency, status, created_at, updated_at) select gen_random_uuid(), solution_id, gen_random_uuid(), 1, 'CARD', 1, 'EUR', 'SUCCEEDED', now(), now() from billing.subscriptions`,
  ],
  ['an event that nobody sent', `insert into billing.payment_events values ('evt_1', 'PAYMENT', now(), now())`],
  ['deleting a payment', `delete from billing.payments`],
  [
    'an answer for somebody else',
    `insert into billing.repeated_calls values ('user-ada', '', '', gen_random_uuid(), now(), 200, '{}', now())`,
  ],
  ['another migration', `delete from billing.migrations`],
]
test('the database itself refuses what no code may do, and changes of strangers reach no row', async () => {
  const { db, ofAda, ofEve } = await twoTenants()
  const asEve = (name: string, statement: string, values: unknown[] = []) =>
    asActor(db, { userId: 'user-eve', solutionIds: [ofEve] }, (tx) => tx.query(`test ${name}`, statement, values))
  for (const [name, statement] of forbidden)
    await expect(asEve(name, statement), name).rejects.toMatchObject({ code: '42501' })
  expect(
    await asEve(
      'her plan',
      `update billing.subscriptions set plan_code = 'PRO' where solution_id = $1 returning 1 as one`,
      [ofAda],
    ),
  ).toEqual([])
  expect(
    await asEve('her address', `delete from billing.invoice_addresses where user_id = 'user-ada' returning 1 as one`),
  ).toEqual([])
  expect(
    await asEve(
      'her charges',
      `update billing.charges set amount_minor = 0 where solution_id = $1 returning 1 as one`,
      [ofAda],
    ),
  ).toEqual([])
})

test('the audit log takes what the transaction is for, in the name of its actor, and nothing else', async () => {
  const { db, ofAda, ofEve } = await twoTenants()
  const at = new Date('2026-03-01T10:00:00.000Z')
  const entry = {
    at,
    scope: 'SOLUTION',
    scopeId: ofEve,
    actor: { kind: 'USER', id: 'user-eve' },
    action: 'test.done',
  } satisfies AuditEntry
  const asEve = (one: AuditEntry) =>
    asActor(db, { userId: 'user-eve', solutionIds: [ofEve] }, (tx) => recordAudit(tx, one))
  const system = { ...entry, actor: { kind: 'SYSTEM' } } satisfies AuditEntry
  await asEve(entry)
  await asEve({ ...entry, scope: 'ACCOUNT', scopeId: 'user-eve' })
  const foreign: AuditEntry[] = [
    { ...entry, scopeId: ofAda },
    { ...entry, scope: 'ACCOUNT', scopeId: 'user-ada' },
    { ...entry, scope: 'ORGANIZATION' },
    { ...entry, scope: 'SYSTEM', scopeId: 'payouts' },
    { ...entry, actor: { kind: 'USER', id: 'user-ada' } },
    { ...entry, actor: { kind: 'OPERATOR', id: 'user-eve' } },
    system,
  ]
  for (const one of foreign) await expect(asEve(one), JSON.stringify(one)).rejects.toMatchObject({ code: '42501' })
  await asSystem(db, [ofAda], (tx) => recordAudit(tx, { ...system, scopeId: ofAda }))
  await asProgramme(db, { organizationIds: [ofAda] }, (tx) =>
    recordAudit(tx, { ...system, scope: 'ORGANIZATION', scopeId: ofAda }),
  )
  for (const scope of ['SOLUTION', 'ORGANIZATION', 'ACCOUNT', 'SYSTEM'] as const) {
    await expect(
      asSystem(db, [ofAda], (tx) => recordAudit(tx, { ...system, scope })),
      scope,
    ).rejects.toMatchObject({ code: '42501' })
  }
})

test('the role of the service may add to the audit log and to the outbox, which is granted to it by name', async () => {
  const own = { schema: 'billing', directory: new URL('../migrations/', import.meta.url) }
  const db = openDatabase({
    connectionString: await postgres.createDatabase(auditMigrations, mailMigrations, own),
    max: 2,
  })
  const outbox = createOutbox(db, { send: async () => {} })
  const at = new Date('2026-03-01T10:00:00.000Z')
  const solutionId = randomUUIDv7()
  await asRole(db, 'bollard_billing', { 'bollard.system': 'on', 'bollard.solutions': solutionId }, async (tx) => {
    await recordAudit(tx, {
      at,
      scope: 'SOLUTION',
      scopeId: solutionId,
      actor: { kind: 'SYSTEM' },
      action: 'solution.locked',
    })
    await outbox.enqueue(tx, { to: 'ada@example.org', subject: 'S', text: 'T', html: '<p>T</p>', tag: 'test' })
  })
  const granted = `select json_agg(distinct grantee::text) filter (where grantee <> current_user) as roles
    from information_schema.routine_privileges where routine_schema in ('audit', 'mail') and routine_name in ('append', 'enqueue')`
  expect(await db.query('test-granted', granted)).toEqual([
    {
      roles: [
        'bollard_api',
        'bollard_billing',
        'bollard_captcha',
        'bollard_contact',
        'bollard_identity',
        'bollard_monitoring',
        'bollard_protection',
        'bollard_solution',
        'bollard_worker',
      ],
    },
  ])
  await db.close()
})
