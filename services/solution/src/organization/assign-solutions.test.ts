import type { ManagedSolution, Organization, Problem } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { auditOf, found, joinOrganization, organizationOfThree, verify } from '../testing/found-organization.ts'
import { startService, type TestService, untilBlocked } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const put = (
  service: TestService,
  person: 'ada' | 'bob' | 'eve' | 'newcomer' | 'operator' | null,
  id: string,
  solutionIds: string[],
) => service.call(person, 'PUT', `/organizations/${id}/solutions`, { solutionIds })
const managed = async (service: TestService, id: string, person: 'ada' | 'operator' | 'newcomer' = 'ada') =>
  (await service.call(person, 'GET', `/organizations/${id}/solutions`)).json<{ items: ManagedSolution[] }>().items

test('a solution is given by an admin of it who is a member of the organization; both sides see it', async () => {
  const service = await startService(postgres)
  const { id } = await organizationOfThree(service)
  const ofBob = await service.create('bob', 'Of Bob')
  expect((await put(service, 'bob', id, [ofBob.id.toUpperCase(), ofBob.id])).status).toBe(204)
  expect(await managed(service, id)).toMatchObject([
    { id: ofBob.id, label: 'Of Bob', item: { type: 'CAPTCHA' }, lifecycle: 'ACTIVE', myRole: null },
  ])
  expect(await managed(service, id, 'newcomer')).toHaveLength(1)
  expect(await managed(service, id, 'operator')).toHaveLength(1)
  expect((await service.call('eve', 'GET', `/organizations/${id}/solutions`)).json<Problem>().code).toBe('not-found')
  expect((await service.call('bob', 'GET', `/solutions/${ofBob.id}`)).json()).toMatchObject({
    managementOrganization: { id, name: 'Muster Agentur' },
  })
  // To be seen in that list is not to be a member.
  expect((await service.call('ada', 'GET', `/solutions/${ofBob.id}`)).status).toBe(404)
  expect((await service.call('ada', 'GET', `/solutions/${ofBob.id}/members`)).status).toBe(404)
  expect((await service.call('ada', 'GET', `/organizations/${id}`)).json<Organization>().solutionCount).toBe(1)
  expect((await auditOf(service, ofBob.id)).at(-1)).toMatchObject({
    action: 'solution.organization-changed',
    before: { organizationId: null },
    after: { organizationId: id },
  })
  // Then the operator came to look.
  expect((await auditOf(service, id)).at(-2)).toMatchObject({
    action: 'organization.solutions-assigned',
    after: { added: [ofBob.id], ended: [] },
  })
})

test('without either side nothing is given, and a list that is refused in part changes nothing', async () => {
  const service = await startService(postgres)
  const { id } = await organizationOfThree(service)
  const [ofAda, ofEve, ofNewcomer] = [
    await service.create('ada', 'Of Ada'),
    await service.create('eve', 'Of Eve'),
    await service.create('bob', 'Of Bob'),
  ]
  await service.join('ada', ofNewcomer.id, 'MEMBER')
  const refusals = [
    ['ada', [ofAda.id, ofEve.id], 'not-found'],
    ['ada', [ofAda.id, ofNewcomer.id], 'role-too-low'],
    ['ada', [ofAda.id, '019a0000-0000-7000-8000-000000000000'], 'not-found'],
    ['eve', [ofEve.id], 'not-found'],
    ['newcomer', [], 'role-too-low'],
    ['operator', [], 'not-found'],
    [null, [], 'unauthenticated'],
  ] as const
  for (const [person, ids, code] of refusals)
    expect((await put(service, person, id, [...ids])).json<Problem>().code).toBe(code)
  expect(await managed(service, id)).toEqual([])
})

test('it ends by an admin of either side', async () => {
  const service = await startService(postgres)
  const { id } = await organizationOfThree(service)
  await joinOrganization(service, 'user-eve', id, 'MEMBER')
  const [one, two] = [await service.create('bob', 'One'), await service.create('bob', 'Two')]
  await put(service, 'bob', id, [one.id, two.id])
  expect((await put(service, 'eve', id, [one.id])).json<Problem>().code).toBe('role-too-low')
  expect((await put(service, 'bob', id, [one.id])).status).toBe(204)
  expect((await managed(service, id)).map(({ label }) => label)).toEqual(['One'])
  expect((await put(service, 'ada', id, [])).status).toBe(204)
  expect(await managed(service, id)).toEqual([])
})

