import { listAudit } from '@bollard/audit'
import type { PayoutRun, Problem } from '@bollard/contracts'
import { checkRules } from '@bollard/e-invoice'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import type { PayoutTerms } from '../ports/solution-port.ts'
import { operator, startProgramme, type TestProgramme } from '../testing/start-partner.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const problemOf = (answer: { status: number; json<T>(): T }) => [answer.status, answer.json<Problem>().code] as const

/** Approved payouts of 60 € net each, one for each of these organizations. */
async function approved(programme: TestProgramme, ...organizations: string[]): Promise<PayoutRun> {
  for (const organization of organizations) await programme.pay(programme.bring(organization), 400_00)
  await programme.service.runDue()
  programme.toPayday()
  await programme.service.runDue()
  const made = await programme.run()
  return made.payouts.length === organizations.length ? programme.approve(made) : made
}
const payoutOf = (run: PayoutRun, organization: string) =>
  run.payouts.find(({ organizationId }) => organizationId === organization)

const partnerInKoeln: Partial<PayoutTerms> = {
  name: 'Eve',
  legalName: 'Eve Beispiel e. K.',
  countryCode: 'DE',
  language: 'de',
  vatId: 'DE 987 654 321',
  registerNumber: null,
  address: { street: 'Domplatz 1', addressLine2: 'Hinterhaus', postalCode: '50667', city: 'Köln', region: '' },
  account: { accountHolder: 'Eve Beispiel', iban: 'DE75512108001245126199', bic: 'SOGEDEFF' },
}
const partnerInZuerich: Partial<PayoutTerms> = {
  countryCode: 'CH',
  language: 'de',
  vatId: 'CHE-123.456.788 MWST',
  registerNumber: 'CHE-123.456.788',
  address: { street: 'Beispielweg 3', addressLine2: '', postalCode: '8001', city: 'Zürich', region: 'ZH' },
  account: { accountHolder: 'Agence Ada SARL', iban: 'CH9300762011623852957', bic: null },
}

test('the partner sells and the operator buys: reverse charge in the Union, VAT at home, none from outside', async () => {
  const programme = await startProgramme(postgres)
  const { found, call } = programme
  const [paris, koeln, zuerich] = [
    found({ ada: 'VIEWER' }),
    found({ ada: 'VIEWER' }, partnerInKoeln),
    found({ ada: 'VIEWER' }, partnerInZuerich),
  ]
  const run = await approved(programme, paris, koeln, zuerich)
  const xmlOf = async (id: string) =>
    (await call('ada', 'GET', `${payoutOf(run, id)?.documentUrl?.replace('/solution/v1', '')}?format=XML`)).text
  const [fr, de, ch] = [await xmlOf(paris), await xmlOf(koeln), await xmlOf(zuerich)]
  for (const xml of [fr, de, ch]) {
    expect(checkRules(xml)).toEqual([])
    expect(xml).toContain('<ram:TypeCode>389</ram:TypeCode>')
    expect(xml).toMatch(/<ram:BuyerTradeParty>\s*<ram:Name>Example Operator GmbH</u)
  }
  expect(fr).toMatch(/<ram:SellerTradeParty>\s*<ram:Name>Agence Ada SARL</u)
  expect(fr).toMatch(/<ram:CategoryCode>AE<[\s\S]*FR12345678901|FR12345678901[\s\S]*<ram:CategoryCode>AE</u)
  expect(fr).toContain('DE123456789')
  expect(fr).toContain('Reverse charge, Art. 196')
  expect(fr).toMatch(/<ram:GrandTotalAmount>60\.00</u)
  expect(fr).toContain('Commissions on customer payments, March 2026')
  expect(payoutOf(run, koeln)).toMatchObject({ amount: { amountMinor: 7140 }, vat: { amountMinor: 1140 } })
  expect(de).toMatch(/<ram:CategoryCode>S<[\s\S]*<ram:RateApplicablePercent>19</u)
  expect(de).toMatch(/<ram:GrandTotalAmount>71\.40</u)
  expect(de).toContain('Provisionen für Zahlungen von Kunden, März 2026')
  expect(ch).toContain('<ram:CategoryCode>O<')
  expect(ch).not.toContain('MWST')
  expect(run.total.amountMinor).toBe(6000 + 7140 + 6000)
})

