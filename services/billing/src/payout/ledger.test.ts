import { randomUUIDv7 } from 'node:crypto'
import type { PayoutRun } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { runs, seed } from '@bollard/testing/seed'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { commissionOn } from '../commission/commission-rates.ts'
import { type Paid, startProgramme, type TestProgramme } from '../testing/start-partner.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

/** What mostly happens to a payout, so that sequences get far. */
const cycles = [['SENT', 'COMPLETED'], ['SENT', 'FAILED'], ['FAILED'], ['SENT']] as const
const step = fc.oneof(
  { weight: 7, arbitrary: fc.record({ do: fc.constant('pay' as const), net: fc.integer({ min: 1, max: 300_000 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      which: fc.nat(20),
      keepPercent: fc.integer({ min: 0, max: 100 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('state' as const),
      status: fc.constantFrom('HELD' as const, 'PENDING' as const),
      which: fc.nat(20),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('days' as const), days: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('run' as const),
      at: fc.constantFrom('once' as const, 'twice at once' as const),
    }),
  },
  { weight: 7, arbitrary: fc.record({ do: fc.constant('cycle' as const), path: fc.constantFrom(...cycles) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('run-goes-on' as const), with: fc.constantFrom('approval', 'transfer') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('payout' as const),
      status: fc.constantFrom('SENT' as const, 'COMPLETED' as const, 'FAILED' as const, 'CANCELED' as const),
      which: fc.nat(5),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Invoice {
  readonly paid: Paid
  kept: number
}

// A few services of four sequences each: one person may call two hundred times in ten seconds, and a fast machine gets there.
test.each(Array.from({ length: runs(3) }, (_, index) => index + 1))(
  'whatever is paid, refunded, held, run, sent and failed: all that was earned is paid, on its way, available, pending or held, and nothing twice (%i)',
  { timeout: 60_000 },
  async (part) => {
    const programme = await startProgramme(postgres)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 22 }), async (steps) => {
        // What earlier sequences left behind belongs to nobody that could be paid.
        programme.terms.clear()
        const organization = programme.found({ ada: 'ADMIN' })
        const invoices: Invoice[] = []
        for (const each of steps) {
          await take(programme, organization, invoices, each)
          await programme.service.runDue()
          await check(programme, organization, invoices)
        }
      }),
      // Other steps for each service.
      { numRuns: 4, seed: seed + part, endOnFailure: true },
    )
    expect(programme.errors).toEqual([])
    // As many numbers as documents, from 1 on.
    const numbers = await programme.db.query<{ number: string }>(
      'test-numbers',
      'select number from billing.payout_documents order by number',
    )
    const byYear = Map.groupBy(numbers, ({ number }) => number.slice(3, 7))
    for (const [year, given] of byYear)
      expect(given.map(({ number }) => number)).toEqual(
        given.map((_, index) => `GS-${year}-${String(index + 1).padStart(6, '0')}`),
      )
  },
)

async function take(programme: TestProgramme, organization: string, invoices: Invoice[], each: Step): Promise<void> {
  const { call, callAs, later, clock } = programme
  if (each.do === 'pay') {
    const paid = await programme.pay(programme.bring(organization), each.net, { invoiceId: randomUUIDv7() })
    invoices.push({ paid, kept: each.net })
  } else if (each.do === 'refund') {
    const invoice = invoices[each.which % Math.max(1, invoices.length)]
    if (!invoice) return
    invoice.kept = Math.floor((invoice.kept * each.keepPercent) / 100)
    await programme.giveBack(invoice.paid, invoice.kept)
  } else if (each.do === 'state') {
    const rows = await programme.commissions(organization)
    const row = rows[each.which % Math.max(1, rows.length)]
    if (row) await call('operator', 'PUT', `/commissions/${row.id}/state`, { status: each.status, reason: 'in a test' })
  } else if (each.do === 'days') {
    later({ days: each.days })
  } else if (each.do === 'cycle') {
    programme.toPayday()
    await programme.service.runDue()
    await call('operator', 'POST', '/payout-runs')
    const [run] = (await call('operator', 'GET', '/payout-runs?limit=1')).json<{ items: PayoutRun[] }>().items
    await callAs('second', 'POST', `/payout-runs/${run?.id}/approval`)
    const [latest] = await programme.payouts(organization)
    for (const status of latest ? each.path : [])
      await call('operator', 'PUT', `/payouts/${latest?.id}/state`, { status, reason: 'in a test' })
  } else if (each.do === 'run') {
    if (clock.now.getUTCDate() < 10) later({ days: 10 })
    await Promise.all((each.at === 'once' ? [1] : [1, 2]).map(() => call('operator', 'POST', '/payout-runs')))
  } else if (each.do === 'run-goes-on') {
    const [run] = (await call('operator', 'GET', '/payout-runs?limit=1')).json<{ items: PayoutRun[] }>().items
    if (run && each.with === 'approval') await callAs('second', 'POST', `/payout-runs/${run.id}/approval`)
    if (run && each.with === 'transfer') await call('operator', 'POST', `/payout-runs/${run.id}/transfer`)
  } else {
    const payouts = await programme.payouts(organization)
    const payout = payouts[each.which % Math.max(1, payouts.length)]
    if (payout)
      await call('operator', 'PUT', `/payouts/${payout.id}/state`, { status: each.status, reason: 'in a test' })
  }
}

async function check(
  { ledger, db, service, payouts }: TestProgramme,
  organization: string,
  invoices: readonly Invoice[],
): Promise<void> {
  const sums = await ledger(organization)
  const of = (...states: string[]) => states.reduce((sum, state) => sum + (sums[state] ?? 0), 0)
  // Nobody took anything away here, so all that customers paid and kept paying for counts.
  const earned = invoices.reduce((sum, { kept }) => sum + commissionOn(kept, 15), 0)
  expect(of('PENDING', 'HELD', 'APPROVED', 'IN_PAYOUT', 'PAID')).toBe(earned)
  expect(of('REVERSED', 'FRAUD', 'CANCELED')).toBe(0)
  const all = await payouts(organization)
  const transferred = (...states: string[]) =>
    all.filter(({ status }) => states.includes(status)).reduce((sum, { amount }) => sum + amount.amountMinor, 0)
  expect(of('PAID')).toBe(transferred('COMPLETED'))
  expect(of('IN_PAYOUT')).toBe(transferred('DRAFT', 'APPROVED', 'PROCESSING', 'SENT'))
  const balance = (await service.describeBalances([organization])).get(organization)
  expect(balance?.pending.amountMinor ?? 0).toBe(of('PENDING', 'HELD'))
  expect(balance?.available.amountMinor ?? 0).toBe(of('APPROVED'))
  const rows = await db.query<{ status: string; sum: number }>(
    'test-states',
    'select status, sum(amount_minor)::float8 as sum from billing.commissions where organization_id = $1 group by status having sum(amount_minor) <> 0',
    [organization],
  )
  expect(Object.fromEntries(rows.map(({ status, sum }) => [status, sum]))).toEqual(sums)
}
