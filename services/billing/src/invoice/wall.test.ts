import type { Queries } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { asActor, asSystem } from '../store/as-actor.ts'
import { startInvoicing } from '../testing/start-invoicing.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const tables = [
  'invoices',
  'invoice_files',
  'accountings',
  'plan_history',
  'usage_alerts',
  'quota_notices',
  'invoice_counters',
] as const

/** How many rows of each table a statement sees that forgets its WHERE. */
async function seen(tx: Queries): Promise<number[]> {
  const counts: number[] = []
  for (const table of tables) {
    const [row] = await tx.query<{ count: number }>(
      `test-${table}`,
      `select count(*)::int as count from billing.${table}`,
    )
    counts.push(row?.count ?? -1)
  }
  return counts
}

test('row-level security shows each what is theirs, and lets nobody but the system write', async () => {
  const service = await startInvoicing(postgres)
  const { db, clock, used } = service
  const means = {
    invoiceAddressId: (await service.address('ada')).id,
    paymentMethodId: (await service.transfer('ada')).id,
  }
  const id = await service.open({ ada: 'ADMIN', bob: 'MEMBER' }, { planCode: 'STARTER', ...means })
  const other = await service.open({ eve: 'ADMIN' })
  used(id, '2026-03-20', 90_000)
  used(id, '2026-04-01', 90_000)
  clock.now = new Date('2026-04-01T03:00:00Z')
  await service.service.runDue()
  await db.query('test-notice', `insert into billing.quota_notices values ('${id}', now(), null)`)
  expect(service.errors).toEqual([])

  expect(await asActor(db, { userId: 'user-bob', solutionIds: [id] }, seen)).toEqual([2, 4, 1, 2, 0, 0, 0])
  // Whose address it is sees the invoices without the solution; others see nothing.
  expect(await asActor(db, { userId: 'user-ada' }, seen)).toEqual([2, 4, 0, 0, 0, 0, 0])
  expect(await asActor(db, { userId: 'user-eve', solutionIds: [other] }, seen)).toEqual([0, 0, 1, 1, 0, 0, 0])
  expect(await asActor(db, { userId: '' }, seen)).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect(await asSystem(db, [id], seen)).toEqual([2, 4, 1, 2, 3, 1, 1])
  expect(await asSystem(db, [other], seen)).toEqual([0, 0, 1, 1, 0, 0, 1])

  const asAda = (name: string, sql: string) =>
    asActor(db, { userId: 'user-ada', solutionIds: [id] }, (tx) => tx.query(name, sql))
  expect(
    await asAda('test-pay', `update billing.invoices set status = 'PAID', paid_minor = gross_minor returning id`),
  ).toEqual([])
  expect(await asAda('test-drop', 'delete from billing.invoices returning id')).toEqual([])
  const refused = [
    `insert into billing.invoice_files select id, 'PDF', '' from billing.invoices`,
    `insert into billing.invoice_counters values ('2030', 5)`,
    `insert into billing.accountings select gen_random_uuid(), solution_id, '2020-01', null, plan_code, plan, included, counted, per_day, 0, 0, 0, currency, closed_at from billing.accountings`,
    'update billing.accountings set included = 0',
    'delete from billing.plan_history',
  ]
  for (const [index, sql] of refused.entries())
    await expect(asAda(`test-refused-${index}`, sql), sql).rejects.toMatchObject({ code: '42501' })
})
