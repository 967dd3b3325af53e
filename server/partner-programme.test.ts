import { ApiProblem } from '@bollard/api-client'
import { createSolver } from '@bollard/proof-of-work'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from './testing/api/make.ts'
import type { Person } from './testing/api/people.ts'
import { domainOf, type Programme, startProgramme } from './testing/start-programme.ts'
import { visit } from './testing/visit.ts'

let it: Programme
beforeAll(async () => {
  it = await startProgramme()
})
afterAll(() => it?.stop())

const money = (amountMinor: number) => ({ amountMinor, currency: 'EUR' })
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'no problem',
    (error: unknown) => (error instanceof ApiProblem ? error.problem.code : String(error)),
  )
const invoicesOf = async (solutionId: string, who = it.people.ada) =>
  (await who.client.listSolutionInvoices({ solutionId })).items
const commissionsOf = async (who = it.people.vic) =>
  (await who.client.listCommissions({ organizationId: it.organizationId })).items
const logged = () => it.api.logged.filter((line) => JSON.parse(line).level >= 50)

test('what a customer pays becomes a commission, a payout with its self-billed document, and comes off again with a credit note', async () => {
  const { api, people, second, organizationId, goTo, pay } = it
  const { ada, mia, vic, eve, operator } = people
  const { solutionId, siteKey, secretKey } = await it.bringSolution(ada)
  const [first] = await invoicesOf(solutionId)
  expect(first).toMatchObject({ status: 'ISSUED', net: money(900_000), gross: money(1_071_000) })

  // Nothing is earned before the money is there.
  expect(await commissionsOf()).toEqual([])
  await pay(first?.id ?? '')
  const [earned] = await commissionsOf()
  expect(earned).toMatchObject({
    solutionId,
    solutionLabel: 'Shop',
    customerMask: 'a•••@a•••.example',
    period: '2026-03',
    base: money(900_000),
    rate: 15,
    amount: money(135_000),
    status: 'PENDING',
    availableAt: '2026-04-01T09:00:00.000Z',
  })

  // The second period has begun by itself; on the 9th it is too early for payouts.
  await goTo('2026-04-09T09:00:00Z')
  const [next] = await invoicesOf(solutionId)
  expect(next).toMatchObject({ status: 'ISSUED', period: { from: '2026-04-02' } })
  await pay(next?.id ?? '')
  expect(await codeOf(operator.client.createPayoutRun())).toBe('state-conflict')
  await goTo('2026-04-10T09:00:00Z')
  expect((await commissionsOf()).map(({ status }) => status)).toEqual(['PENDING', 'APPROVED'])
  expect((await mia.client.getOrganization({ organizationId })).balance).toEqual({
    pending: money(135_000),
    available: money(135_000),
  })
  for (const person of [ada, mia, vic, eve]) expect(await codeOf(person.client.createPayoutRun())).toBe('forbidden')
  const run = await operator.client.createPayoutRun()
  expect(run).toMatchObject({ month: '2026-04', status: 'DRAFT', total: money(160_650), leftOut: [] })
  expect(await codeOf(operator.client.approvePayoutRun({ payoutRunId: run.id }))).toBe('second-person-needed')
  expect((await second.client.approvePayoutRun({ payoutRunId: run.id })).status).toBe('APPROVED')

  const [payout] = (await vic.client.listPayouts({ organizationId })).items
  expect(payout).toMatchObject({
    number: 'GS-2026-000001',
    amount: money(160_650),
    vat: money(25_650),
    status: 'APPROVED',
  })
  const payoutId = payout?.id ?? ''
  const document = { organizationId, payoutId }
  const xml = await (await vic.client.downloadPayoutDocument({ ...document, format: 'XML' })).text()
  expect(xml).toContain('<ram:TypeCode>389</ram:TypeCode>')
  expect(xml).not.toContain('DE89370400440532013000')
  const pdf = Buffer.from(await (await vic.client.downloadPayoutDocument(document)).arrayBuffer())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const strange = [
    eve.client.listCommissions({ organizationId }),
    eve.client.listPayouts({ organizationId }),
    eve.client.downloadPayoutDocument(document),
    ada.client.listCommissions({ organizationId }),
  ]
  expect(await Promise.all(strange.map(codeOf))).toEqual(strange.map(() => 'not-found'))

  expect(await codeOf(operator.client.downloadPayoutRunFile({ payoutRunId: run.id }))).toBe('state-conflict')
  expect(
    (await operator.client.transferPayoutRun({ payoutRunId: run.id })).payouts.map(({ status }) => status),
  ).toEqual(['PROCESSING'])
  const log = (await operator.client.listSystemAudit({ area: 'payouts' })).items
  expect(log.map(({ action }) => action)).toEqual([
    'payout-run.transferred',
    'payout-run.approved',
    'payout-run.created',
  ])
  expect(await codeOf(vic.client.listSystemAudit({ area: 'payouts' }))).toBe('forbidden')
  const transfers = await (await operator.client.downloadPayoutRunFile({ payoutRunId: run.id })).text()
  expect(transfers).toContain('<IBAN>DE89370400440532013000</IBAN>')
  expect(transfers).toContain('1606.50')
  for (const status of ['SENT', 'COMPLETED'] as const)
    expect((await operator.client.setPayoutState({ payoutId, payoutStateDto: { status } })).status).toBe(status)
  expect((await commissionsOf()).map(({ status }) => status)).toEqual(['PENDING', 'PAID'])

  // April closes with one verification more than the plan includes, whose payment earns as well.
  const site = {
    apiUrl: api.url,
    origin: `https://${domainOf(ada.email)}`,
    siteKey,
    secretKey,
    solver: await createSolver({ wasm: true }),
    mayAnswer: async () => {},
  }
  for (const last of [77, 78])
    expect(await visit({ ...site, address: `198.51.100.${last}` })).toMatchObject({ redeemed: true })
  await expect
    .poll(() => api.services.captcha.countUsage([solutionId], '2026-04'), { timeout: 20_000 })
    .toEqual(new Map([[solutionId, 2]]))
  await goTo('2026-05-01T03:05:00Z')
  const april = (await ada.client.listAccountings({ solutionId })).items.find(({ period }) => period === '2026-04')
  expect(april).toMatchObject({ status: 'INVOICED', overageUnits: 1, overageAmount: money(100) })
  await pay(april?.invoiceId ?? '')
  expect((await commissionsOf())[0]).toMatchObject({ base: money(100), amount: money(15), status: 'PENDING' })

  await takeBack(first?.id ?? '')
  await api.services.billing.runDue()
  const [reversal] = await commissionsOf()
  expect(reversal).toMatchObject({
    base: money(-900_000),
    amount: money(-135_000),
    status: 'APPROVED',
    reason: 'CREDIT_NOTE',
  })
  expect((await mia.client.getOrganization({ organizationId })).balance).toEqual({
    pending: money(135_015),
    available: money(-135_000),
  })
  expect(logged()).toEqual([])
})