test('a document is a PDF with the XML inside or the XML, the same bytes each time, for its organization alone, and names no whole account', async () => {
  const programme = await startProgramme(postgres)
  const { found, call, terms } = programme
  const [organization, other] = [found({ ada: 'VIEWER', eve: 'ADMIN' }), found({ bob: 'ADMIN' })]
  const run = await approved(programme, organization)
  const id = run.payouts[0]?.id
  const url = `/organizations/${organization}/payouts/${id}/document`
  const both = await Promise.all([call('ada', 'GET', url), call('operator', 'GET', url)])
  expect(both[0]?.text.startsWith('%PDF-')).toBe(true)
  expect(both[0]?.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="GS-2026-000001.pdf"',
  })
  // A later change of the organization changes no document.
  terms.delete(organization)
  expect((await call('eve', 'GET', url)).text).toBe(both[0]?.text)
  expect(both[1]?.text).toBe(both[0]?.text)
  const xml = await call('ada', 'GET', `${url}?format=XML`)
  expect(xml.headers).toMatchObject({
    'content-type': 'application/xml',
    'content-disposition': 'attachment; filename="GS-2026-000001.xml"',
  })
  expect(xml.text).toContain('FRXXXXXXXXXXXXXXXXXXXXX2606')
  expect(xml.text).not.toContain('FR1420041010050500013M02606')
  expect(problemOf(await call('bob', 'GET', url))).toEqual([404, 'not-found'])
  expect(problemOf(await call('bob', 'GET', `/organizations/${other}/payouts/${id}/document`))).toEqual([
    404,
    'not-found',
  ])
  expect(problemOf(await call(null, 'GET', url))).toEqual([401, 'unauthenticated'])
  expect(problemOf(await call('ada', 'GET', `${url}?correction=true`))).toEqual([404, 'not-found'])
  expect(problemOf(await call('ada', 'GET', `${url}?format=DOC`))).toEqual([400, 'invalid-parameter'])
  const stored = await programme.db.query<{ all: string }>(
    'test-stored',
    `select (select json_agg(p)::text from billing.payouts p) || (select json_agg(d)::text from billing.payout_documents d) as all`,
  )
  expect(stored[0]?.all).not.toContain('20041010050500013M02606')
})