test('an organization that is not verified manages three, also when the last ones are added at once', async () => {
  const service = await startService(postgres)
  const { id } = await organizationOfThree(service)
  const solutions = await Promise.all(
    Array.from({ length: 5 }, (_none, index) => service.create('ada', `Shop ${index}`)),
  )
  const ids = solutions.map((solution) => solution.id)
  expect((await put(service, 'ada', id, ids.slice(0, 4))).json<Problem>()).toMatchObject({
    status: 429,
    code: 'quota-exceeded',
  })
  expect((await put(service, 'ada', id, ids.slice(0, 2))).status).toBe(204)
  // By the other door as well, and at the same time.
  const update = (solution: { id: string } | undefined) =>
    service.call('ada', 'PUT', `/solutions/${solution?.id}`, { managementOrganizationId: id, version: 1 })
  const answers = await Promise.all([
    update(solutions[2]),
    put(service, 'ada', id, ids.slice(0, 2).concat(ids.slice(3, 4))),
    update(solutions[4]),
  ])
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(1)
  expect(await managed(service, id)).toHaveLength(3)
  await verify(service, id)
  expect((await put(service, 'ada', id, ids)).status).toBe(204)
  expect(await managed(service, id)).toHaveLength(5)
})

test('a solution that can only be read is not given away', async () => {
  const service = await startService(postgres)
  const { id } = await found(service)
  const solution = await service.create('ada')
  await service.db.query(
    'test-lock',
    `insert into solution.locks (id, solution_id, reason, effect, locked_at) values (gen_random_uuid(), $1, 'LEGAL_ORDER', 'READ_ONLY', $2)`,
    [solution.id, service.clock.now],
  )
  expect((await put(service, 'ada', id, [solution.id])).json<Problem>()).toMatchObject({
    status: 403,
    code: 'solution-locked',
  })
})

test('an organization that is being deleted is given nothing', async () => {
  const service = await startService(postgres)
  const [{ id }, solution] = [await found(service), await service.create('ada')]
  let giving: ReturnType<typeof put> | undefined
  await service.db.transaction(async (tx) => {
    await tx.query('test-turn', `select pg_advisory_xact_lock(hashtextextended('solution.entity ' || $1, 0))`, [id])
    giving = put(service, 'ada', id, [solution.id])
    await untilBlocked(service)
    await tx.query('test-delete', 'update solution.organizations set deleted_at = $2 where id = $1', [
      id,
      service.clock.now,
    ])
  })
  expect((await giving)?.json<Problem>().code).toBe('not-found')
  expect((await service.call('ada', 'GET', `/solutions/${solution.id}`)).json()).toMatchObject({
    managementOrganization: null,
  })
})

test('what an organization was given at the moment of its deletion is taken off it, and the log of the solution says so', async () => {
  const service = await startService(postgres)
  const [{ id, name }, solution] = [await found(service), await service.create('ada')]
  await put(service, 'ada', id, [solution.id])
  await service.db.query('test-delete', 'update solution.organizations set deleted_at = $2 where id = $1', [
    id,
    service.clock.now,
  ])
  await Promise.all([1, 2].map(() => service.service.runDueOrganizations(service.clock.now)))
  expect((await service.call('ada', 'GET', `/solutions/${solution.id}`)).json()).toMatchObject({
    managementOrganization: null,
  })
  const log = (await service.call('ada', 'GET', `/solutions/${solution.id}/audit-log?limit=10`)).json<{
    items: { actor: { kind: string } }[]
  }>().items
  expect(log.filter(({ actor }) => actor.kind === 'SYSTEM')).toMatchObject([
    { action: 'solution.organization-changed', before: { organizationId: id, name }, after: { organizationId: null } },
  ])
})
