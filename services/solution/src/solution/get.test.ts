import { type AuditEntry, type Problem, type Role, type Solution, roles } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { people, startService, startServiceOfFile } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())
/** For tests that read solutions of their own. */
const reading = await startServiceOfFile(postgres)

test.each([...roles])(
  'a member with the role %s reads the solution, its members and the own role',
  async (role: Role) => {
    const service = await startService(postgres)
    const { id } = await service.create('ada')
    service.clock.now = new Date('2026-03-02T10:00:00.000Z')
    await service.join('bob', id, role)
    const answer = await service.call('bob', 'GET', `/solutions/${id}`)
    expect(answer.status).toBe(200)
    expect(answer.json<Solution>()).toMatchObject({
      id,
      myRole: role,
      members: [
        { userId: 'user-ada', role: 'ADMIN' },
        { userId: 'user-bob', role },
      ],
    })
    expect(await service.service.findRole(people.bob, id)).toBe(role)
  },
)

test('a member of another solution, somebody without a confirmed address and a made-up id get the same not-found', async () => {
  const { id } = await reading.create('ada')
  await reading.create('eve')
  const answers = [
    await reading.call('eve', 'GET', `/solutions/${id}`),
    await reading.call('newcomer', 'GET', `/solutions/${id}`),
    await reading.call('ada', 'GET', '/solutions/019a0000-0000-7000-8000-000000000000'),
  ]
  const bodies = answers.map((answer) => ({ ...answer.json<Problem>(), requestId: '' }))
  for (const body of bodies) expect(body).toEqual({ ...bodies[0], status: 404, code: 'not-found' })
  for (const actor of [people.eve, people.operator]) expect(await reading.service.findRole(actor, id)).toBeNull()
})

test('without a session there is no answer, and an id that is none is an invalid parameter', async () => {
  const { id } = await reading.create('ada')
  expect((await reading.call(null, 'GET', `/solutions/${id}`)).status).toBe(401)
  const answer = await reading.call('ada', 'GET', "/solutions/1'or'1")
  expect([answer.status, answer.json<Problem>().code]).toEqual([400, 'invalid-parameter'])
  expect(await reading.service.findRole(people.ada, "1' or '1")).toBeNull()
})

test('answers of the service are not kept by any cache', async () => {
  const { id } = await reading.create('ada')
  expect((await reading.call('ada', 'GET', `/solutions/${id}`)).headers['cache-control']).toBe('no-store')
})

test('an administrator of the deployment reads every solution as a viewer, and belongs to none', async () => {
  const { id } = await reading.create('ada')
  expect((await reading.call('operator', 'GET', `/solutions/${id}`)).json()).toMatchObject({
    id,
    myRole: 'VIEWER',
    members: [{ userId: 'user-ada' }],
  })
  expect((await reading.call('operator', 'GET', '/solutions/019a0000-0000-7000-8000-000000000000')).status).toBe(404)
})

test('a visit of an operator is in the audit log, once in a quarter of an hour, and one of a member never', async () => {
  const { call, create, clock } = await startService(postgres)
  const { id } = await create('ada')
  const entries = async (solutionId = id) =>
    (await call('ada', 'GET', `/solutions/${solutionId}/audit-log`)).json<{ items: AuditEntry[] }>().items
  const visits = async () => (await entries()).filter(({ action }) => action === 'solution.visited')
  const look = () => call('operator', 'GET', `/solutions/${id}`)
  expect(await visits()).toEqual([])
  await Promise.all([look(), look(), look()])
  expect((await visits()).map(({ actor }) => [actor.kind, actor.id])).toEqual([['OPERATOR', people.operator.userId]])
  clock.now = new Date(clock.now.getTime() + 15 * 60_000 - 1)
  await look()
  expect(await visits()).toHaveLength(1)
  clock.now = new Date(clock.now.getTime() + 1)
  await look()
  expect(await visits()).toHaveLength(2)
  // What operators are refused is no visit.
  const other = await create('ada')
  expect((await call('operator', 'PUT', `/solutions/${other.id}`, { label: 'Mine', version: 1 })).status).toBe(404)
  expect((await entries(other.id)).map(({ action }) => action)).toEqual(['solution.created'])
})

test('plan, usage and state of the billing are told as billing tells them', async () => {
  const { id } = await reading.create('ada')
  reading.billing.set(id, {
    planCode: 'BUSINESS',
    status: 'PAST_DUE',
    trialEndsAt: null,
    periodEndsAt: new Date('2026-04-01T00:00:00Z'),
    invoiceAddressId: null,
    paymentMethodId: null,
    usageAlertPercents: [80, 100],
    usage: { period: '2026-03', counted: 199, included: 200 },
  })
  expect((await reading.call('ada', 'GET', `/solutions/${id}`)).json()).toMatchObject({
    planCode: 'BUSINESS',
    billing: {
      status: 'PAST_DUE',
      trialEndsAt: null,
      periodEndsAt: '2026-04-01T00:00:00.000Z',
      usageAlertPercents: [80, 100],
    },
    usage: { period: '2026-03', counted: 199, included: 200, percent: 99 },
    lifecycle: 'ACTIVE',
    locks: [],
  })
})