test('a solution that begins with a paid plan is invoiced at once by its name, in the language of who pays, and they get a mail of it', async () => {
  const { client, email } = it.people.newcomer
  const invoiceAddressId = (
    await client.createInvoiceAddress({ invoiceAddressNewDto: addressOf({ email }, 'Newcomer GmbH') })
  ).id
  const paymentMethodId = (await client.createPaymentMethod({ paymentMethodNewDto: { kind: 'BANK_TRANSFER' } })).id
  const { id } = await client.createSolution({
    solutionNewDto: {
      type: 'CAPTCHA',
      label: 'Kiosk',
      domains: ['kiosk.example'],
      planCode: 'STARTER',
      invoiceAddressId,
      paymentMethodId,
    },
  })
  const [invoice] = await invoicesOf(id, it.people.newcomer)
  // English although the address is German.
  expect(invoice).toMatchObject({
    status: 'ISSUED',
    net: money(900),
    lines: [{ description: expect.stringMatching(/Kiosk/u) }],
  })
  const { items } = await client.listMails()
  expect(items.filter(({ to, subject }) => to === email && subject.includes(invoice?.number ?? 'none'))).toHaveLength(1)
  expect(logged()).toEqual([])
})

test('a partner who passes its share on earns nothing: the customer pays less by as much, on every invoice from then on', async () => {
  const { people, organizationId, pay, goTo } = it
  const { mia, eve } = people
  const before = await commissionsOf()
  await prefer('CUSTOMER_DISCOUNT')
  const { solutionId } = await it.bringSolution(eve)
  const [first] = await invoicesOf(solutionId, eve)
  expect(first).toMatchObject({ status: 'ISSUED', net: money(765_000), tax: money(145_350), gross: money(910_350) })
  expect(first?.lines.map(({ name, description, net }) => [name, description, net.amountMinor]).at(-1)).toEqual([
    'Partner discount of 15%',
    'Passed on to you by Agentur Mia',
    -135_000,
  ])
  await pay(first?.id ?? '')
  expect((await eve.client.getInvoice({ invoiceId: first?.id ?? '' })).status).toBe('PAID')
  expect(await commissionsOf()).toEqual(before)

  // A credit note takes the discount back with the rest, and there is no commission that it could take back.
  const note = await takeBack(first?.id ?? '')
  expect(note.gross).toEqual(money(910_350))
  await it.api.services.billing.runDue()
  expect(await commissionsOf()).toEqual(before)

  // The choice holds for invoices that come after it.
  await prefer('PAYOUT')
  await goTo('2026-06-02T09:00:00Z')
  const [next] = await invoicesOf(solutionId, eve)
  expect(next?.net).toEqual(money(900_000))
  await pay(next?.id ?? '')
  expect((await commissionsOf())[0]).toMatchObject({
    solutionId,
    base: money(900_000),
    amount: money(135_000),
    status: 'PENDING',
  })
  expect(logged()).toEqual([])

  async function prefer(commissionPreference: 'PAYOUT' | 'CUSTOMER_DISCOUNT') {
    const { name, kind, legalName, contactEmail, countryCode, language, vatId, registerNumber, version } =
      await mia.client.getOrganization({ organizationId })
    const facts = { name, kind, legalName, contactEmail, countryCode, language, vatId, registerNumber }
    await mia.client.updateOrganization({
      organizationId,
      organizationUpdateDto: { ...facts, commissionPreference, version },
    })
  }
})

