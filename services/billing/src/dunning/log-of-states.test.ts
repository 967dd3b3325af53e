import { listAudit } from '@bollard/audit'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { asSystem } from '../store/as-actor.ts'
import { type InvoicingService, startInvoicing } from '../testing/start-invoicing.ts'
import { findUnrecorded } from '../testing/watch-states.ts'
import { addStripe } from '../testing/with-stripe.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const money = /^(?:payment\.|plan\.state|invoice\.(?:paid|overdue|uncollectible|credited))/u

/** What the log of a solution tells of its bills, oldest first, and by whom. */
async function told({ db }: Pick<InvoicingService, 'db'>, id: string): Promise<string[]> {
  const { items } = await listAudit(db, 'SOLUTION', id, { limit: 200 })
  const about = items.filter(({ action }) => money.test(action)).toReversed()
  expect(new Set(about.map(({ actor }) => actor.kind))).toEqual(new Set(['SYSTEM']))
  return about.map(
    ({ action, before, after }) => `${action} ${String(before?.['status'])} ${String(after?.['status'])}`,
  )
}

test('the log tells of every state that a payment, an invoice and a plan have by themselves', async () => {
  const service = await addStripe(postgres, startInvoicing)
  const { setUp, subscribe, later, db } = service
  const { id } = await subscribe('pm_card_visa')
  expect(await told(service, id)).toEqual([
    'plan.state-changed INCOMPLETE ACTIVE',
    'invoice.paid ISSUED PAID',
    'payment.succeeded PENDING SUCCEEDED',
  ])
  const poor = await setUp('pm_card_insufficientFunds')
  await service.service.changeBilling({ solutionId: id, userId: 'user-ada', paymentMethodId: poor.id })
  later({ days: 31 })
  await service.service.runDue()
  later({ days: 1 })
  await service.service.runDue()
  later({ days: 21 })
  await service.service.runDue()
  later({ days: 70 })
  await service.service.runDue()
  expect((await told(service, id)).slice(3)).toEqual([
    'plan.state-changed ACTIVE PAST_DUE',
    'payment.failed PENDING FAILED',
    'payment.failed PENDING FAILED',
    'invoice.overdue ISSUED OVERDUE',
    'payment.failed PENDING FAILED',
    'plan.state-changed PAST_DUE UNPAID',
    'invoice.uncollectible OVERDUE UNCOLLECTIBLE',
  ])
  expect(await findUnrecorded(db)).toEqual([])
})

test('a chargeback and a refund are told of as well', async () => {
  const service = await addStripe(postgres, startInvoicing)
  const { subscribe, send, stripe } = service
  const { id } = await subscribe('pm_card_visa')
  const [token = ''] = stripe.intents.keys()
  service.later({ hours: 1 })
  await send({
    id: 'evt_1',
    type: 'charge.dispute.created',
    object: { id: 'dp_1', object: 'dispute', payment_intent: token, status: 'needs_response' },
  })
  expect((await told(service, id)).slice(3)).toEqual([
    'invoice.overdue PAID OVERDUE',
    'plan.state-changed ACTIVE PAST_DUE',
    'payment.disputed SUCCEEDED DISPUTED',
  ])
  const other = (await subscribe('pm_card_visa')).id
  const paid = [...stripe.intents.keys()].at(-1)
  service.later({ hours: 1 })
  await send({
    id: 'evt_2',
    type: 'charge.refunded',
    object: { id: 'ch_1', object: 'charge', payment_intent: paid, amount_refunded: 500 },
  })
  expect((await told(service, other)).slice(3)).toEqual(['payment.refunded SUCCEEDED REFUNDED'])
})

test('a state that nobody wrote down shows', async () => {
  const { db, open } = await startInvoicing(postgres)
  const id = await open({ ada: 'ADMIN' })
  await asSystem(db, [id], (tx) =>
    tx.query('test-silent', `update billing.subscriptions set status = 'PAUSED' where solution_id = $1`, [id]),
  )
  expect(await findUnrecorded(db)).toEqual([{ tableName: 'subscriptions', before: 'TRIALING', after: 'PAUSED' }])
  await db.query('test-forget', 'truncate watched.moves')
})
