import type { Accounting, Usage } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startInvoicing } from '../testing/start-invoicing.ts'
import { closeAccountings } from './close.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

type List = { items: Accounting[]; nextCursor: string | null }

async function startPaid() {
  const service = await startInvoicing(postgres)
  const means = {
    invoiceAddressId: (await service.address('ada')).id,
    paymentMethodId: (await service.transfer('ada')).id,
  }
  const id = await service.open({ ada: 'ADMIN', bob: 'VIEWER' }, { planCode: 'STARTER', ...means })
  const list = async (query = '') =>
    (await service.call('ada', 'GET', `/solutions/${id}/accountings${query}`)).json<List>()
  return { ...service, id, list }
}

test('a month is open and counted live, then closed on the first at three, once over several processes, and never changed', async () => {
  const { context, id, list, used, clock, db, charges, call } = await startPaid()
  used(id, '2026-03-12', 30_000)
  used(id, '2026-03-31', 32_500)
  used(id, '2026-04-01', 7)
  expect((await list()).items).toMatchObject([
    {
      id: null,
      period: '2026-03',
      status: 'OPEN',
      included: 50_000,
      overageUnits: 12_500,
      overageAmount: { amountMinor: 500 },
    },
  ])
  clock.now = new Date('2026-04-01T02:59:00Z')
  expect(await closeAccountings(context)).toBe(0)
  clock.now = new Date('2026-04-01T03:00:00Z')
  const closed = await Promise.all([1, 2, 3, 4].map(() => closeAccountings(context)))
  expect([closed.reduce((a, b) => a + b), await closeAccountings(context)]).toEqual([1, 0])
  const { items } = await list()
  expect(items.map(({ period, status, counted }) => [period, status, counted.billable])).toEqual([
    ['2026-04', 'OPEN', 7],
    ['2026-03', 'CLOSED', 62_500],
  ])
  expect(items[1]).toMatchObject({
    planCode: 'STARTER',
    overageUnits: 12_500,
    net: { amountMinor: 1_400 },
    closedAt: '2026-04-01T03:00:00.000Z',
    planSnapshot: { code: 'STARTER' },
  })
  expect(items[1]?.perDay.reduce((sum, { billable }) => sum + billable, 0)).toBe(items[1]?.counted.billable)
  expect((await charges(id)).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['PERIOD', 900],
    ['OVERAGE', 500],
  ])
  for (const sql of ['update billing.accountings set overage_minor = 0', 'delete from billing.accountings']) {
    await expect(db.query(`test-${sql.slice(0, 6)}`, sql)).rejects.toMatchObject({ code: '23001' })
  }
  const pages = [await list('?limit=1')]
  pages.push(await list(`?limit=1&cursor=${pages[0]?.nextCursor}`))
  expect(pages.map((page) => page.items.map(({ period }) => period))).toEqual([['2026-04'], ['2026-03']])
  expect(pages[1]?.nextCursor).toBeNull()
  expect((await call('ada', 'GET', `/solutions/${id}/accountings?cursor=x`)).status).toBe(400)
})

test('a month that could not be read is closed later, as it was, and one solution does not keep the others waiting', async () => {
  const { context, id, list, used, clock, broken, errors, open } = await startPaid()
  const other = await open({ ada: 'ADMIN' })
  used(id, '2026-03-12', 60_000)
  used(other, '2026-03-12', 900_000)
  clock.now = new Date('2026-06-02T00:00:00Z')
  broken.add('readUsage')
  expect([await closeAccountings(context), errors.length]).toEqual([0, 2])
  broken.clear()
  expect(await closeAccountings(context)).toBe(6)
  expect((await list()).items.map(({ period, overageUnits }) => [period, overageUnits])).toEqual([
    ['2026-06', 0],
    ['2026-05', 0],
    ['2026-04', 0],
    ['2026-03', 10_000],
  ])
})

test('what ends stays readable and gets no more months', async () => {
  const { context, id, list, clock, service } = await startPaid()
  clock.now = new Date('2026-04-20T00:00:00Z')
  await service.endSubscription(id)
  clock.now = new Date('2026-09-02T00:00:00Z')
  expect([await closeAccountings(context), await closeAccountings(context)]).toEqual([2, 0])
  expect((await list()).items.map(({ period }) => period)).toEqual(['2026-04', '2026-03'])
})

test('usage of the running month has a forecast to its end', async () => {
  const { id, call, used, clock } = await startPaid()
  const usage = async () => (await call('bob', 'GET', `/solutions/${id}/usage`)).json<Usage>()
  expect(await usage()).toMatchObject({
    period: '2026-03',
    counted: { billable: 0 },
    percent: 0,
    forecast: null,
    alertPercents: [80, 100, 120],
  })
  used(id, '2026-03-15', 40_000)
  clock.now = new Date('2026-03-20T10:00:00Z')
  // Ten days brought 40 000; eleven and a half are left.
  expect(await usage()).toMatchObject({
    percent: 80,
    forecast: { billable: 86_333, percent: 172, overageAmount: { amountMinor: 1_453 } },
  })
})

test('viewers and operators read usage, strangers find nothing, nobody is told to sign in', async () => {
  const { id, call } = await startPaid()
  for (const path of ['accountings', 'usage']) {
    const answers = await Promise.all(
      (['ada', 'bob', 'operator', 'eve', null] as const).map((who) => call(who, 'GET', `/solutions/${id}/${path}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404, 401])
    expect((await call('operator', 'GET', `/solutions/019f0000-0000-7000-8000-ffffffffffff/${path}`)).status).toBe(404)
  }
})

test('usage of page protection stands beside its limit; a captcha has none', async () => {
  const service = await startInvoicing(postgres)
  const means = {
    invoiceAddressId: (await service.address('ada')).id,
    paymentMethodId: (await service.transfer('ada')).id,
  }
  const site = await service.open({ ada: 'ADMIN', bob: 'VIEWER' }, { type: 'BUNDLE_SECURITY' })
  expect((await service.choose('ada', site, { planCode: 'BUSINESS', ...means })).status).toBe(200)
  const captcha = await service.open({ ada: 'ADMIN' })
  const requests = async (id: string) =>
    (await service.call('ada', 'GET', `/solutions/${id}/usage`)).json<Usage>().protectedRequests
  expect(await requests(site)).toEqual({ counted: 0, included: 500_000, percent: 0 })
  service.requests.set(site, 600_000)
  expect(await requests(site)).toEqual({ counted: 600_000, included: 500_000, percent: 120 })
  expect(await requests(captcha)).toBeNull()
  // Of another tenant nobody learns anything.
  expect((await service.call('eve', 'GET', `/solutions/${site}/usage`)).status).toBe(404)
})
