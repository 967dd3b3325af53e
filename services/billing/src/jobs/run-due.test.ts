import type { InvoiceView } from '@bollard/contracts'
import type { Database, Queries } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import type { BillingServiceOptions } from '../create-billing-service.ts'
import type { PaymentProvider } from '../ports/payment-provider.ts'
import { type InvoicingService, startInvoicing } from '../testing/start-invoicing.ts'
import { type StripeService, addStripe } from '../testing/with-stripe.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

/**
 * Ends a process at one call after the other of a port or of a transaction: before it did anything, or after. From then on nothing
 * works until it is started again.
 */
interface Fuse {
  left: number
  readonly when: 'BEFORE' | 'AFTER'
  dead: boolean
}

async function through<T>(fuse: Fuse, call: () => Promise<T>): Promise<T> {
  if (fuse.dead) throw new Error('dead')
  fuse.left -= 1
  const blows = fuse.left === 0
  if (blows) fuse.dead = true
  if (blows && fuse.when === 'BEFORE') throw new Error('killed')
  const answer = await call()
  if (fuse.dead) throw new Error('killed')
  return answer
}

/** Synchronous ports, and the one that hears of the errors. */
const spared = new Set(['now', 'newId', 'newToken', 'clientIp', 'onError', 'readEvent'])

function fused<T extends object>(ports: T, fuse: Fuse): T {
  const wrapped = Object.entries(ports).map(([name, port]) => {
    if (typeof port !== 'function' || spared.has(name)) return [name, port]
    return [name, (...values: unknown[]) => through(fuse, async () => port(...values))]
  })
  return Object.assign(Object.create(null), Object.fromEntries(wrapped))
}

function fusedDatabase(db: Database, fuse: Fuse): Database {
  return {
    pool: db.pool,
    close: () => db.close(),
    async query(...values: Parameters<Queries['query']>) {
      if (fuse.dead) throw new Error('dead')
      return db.query<never>(...values)
    },
    transaction: (work) =>
      through(fuse, () =>
        db.transaction(async (tx) => {
          const answer = await work(tx)
          // A process that is gone commits nothing.
          if (fuse.dead && fuse.left < 0) throw new Error('dead')
          return answer
        }),
      ),
  }
}

function startFused(fuse: Fuse): Promise<InvoicingService & StripeService> {
  return addStripe(postgres, (database, { provider }) => {
    const fragile: PaymentProvider = fused({ ...provider }, fuse)
    return startInvoicing(
      database,
      { provider: fragile },
      ({
        db,
        plans,
        seller,
        operator,
        provider: same,
        identity,
        solution,
        captcha,
        ...others
      }): BillingServiceOptions => {
        const kept = { db: fusedDatabase(db, fuse), plans, seller, operator, provider: same }
        const services = {
          identity: { ...fused({ ...identity }, fuse) },
          solution: { ...fused({ ...solution }, fuse) },
          captcha: { ...fused({ ...captcha }, fuse) },
        }
        return { ...fused(others, fuse), ...kept, ...services }
      },
    )
  })
}

/** A month with overage, a card that fails, 31 days of dunning, a lock, and a payment; `job` runs what is due at each moment. */
async function live(service: InvoicingService & StripeService, job: () => Promise<void>) {
  const { clock, subscribe, setUp, used, call, mails, locks, stripe, charges, db } = service
  const { id } = await subscribe('pm_card_visa')
  used(id, '2026-03-20', 70_000)
  const poor = await setUp('pm_card_insufficientFunds')
  await service.service.changeBilling({ solutionId: id, userId: 'user-ada', paymentMethodId: poor.id })
  const begin = new Date('2026-04-01T03:00:00Z').getTime()
  for (const day of [0, 1, 7, 21, 30]) {
    clock.now = new Date(begin + day * 86_400_000)
    await job()
  }
  const card = await setUp('pm_card_visa')
  await service.service.changeBilling({ solutionId: id, userId: 'user-ada', paymentMethodId: card.id })
  await job()
  const invoices = (await call('ada', 'GET', `/solutions/${id}/invoices`)).json<{ items: InvoiceView[] }>().items
  const files = await db.query(
    'test-files',
    'select format, count(*)::int as count from billing.invoice_files group by 1 order by 1',
  )
  return {
    invoices: invoices.map(({ number, status, gross, paid, open }) => [
      number,
      status,
      gross.amountMinor,
      paid.amountMinor,
      open.amountMinor,
    ]),
    charges: (await charges(id)).map(({ kind, amount, status }) => [kind, amount, status]),
    // The outbox keeps one mail of each key.
    mails: [...new Set(mails.map(({ key }) => key?.replace(/:[0-9a-f-]{36}/u, '')))].toSorted(),
    // Asking for the same lock again changes nothing.
    locks: locks.map((text) => text.replace(id, '')).filter((text, index, all) => text !== all[index - 1]),
    moved: [...stripe.intents.values()].filter(({ status }) => status === 'succeeded').map(({ amount }) => amount),
    tries: new Set(stripe.calls.filter(({ path }) => path === '/v1/payment_intents').map(({ key }) => key)).size,
    files,
    status: (await service.plan('ada', id)).status,
  }
}

test(
  'killed before or after any step, or run by several processes at once, the job comes to the same as if nothing had happened',
  { timeout: 120_000 },
  async () => {
    const calm = await startFused({ left: 0, when: 'BEFORE', dead: false })
    const expected = await live(calm, () => calm.service.runDue())
    expect(calm.errors).toEqual([])
    expect(expected).toMatchObject({
      invoices: [
        ['2026-000003', 'PAID', 1_071, 1_071, 0],
        ['2026-000002', 'PAID', 952, 952, 0],
        ['2026-000001', 'PAID', 1_071, 1_071, 0],
      ],
      status: 'ACTIVE',
    })
    expect(expected.locks).toEqual(['lock payment  2026-04-08T03:00:00.000Z', 'unlock payment '])

    for (const when of ['BEFORE', 'AFTER'] as const) {
      const fuse: Fuse = { left: 0, when, dead: false }
      const service = await startFused(fuse)
      let kills = 0
      const outcome = await live(service, async () => {
        for (let turn = 0; turn < 24; turn += 1) {
          fuse.left = 1 + (turn % 8)
          await service.service.runDue().catch(() => {})
          if (fuse.dead) kills += 1
          fuse.dead = false
        }
        // Left alone at last.
        fuse.left = 0
        await service.service.runDue()
      })
      expect(outcome, when).toEqual(expected)
      expect(kills).toBeGreaterThan(50)
    }

    const crowd = await startFused({ left: 0, when: 'BEFORE', dead: false })
    expect(
      await live(crowd, async () => void (await Promise.all([1, 2, 3].map(() => crowd.service.runDue())))),
    ).toEqual(expected)
    expect(crowd.errors).toEqual([])
  },
)
