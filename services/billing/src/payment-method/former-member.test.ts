import type { PaymentMethod, Problem, SolutionPlan } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const problemOf = (answer: { status: number; json<T>(): T }) => [answer.status, answer.json<Problem>().code] as const

/** A solution that Ada pays for, with Bob as a second admin, who can make her leave. */
async function paidByAda() {
  const gone = new Set<string>()
  const service = await startService(postgres, {}, ({ solution, ...options }) => ({
    ...options,
    solution: {
      ...solution,
      findRole: async (actor, solutionId) => (gone.has(actor.userId) ? null : solution.findRole(actor, solutionId)),
      findAdmins: async (solutionId) =>
        (await solution.findAdmins(solutionId)).filter(({ userId }) => !gone.has(userId)),
    },
  }))
  const means = {
    invoiceAddressId: (await service.address('ada')).id,
    paymentMethodId: (await service.transfer('ada')).id,
  }
  const id = await service.open({ ada: 'ADMIN', bob: 'ADMIN' }, { planCode: 'STARTER', ...means })
  const choose = async (planCode: string, more: object = {}) => {
    const { version } = await service.plan('bob', id)
    return service.call('bob', 'PUT', `/solutions/${id}/plan`, { planCode, interval: 'MONTHLY', version, ...more })
  }
  const remove = () => service.call('ada', 'DELETE', `/payment-methods/${means.paymentMethodId}`)
  return { ...service, id, means, choose, remove, leave: () => gone.add('user-ada') }
}

test('who removes the person that pays cannot spend more of their money: a larger plan takes a method of one who is an admin', async () => {
  const { id, means, choose, leave, transfer, charges } = await paidByAda()
  leave()
  const before = await charges(id)
  for (const more of [{}, { paymentMethodId: means.paymentMethodId }]) {
    const refused = await choose('PRO', more)
    expect(problemOf(refused)).toEqual([402, 'payment-required'])
    expect(refused.json<Problem>().errors).toEqual([{ pointer: '/paymentMethodId', code: 'required' }])
  }
  expect(await charges(id)).toEqual(before)
  const own: PaymentMethod = await transfer('bob')
  expect((await choose('PRO', { paymentMethodId: own.id })).status).toBe(200)
})

test('another admin may choose a larger plan while the person that pays is one as well', async () => {
  const { choose } = await paidByAda()
  expect((await choose('PRO')).status).toBe(200)
})

test('who belongs to a solution no more takes their payment method away from it; as long as they do, it is in use', async () => {
  const { id, means, remove, leave, call, db } = await paidByAda()
  expect(problemOf(await remove())).toEqual([409, 'in-use'])
  leave()
  expect((await remove()).status).toBe(204)
  const plan = (await call('bob', 'GET', `/solutions/${id}/plan`)).json<SolutionPlan>()
  expect([plan.planCode, plan.paymentMethodId, plan.invoiceAddressId]).toEqual([
    'STARTER',
    null,
    means.invoiceAddressId,
  ])
  const { rows } = await db.pool.query(
    `select after from audit.entries where scope = 'SOLUTION' and scope_id = $1 order by number desc limit 1`,
    [id],
  )
  expect(rows).toEqual([{ after: { paymentMethodId: null } }])
})