test('the file for the bank holds each transfer of an approved run, puts them in process and stays the same', async () => {
  const programme = await startProgramme(postgres)
  const { found, call, payouts, clock } = programme
  const [paris, koeln] = [found({ ada: 'VIEWER' }), found({ ada: 'VIEWER' }, partnerInKoeln)]
  for (const organization of [paris, koeln]) await programme.pay(programme.bring(organization), 400_00)
  await programme.service.runDue()
  programme.toPayday()
  await programme.service.runDue()
  const made = await programme.run()
  const url = `/payout-runs/${made.id}/file`
  const transfer = () => call('operator', 'POST', `/payout-runs/${made.id}/transfer`)
  const refused = async () => [problemOf(await call('operator', 'GET', url)), (await payouts(paris))[0]?.status]
  expect([problemOf(await transfer()), await refused()]).toEqual([
    [409, 'state-conflict'],
    [[409, 'state-conflict'], 'DRAFT'],
  ])
  await programme.approve(made)
  // Reading changes nothing: who asks for the file before the transfer is told so.
  expect(await refused()).toEqual([[409, 'state-conflict'], 'APPROVED'])
  const begun = await transfer()
  expect(begun.json()).toMatchObject({
    transferredAt: '2026-05-10T09:00:00.000Z',
    payouts: [{ status: 'PROCESSING' }, { status: 'PROCESSING' }],
  })
  const file = await call('operator', 'GET', url)
  expect(file.headers).toMatchObject({
    'content-type': 'application/xml',
    'content-disposition': 'attachment; filename="payouts-2026-05.xml"',
  })
  for (const text of [
    `<MsgId>${made.id.replaceAll('-', '')}<`,
    '<CtrlSum>131.40<',
    '<IBAN>FR1420041010050500013M02606<',
    '<InstdAmt Ccy="EUR">60.00<',
    '<IBAN>DE75512108001245126199<',
    '<InstdAmt Ccy="EUR">71.40<',
    `<IBAN>${operator.bank.iban.replaceAll(' ', '')}<`,
    '<Ustrd>Gutschrift GS-2026-00000',
    '<Ustrd>Self-billed invoice GS-2026-00000',
  ])
    expect(file.text).toContain(text)
  clock.now = new Date('2026-05-11T09:00:00Z')
  expect((await transfer()).json()).toEqual(begun.json())
  const log = await listAudit(programme.db, 'SYSTEM', 'payouts', { limit: 10, action: 'payout-run.transferred' })
  expect(log.items.map(({ actor }) => actor)).toEqual([{ kind: 'OPERATOR', id: 'user-operator' }])
  expect((await call('operator', 'GET', url)).text).toBe(file.text)
  programme.terms.set(koeln, { ...(programme.terms.get(koeln) ?? Object.create(null)), account: null })
  expect(problemOf(await call('operator', 'GET', url))).toEqual([409, 'state-conflict'])
})

test('who is frozen or has another account when the run is transferred is not in the file, and the commissions are payable again', async () => {
  const programme = await startProgramme(postgres)
  const { found, call, payouts, ledger, terms } = programme
  const [frozen, moved, fine] = [found({ ada: 'VIEWER' }), found({ ada: 'VIEWER' }), found({ ada: 'VIEWER' })]
  const run = await approved(programme, frozen, moved, fine)
  const change = (id: string, more: Partial<PayoutTerms>) =>
    terms.set(id, { ...(terms.get(id) ?? Object.create(null)), ...more })
  change(frozen, { frozenUntil: new Date('2027-01-01T00:00:00Z') })
  change(moved, { account: { accountHolder: 'Mallory', iban: 'FR7630006000011234567890189', bic: null } })
  await call('operator', 'POST', `/payout-runs/${run.id}/transfer`)
  const file = (await call('operator', 'GET', `/payout-runs/${run.id}/file`)).text
  expect(file).toContain('<NbOfTxs>1<')
  expect(file).not.toContain('Mallory')
  expect([(await payouts(frozen))[0], (await payouts(moved))[0]]).toMatchObject([
    { status: 'FAILED', failureReason: 'FROZEN' },
    { status: 'FAILED', failureReason: 'CHANGED' },
  ])
  expect([await ledger(frozen), await ledger(moved), await ledger(fine)]).toEqual([
    { APPROVED: 6000 },
    { APPROVED: 6000 },
    { IN_PAYOUT: 6000 },
  ])
  expect(
    (
      await call(
        'ada',
        'GET',
        `/organizations/${frozen}/payouts/${payoutOf(run, frozen)?.id}/document?format=XML&correction=true`,
      )
    ).status,
  ).toBe(200)
})

test('a payout that is said to be sent while the run is transferred is not put back', async () => {
  const programme = await startProgramme(postgres)
  const { found, call, payouts } = programme
  const organizations = Array.from({ length: 4 }, () => found({ ada: 'VIEWER' }))
  const run = await approved(programme, ...organizations)
  const sent = run.payouts.map(({ id }) => call('operator', 'PUT', `/payouts/${id}/state`, { status: 'SENT' }))
  await Promise.all([call('operator', 'POST', `/payout-runs/${run.id}/transfer`), ...sent])
  expect((await Promise.all(organizations.map((id) => payouts(id)))).map(([payout]) => payout?.status)).toEqual([
    'SENT',
    'SENT',
    'SENT',
    'SENT',
  ])
})
