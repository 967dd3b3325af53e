import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { people, startService, type TestService } from '../testing/start-service.ts'
import type { Actor } from '../solution-context.ts'
import { asActor } from './as-actor.ts'

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
    answers: await tx.query('test-all-answers', 'select user_id from solution.answers'),
  }))
  expect(seen).toEqual({ solutions: [{ label: 'Eve' }], members: [{ user_id: 'user-eve' }], answers: [] })
})

test('one connection changes hands between actors without a trace', async () => {
  const service = await twoTenants()
  const labelsOf = (actor: Actor) => asActor(service.db, actor, (tx) => tx.query<{ label: string }>('test-labels', 'select label from solution.solutions'))
  for (let i = 0; i < 8; i += 1) {
    expect(await labelsOf(people.ada)).toEqual([{ label: 'Ada' }])
    expect(await labelsOf(people.eve)).toEqual([{ label: 'Eve' }])
    expect(await labelsOf(people.bob)).toEqual([])
  }
  expect(await service.db.query('test-user', 'select current_user::text <> $1 as owner', ['bollard_solution'])).toEqual([{ owner: true }])
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
  const countAs = (actor: Actor) => asActor(service.db, actor, (tx) => tx.query<object>('test-see-all', 'select 1 from solution.solutions'), { seesAll: true })
  expect((await countAs(people.operator)).length).toBe(2)
  expect((await countAs(people.eve)).length).toBe(1)
})

const forbidden: [string, string][] = [
  ['joining a solution of somebody else', `insert into solution.members (solution_id, user_id, role, created_at) values ($1, 'user-eve', 'ADMIN', now())`],
  ['adding somebody to a solution', `insert into solution.members (solution_id, user_id, role, created_at) values ($1, 'user-ada', 'VIEWER', now())`],
  [
    'creating in the name of somebody else',
    `insert into solution.solutions (id, label, type, created_by, created_at, updated_at) select gen_random_uuid(), $1::text, 'CAPTCHA', 'user-ada', now(), now()`,
  ],
  ['changing a label', `update solution.solutions set label = $1::text`],
  ['raising a role', `update solution.members set role = 'ADMIN' where solution_id <> $1::uuid`],
  ['deleting', `delete from solution.solutions where id = $1`],
  ['reading the audit', `select $1::text from solution.audit`],
  ['erasing the audit', `delete from solution.audit where solution_id = $1`],
  [
    'writing down a deed of somebody else',
    `insert into solution.audit (at, actor_id, action, solution_id, request_id, details) values (now(), 'user-ada', 'x', $1, '', '{}')`,
  ],
  ['keeping an answer for somebody else', `insert into solution.answers values ('user-ada', '', '', jsonb_build_object('id', $1::text), now())`],
]
test.each(forbidden)('the database itself refuses %s', async (name, statement) => {
  const service = await twoTenants()
  await expect(asActor(service.db, people.eve, (tx) => tx.query(`test ${name}`, statement, [service.ofAda]))).rejects.toMatchObject({ code: '42501' })
})