test('a new customer who came by a referral link is the partner’s; who was here before, or belongs to the partner, is not', async () => {
  const { mia, operator, newcomer, vic } = it.people
  const { organizationId } = it
  const { referralCode } = await mia.client.getOrganization({ organizationId })
  const known = await commissionsOf()
  for (const person of [newcomer, vic]) {
    const invoice = await buy(person, { referralCode })
    expect(invoice.net).toEqual(money(900))
    await it.pay(invoice.id)
  }
  expect(await commissionsOf()).toEqual(known)
  const invoice = await buy(operator, { referralCode })
  await it.pay(invoice.id)
  const [earned, ...others] = await commissionsOf()
  expect(earned).toMatchObject({
    solutionId: invoice.solutionId,
    base: money(900),
    rate: 15,
    amount: money(135),
    status: 'PENDING',
  })
  expect(others).toEqual(known)
  // The link says who brought the customer, and gives nobody anything to manage.
  const managed = await mia.client.listOrganizationSolutions({ organizationId })
  expect(managed.items.map(({ id }) => id)).not.toContain(invoice.solutionId)
  expect(logged()).toEqual([])
})

test('a verified reseller pays a quarter less for what it manages, and a credit note gives back what it paid', async () => {
  const { vic } = it.people
  const organizationId = await it.found(vic, 'Handel Vic', 'RESELLER')
  const invoice = await buy(vic, { organizationId })
  expect(invoice).toMatchObject({ net: money(675), tax: money(128), gross: money(803) })
  expect(invoice.lines.map(({ name, description, net }) => [name, description, net.amountMinor]).at(-1)).toEqual([
    'Reseller margin of 25%',
    'Bought by Handel Vic for resale',
    -225,
  ])
  await it.pay(invoice.id)
  expect(await vic.client.listCommissions({ organizationId })).toEqual({ items: [], nextCursor: null })
  const { taxedPrice } = await vic.client.getSolutionPlan({ solutionId: invoice.solutionId })
  expect(taxedPrice).toMatchObject({ net: money(675), discount: { amount: money(225), percent: 25, until: null } })
  const note = await takeBack(invoice.id)
  expect(note.gross).toEqual(money(803))
  expect(logged()).toEqual([])
})

/** What was paid goes back by the word of two administrators. */
async function takeBack(invoiceId: string) {
  const asked = { invoiceId, creditNoteNewDto: { reason: 'Agreed', reissue: false } }
  expect(await codeOf(it.people.operator.client.createCreditNote(asked))).toBe('second-person-needed')
  return it.second.client.createCreditNote(asked)
}

/** A new solution on the smallest plan that costs something, by its invoice. */
async function buy({ client, email }: Person, by: { referralCode?: string; organizationId?: string }) {
  const invoiceAddressId = (
    await client.createInvoiceAddress({ invoiceAddressNewDto: addressOf({ email }, 'Customer GmbH') })
  ).id
  const paymentMethodId = (await client.createPaymentMethod({ paymentMethodNewDto: { kind: 'BANK_TRANSFER' } })).id
  const { id: solutionId } = await client.createSolution({
    solutionNewDto: {
      type: 'CAPTCHA',
      label: 'Till',
      domains: [domainOf(email)],
      planCode: 'STARTER',
      invoiceAddressId,
      paymentMethodId,
      ...by,
    },
  })
  const [invoice] = (await client.listSolutionInvoices({ solutionId })).items
  if (invoice === undefined) throw new Error('What costs something is invoiced')
  return { ...invoice, solutionId }
}
