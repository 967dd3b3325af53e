import type { Actor } from '@bollard/access'
import { type AuditEntry, auditMigrations, recordAudit } from '@bollard/audit'
import { asRole, openDatabase } from '@bollard/database'
import { createOutbox, mailMigrations } from '@bollard/mail'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { asActor } from './as-actor.ts'
import { found } from '../testing/found-organization.ts'
import { people, startService, type TestService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

/** Ada and Eve with one solution each; nobody knows of the other. */
async function twoTenants(): Promise<TestService & { ofAda: string; ofEve: string }> {
  const service = await startService(postgres)
  const [ada, eve] = [await service.create('ada', 'Ada'), await service.create('eve', 'Eve')]
  return { ...service, ofAda: ada.id, ofEve: eve.id }
}

test('a statement without a WHERE sees only what belongs to the actor', async () => {
  const service = await twoTenants()
  const seen = await asActor(service.db, people.eve, async (tx) => ({
    solutions: await tx.query('test-all-solutions', 'select label from solution.solutions'),
    members: await tx.query('test-all-members', 'select user_id from solution.members'),
    answers: await tx.query('test-all-answers', 'select caller from solution.repeated_calls'),
  }))
  expect(seen).toEqual({ solutions: [{ label: 'Eve' }], members: [{ user_id: 'user-eve' }], answers: [] })
})

test('one connection changes hands between actors without a trace', async () => {
  const service = await twoTenants()
  const labelsOf = (actor: Actor) =>
    asActor(service.db, actor, (tx) =>
      tx.query<{ label: string }>('test-labels', 'select label from solution.solutions'),
    )
  for (let i = 0; i < 8; i += 1) {
    expect(await labelsOf(people.ada)).toEqual([{ label: 'Ada' }])
    expect(await labelsOf(people.eve)).toEqual([{ label: 'Eve' }])
    expect(await labelsOf(people.bob)).toEqual([])
  }
  expect(await service.db.query('test-user', 'select current_user::text <> $1 as owner', ['bollard_solution'])).toEqual(
    [{ owner: true }],
  )
})

test('under the role without an actor nothing is seen', async () => {
  const service = await twoTenants()
  const rows = await service.db.transaction(async (tx) => {
    await tx.query('test-role', 'set local role bollard_solution')
    return tx.query('test-nobody', 'select 1 from solution.solutions')
  })
  expect(rows).toEqual([])
})

test("seeing everybody's takes an administrator", async () => {
  const service = await twoTenants()
  const countAs = (actor: Actor) =>
    asActor(service.db, actor, (tx) => tx.query<object>('test-see-all', 'select 1 from solution.solutions'), {
      seesAll: true,
    })
  expect((await countAs(people.operator)).length).toBe(2)
  expect((await countAs(people.eve)).length).toBe(1)
})

const forbidden: [string, string][] = [
  [
    'joining a solution of somebody else',
    `insert into solution.members (solution_id, user_id, role, created_at) values ($1, 'user-eve', 'ADMIN', now())`,
  ],
  [
    'adding somebody to a solution',
    `insert into solution.members (solution_id, user_id, role, created_at) values ($1, 'user-ada', 'VIEWER', now())`,
  ],
  [
    'creating in the name of somebody else',
    `insert into solution.solutions (id, label, type, created_by, created_at, updated_at) select gen_random_uuid(), $1::text, 'CAPTCHA', 'user-ada', now(), now()`,
  ],
  ['giving a solution away', `update solution.members set solution_id = $1::uuid`],
  [
    'locking a solution of somebody else',
    `insert into solution.locks (id, solution_id, reason, effect, locked_at) values (gen_random_uuid(), $1, 'ABUSE', 'REFUSE', now())`,
  ],
  ['reading the audit', `select $1::text from audit.entries`],
  ['changing the audit', `update audit.entries set action = $1::text`],
  ['erasing the audit', `delete from audit.entries where scope_id = $1::text`],
  [
    'keeping an answer for somebody else',
    `insert into solution.repeated_calls (caller, key_hash, body_hash, holder, taken_at, created_at) values ('user-ada', '', '', $1::uuid, now(), now())`,
  ],
]
/** What even an admin of the solution may not; a member may still less. */
const ofOwn: [string, string][] = [
  ['deleting it for good', 'delete from solution.solutions where id = $1'],
  ['naming another founder', `update solution.solutions set created_by = 'user-eve' where id = $1`],
  ['naming who recommended it', 'update solution.solutions set referred_by = null where id = $1'],
  ['taking back terms', 'delete from solution.dpa_acceptances where solution_id = $1'],
  ['hiding a lock from the captcha', 'update solution.solutions set told_number = 1000 where id = $1'],
  ['erasing', 'update solution.solutions set erasing = true where id = $1'],
  ['softening a lock', `update solution.locks set effect = 'READ_ONLY' where solution_id = $1`],
  ['deleting a lock', 'delete from solution.locks where solution_id = $1'],
  [
    'locking for a reason of others',
    `insert into solution.locks (id, solution_id, reason, effect, locked_at) values (gen_random_uuid(), $1, 'ABUSE', 'REFUSE', now())`,
  ],
]
const ofMembers: [string, string][] = [
  ['ending', `update solution.solutions set lifecycle = 'ENDED' where id = $1`],
  ['a later end', `update solution.solutions set ends_at = now() + interval '9 years' where id = $1`],
  ['taking it from an organization', 'update solution.solutions set organization_id = null where id = $1'],
]
test('nor what goes beyond a role, to their own solution', async () => {
  const service = await twoTenants()
  await service.join('bob', service.ofAda, 'MEMBER')
  const organization = await found(service)
  await service.call('ada', 'PUT', `/organizations/${organization.id}/solutions`, { solutionIds: [service.ofAda] })
  const attempt = (person: 'ada' | 'bob', statement: string) =>
    asActor(service.db, people[person], async (tx) => {
      await tx.query(`test own ${statement}`, statement, [service.ofAda])
      throw new Error('undo')
    })
  for (const [name, statement] of [...ofOwn, ...ofMembers])
    await expect(attempt('bob', statement), name).rejects.toMatchObject({ code: '42501' })
  for (const [name, statement] of ofOwn)
    await expect(attempt('ada', statement), name).rejects.toMatchObject({ code: '42501' })
  for (const [name, statement] of ofMembers) await expect(attempt('ada', statement), name).rejects.toThrow('undo')
})

test('the database itself refuses what nobody may do', async () => {
  const service = await twoTenants()
  for (const [name, statement] of forbidden) {
    const attempt = asActor(service.db, people.eve, (tx) => tx.query(`test ${name}`, statement, [service.ofAda]))
    await expect(attempt, name).rejects.toMatchObject({ code: '42501' })
  }
})

const statesOf = (service: TestService) =>
  service.db.query(
    'test-states',
    `select s.label, s.lifecycle, m.user_id, m.role, l.effect, l.unlocked_at from solution.solutions s
    join solution.members m on m.solution_id = s.id left join solution.locks l on l.solution_id = s.id order by s.label, m.user_id`,
  )

/** What some may do to their own, said of everything. */
const sweeping: [string, string][] = [
  ['changing labels', `update solution.solutions set label = 'Mine'`],
  ['ending', `update solution.solutions set lifecycle = 'ENDED'`],
  ['raising roles', `update solution.members set role = 'ADMIN'`],
  ['removing members', `delete from solution.members where role <> 'ADMIN'`],
  ['opening locks', `update solution.locks set unlocked_at = now()`],
]
test.each(sweeping)('a stranger who is %s touches nothing', async (_name, statement) => {
  const service = await twoTenants()
  await service.join('bob', service.ofAda, 'VIEWER')
  await service.service.setLock({ solutionId: service.ofAda, reason: 'ABUSE', at: service.clock.now })
  const before = await statesOf(service)
  for (const stranger of [people.newcomer, people.operator]) {
    expect(await asActor(service.db, stranger, (tx) => tx.query(statement, `${statement} returning 1`))).toEqual([])
  }
  expect(await statesOf(service)).toEqual(before)
})

test('what members can touch without a WHERE follows their role, and never leaves their own solutions', async () => {
  const service = await twoTenants()
  await service.join('bob', service.ofAda, 'VIEWER')
  await service.service.setLock({ solutionId: service.ofAda, reason: 'ABUSE', at: service.clock.now })
  const touched = async (person: 'ada' | 'bob', statement: string) => {
    const undo = new Error('undo')
    let rows: readonly object[] = []
    await asActor(service.db, people[person], async (tx) => {
      rows = await tx.query(`${person} ${statement}`, `${statement} returning 1`)
      throw undo
    }).catch((error: unknown) => {
      if (error !== undo) throw error
    })
    return rows.length
  }
  const byRole = async () =>
    Promise.all([
      touched('bob', sweeping[0]?.[1] ?? ''),
      touched('bob', sweeping[2]?.[1] ?? ''),
      touched('bob', sweeping[4]?.[1] ?? ''),
    ])
  expect(await byRole()).toEqual([0, 0, 0])
  await service.db.query('test-promote', `update solution.members set role = 'MEMBER' where user_id = 'user-bob'`)
  expect(await byRole()).toEqual([1, 0, 0])
  await service.db.query('test-promote-more', `update solution.members set role = 'ADMIN' where user_id = 'user-bob'`)
  // A lock for abuse is not an admin's to open; one of their own is.
  expect(await byRole()).toEqual([1, 2, 0])
  await service.db.query('test-own-lock', `update solution.locks set reason = 'OWNER_REQUEST'`)
  expect(await byRole()).toEqual([1, 2, 1])
  // Oneself can always go, and nobody of another solution is taken along.
  expect(await touched('ada', sweeping[3]?.[1] ?? '')).toBe(0)
})

test('the audit log takes what the actor belongs to or is leaving, in the name of the actor, and nothing else', async () => {
  const service = await twoTenants()
  const { db, ofAda, ofEve } = service
  const [officeOfAda, officeOfEve] = [(await found(service, 'ada')).id, (await found(service, 'eve')).id]
  const at = new Date('2026-03-01T10:00:00.000Z')
  const entry = {
    at,
    scope: 'SOLUTION',
    scopeId: ofEve,
    actor: { kind: 'USER', id: 'user-eve' },
    action: 'test.done',
  } satisfies AuditEntry
  const asEve = (one: AuditEntry) => asActor(db, people.eve, (tx) => recordAudit(tx, one))
  await asEve(entry)
  await asEve({ ...entry, scope: 'ORGANIZATION', scopeId: officeOfEve })
  const foreign: AuditEntry[] = [
    { ...entry, scopeId: ofAda },
    { ...entry, scope: 'ORGANIZATION', scopeId: officeOfAda },
    // An id is of one kind, whoever belongs to it.
    { ...entry, scope: 'ORGANIZATION' },
    { ...entry, scope: 'ACCOUNT', scopeId: 'user-eve' },
    { ...entry, scope: 'SYSTEM', scopeId: 'locks' },
    { ...entry, actor: { kind: 'USER', id: 'user-ada' } },
    { ...entry, actor: { kind: 'OPERATOR', id: 'user-eve' } },
    { ...entry, actor: { kind: 'SYSTEM' } },
  ]
  for (const one of foreign) await expect(asEve(one), JSON.stringify(one)).rejects.toMatchObject({ code: '42501' })
  const operator = {
    ...entry,
    scopeId: ofAda,
    actor: { kind: 'OPERATOR', id: people.operator.userId },
  } satisfies AuditEntry
  await expect(asActor(db, people.operator, (tx) => recordAudit(tx, operator))).rejects.toMatchObject({ code: '42501' })
  await asActor(db, people.operator, (tx) => recordAudit(tx, operator), { seesAll: true })
  // Going is the last thing that somebody tells of.
  const leave = (person: 'ada' | 'eve', id: string) =>
    asActor(db, people[person], async (tx) => {
      await tx.query('test-leave', 'delete from solution.members where user_id = $1 and solution_id = $2', [
        `user-${person}`,
        id,
      ])
      await recordAudit(tx, { ...entry, scopeId: id, actor: { kind: 'USER', id: `user-${person}` } })
    })
  await db.query(
    'test-second',
    `insert into solution.members (solution_id, user_id, role, created_at) values ($1, 'user-bob', 'ADMIN', now())`,
    [ofEve],
  )
  await leave('eve', ofEve)
  await expect(leave('ada', ofEve)).rejects.toMatchObject({ code: '42501' })
  await expect(asEve(entry)).rejects.toMatchObject({ code: '42501' })
})

test('the role of the service may add to the audit log and to the outbox, which is granted to it by name', async () => {
  const own = { schema: 'solution', directory: new URL('../migrations/', import.meta.url) }
  const db = openDatabase({
    connectionString: await postgres.createDatabase(auditMigrations, mailMigrations, own),
    max: 2,
  })
  const outbox = createOutbox(db, { send: async () => {} })
  const at = new Date('2026-03-01T10:00:00.000Z')
  await asRole(db, 'bollard_solution', { 'bollard.actor': 'eve', 'bollard.sees_all': 'on' }, async (tx) => {
    await recordAudit(tx, {
      at,
      scope: 'SOLUTION',
      scopeId: 's1',
      actor: { kind: 'OPERATOR', id: 'eve' },
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
