import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiClient } from '@bollard/api-client'
import { expect, test } from '@playwright/test'
import { type Account, createAccount } from './account.ts'
import { seriousFaults } from './ask-axe.ts'
import { ageProofOf, fillFields, prove, runSql, sellerSettings, signIn } from './billing-person.ts'
import { type OwnProduct, startOwnProduct } from './own-product.ts'
import { product } from './product.ts'
import { openPage } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

test.describe.configure({ mode: 'serial' })
let own: OwnProduct
let folder: string
let ada: Account
let solutionId: string
let invoiceId: string

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bollard-e2e-billing-'))
  own = await startOwnProduct(await sellerSettings(folder))
  ada = await createAccount('Ada')
  const api = apiOf(ada)
  const domains = ['localhost', 'shop.example.org', 'blog.example.org']
  solutionId = (await api.createSolution({ solutionNewDto: { type: 'CAPTCHA', label: 'Shop checkout', domains } })).id
})
test.afterAll(async () => {
  await own?.stop()
  await rm(folder, { recursive: true, force: true })
})

const apiOf = (account: Account) => createApiClient({ baseUrl: product.api, cookies: () => account.cookie })
const billing = (path = '', language = 'en') =>
  `${product.dashboard}/${language}/solutions/${solutionId}/settings/billing${path}`
const year = new Date().getUTCFullYear()

test('from a trial to a paid plan: what is too small is told, what is missing is made on the way, and nothing costs before its price was shown', async ({
  page,
  context,
}) => {
  await signIn(context, ada)
  const watched = watchPage(page)
  await openPage(page, billing())
  await expect(page.getByText('Trial', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No invoices yet' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  // By keyboard alone up to what the plan would cost.
  await page.getByRole('link', { name: 'Change plan' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Choose a plan' })).toBeVisible()
  await expect(page.getByText('Domains: 3 in use, 2 allowed')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose Free' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Choose Pro' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Before this plan can start')).toBeVisible()
  await page.getByRole('button', { name: 'Pay by bank transfer' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Payment method')).toHaveValue(/.{36}/u)
  await page.getByRole('link', { name: 'Add an invoice address' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Add an invoice address' })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Company')).toBeFocused()
  await expect(page.getByLabel('Company')).toHaveAttribute('aria-invalid', 'true')

  await fillFields(page, {
    Company: 'Nordlicht Versand GmbH',
    'Street and number': 'Speicherstadt 4',
    'Postal code': '123',
    City: 'Hamburg',
  })
  await page.getByLabel('Country').selectOption('DE')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This isn’t a valid postal code for that country.')).toBeVisible()
  await expect(page.getByLabel('Company')).toHaveValue('Nordlicht Versand GmbH')
  expect(await seriousFaults(page)).toEqual([])
  await fillFields(page, { 'Postal code': '20457' })
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByText('€149.00 net plus €28.31 VAT (19%)').first()).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Order and pay €177.31' }).click()
  await expect(page.getByText('Your new plan is active.')).toBeVisible()
  await expect(
    page.getByRole('row', { name: new RegExp(`${year}-000001.*€149.00.*€28.31.*€177.31.*Open`, 'u') }),
  ).toBeVisible()
  // The address with the wrong code is the one refusal of this journey.
  expect(watched.complaints.filter((complaint) => !complaint.includes('422'))).toEqual([])
})

test('the invoice says where the money goes, and both files are the real ones; a smaller plan waits and is taken back', async ({
  page,
  context,
}) => {
  await signIn(context, ada)
  await openPage(page, billing())
  await page.getByRole('link', { name: `${year}-000001`, exact: true }).click()
  await expect(page.getByRole('heading', { name: `Transfer €177.31` })).toBeVisible()
  await expect(page.getByLabel('IBAN', { exact: true })).toHaveValue('DE02 1203 0000 0000 2020 51')
  await expect(page.getByLabel('Reference', { exact: true })).toHaveValue(`${year}-000001`)
  expect(await seriousFaults(page)).toEqual([])
  invoiceId = /invoices\/([\da-f-]{36})/u.exec(page.url())?.[1] ?? ''
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download PDF' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`${year}-000001.pdf`)
  const xml = await page.request.get(`${product.dashboard}/en/billing/invoices/${invoiceId}/file?format=XML`)
  expect([xml.status(), xml.headers()['content-type']]).toEqual([200, 'application/xml'])
  expect(await xml.text()).toContain(`<ram:ID>${year}-000001</ram:ID>`)

  await openPage(page, billing('/plan?plan=STARTER&interval=MONTHLY'))
  await expect(page.getByText('You stay on Pro until then.')).toBeVisible()
  await page.getByRole('button', { name: 'Change plan' }).click()
  await expect(page.getByText('The plan changes to Starter on')).toBeVisible()
  await page.getByRole('button', { name: 'Stay with Pro' }).click()
  await expect(page.getByText('Undone. Nothing changes.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stay with Pro' })).toHaveCount(0)

  await page.setViewportSize({ width: 360, height: 800 })
  for (const path of ['', '/plan?plan=STARTER', '/payment', `/invoices/${invoiceId}`]) {
    await openPage(page, billing(path, 'de'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
  }
})

test('without JavaScript an address is added, refused where it is wrong, and deleted; one in use is kept and says why', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await signIn(context, ada)
  const page = await context.newPage()
  await page.goto(`${product.dashboard}/en/billing`)
  await page.getByRole('link', { name: 'Add an invoice address' }).click()
  await fillFields(page, {
    Company: 'Amt für Muster',
    'Street and number': 'Rathausmarkt 1',
    'Postal code': '20095',
    City: 'Hamburg',
    'VAT ID': 'FR123',
  })
  await page.getByLabel('Country').selectOption('DE')
  await page.getByLabel('Format').selectOption('XRECHNUNG_XML')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This isn’t a valid VAT ID for that country.')).toBeVisible()
  await expect(page.getByText('XRechnung needs a buyer reference')).toBeVisible()
  await expect(page.getByLabel('Company')).toHaveValue('Amt für Muster')
  await expect(page.getByLabel('Format').getByRole('option', { name: 'Peppol' })).toHaveCount(0)
  await fillFields(page, {
    'VAT ID': '',
    'Buyer reference': '02000000-00000-01',
    'Electronic address': '0204:02000000-00000-01',
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Address saved.')).toBeVisible()
  await page.getByRole('link', { name: 'Edit Amt für Muster' }).click()
  await page.getByRole('button', { name: 'Delete address' }).click()
  await expect(page.getByText('Address deleted.')).toBeVisible()
  await page.getByRole('link', { name: 'Edit Nordlicht Versand GmbH' }).click()
  await expect(page.getByText('You can delete it once these use another address.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete address' })).toHaveCount(0)
  await context.close()
})

test('whoever signed in long ago proves who they are before anything is paid another way, and finds what they had chosen', async ({
  page,
  context,
}) => {
  const api = apiOf(ada)
  const create = async (label: string) =>
    (await api.createSolution({ solutionNewDto: { type: 'CAPTCHA', label, domains: ['localhost'] } })).id
  const [blog, forum] = [await create('Blog'), await create('Forum')]
  const [transfer] = (await api.listPaymentMethods({})).items
  const [address] = (await api.listInvoiceAddresses({})).items
  if (transfer === undefined || address === undefined) throw new Error('The journeys before this one have made both')
  const at = (id: string, path: string) => `${product.dashboard}/en/solutions/${id}/settings/billing${path}`
  await signIn(context, ada)

  await ageProofOf(own, ada)
  await openPage(page, at(blog, '/plan?plan=PRO&interval=YEARLY'))
  await page.getByRole('button', { name: 'Order and pay €1,773.10' }).click()
  await prove(page, ada)
  await expect(page.getByLabel('Payment method')).toHaveValue(transfer.id)
  await page.getByRole('button', { name: 'Order and pay €1,773.10' }).click()
  await expect(page.getByText('Your new plan is active.')).toBeVisible()
  await expect(page.getByText('Nothing has changed yet')).toHaveCount(0)

  await openPage(page, at(forum, '/payment'))
  await ageProofOf(own, ada)
  await page.getByLabel('Invoice address').selectOption(address.id)
  await page.getByLabel('Payment method').selectOption(transfer.id)
  await page.getByRole('button', { name: 'Save' }).click()
  await prove(page, ada)
  await expect(page.getByLabel('Invoice address')).toHaveValue(address.id)
  await expect(page.getByLabel('Payment method')).toHaveValue(transfer.id)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. The next invoice uses these details.')).toBeVisible()

  // A method of somebody who has none yet, from the list of one's own.
  const bob = await createAccount('Bob')
  await context.clearCookies()
  await signIn(context, bob)
  await ageProofOf(own, bob)
  await openPage(page, `${product.dashboard}/en/billing`)
  await page.getByRole('button', { name: 'Pay by bank transfer' }).click()
  await prove(page, bob)
  await page.getByRole('button', { name: 'Pay by bank transfer' }).click()
  await expect(page.getByText('Payment method added.')).toBeVisible()
  await ageProofOf(own, bob)
  await page.getByRole('button', { name: /^Delete/u }).click()
  await prove(page, bob)
  await page.getByRole('button', { name: /^Delete/u }).click()
  await expect(page.getByText('Payment method deleted.')).toBeVisible()
})

test('a lock for an unpaid bill is told of once, with what the page itself says about it', async ({
  page,
  context,
}) => {
  await signIn(context, ada)
  const sql = `insert into solution.locks (id, solution_id, reason, effect, locked_at) values (gen_random_uuid(), $1, $2, 'WORK_ONLY', now())`
  await runSql(own, 'test-lock', sql, [solutionId, 'PAYMENT_OVERDUE'])
  await openPage(page, billing())
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByText(/^Restricted since/u)).toHaveCount(1)
    await expect(page.getByText('This captcha is locked')).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(await seriousFaults(page)).toEqual([])
  }
  await openPage(page, billing('/payment'))
  await expect(page.getByText('This captcha is locked')).toHaveCount(1)
  await runSql(own, 'test-unlock', 'delete from solution.locks where solution_id = $1', [solutionId])
})

test('nobody of another tenant finds any of it, and a viewer sees what it costs without what is not theirs to see', async ({
  page,
  context,
}) => {
  const eve = await createAccount('Eve')
  await signIn(context, eve)
  for (const path of ['', '/plan', '/payment', `/invoices/${invoiceId}`]) {
    const answer = await page.request.get(billing(path))
    expect(answer.status(), path).toBe(404)
    expect(await answer.text(), path).toMatch(/<h1[^>]*>Page not found/u)
  }
  for (const path of ['', '/confirmation', '/file']) {
    expect(
      (await page.request.get(`${product.dashboard}/en/billing/invoices/${invoiceId}${path}`)).status(),
      path,
    ).toBe(404)
  }

  await apiOf(ada).createSolutionInvitation({
    solutionId,
    solutionInvitationCreationDto: { email: eve.email, role: 'VIEWER', language: 'en' },
  })
  const [invitation] = (await apiOf(eve).listMyInvitations()).items
  if (invitation === undefined) throw new Error('Nobody was invited')
  await apiOf(eve).acceptInvitation({ invitationAcceptanceDto: { invitationId: invitation.id } })
  await openPage(page, billing())
  await expect(page.getByText('€149.00 per month, €177.31 incl. VAT')).toBeVisible()
  await expect(page.getByText('Members and admins can see the invoices.')).toBeVisible()
  await expect(page.getByText('Nordlicht')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Change plan' })).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])
  await openPage(page, billing('/plan?plan=STARTER'))
  await expect(page.getByRole('link', { name: 'Choose Starter' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Change plan' })).toHaveCount(0)
})

test('a contract with what the operator has stated is there as PDF, of the version that is asked for', async ({
  request,
}) => {
  const address = `${product.website}/de/legal/data-processing-agreement.pdf`
  for (const query of ['', '?version=2']) {
    const answer = await request.get(address + query)
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
    expect((await answer.body()).toString('latin1', 0, 5)).toBe('%PDF-')
  }
  // Another version, a text that is no contract, and a contract whose facts nobody has stated.
  for (const path of [
    'data-processing-agreement.pdf?version=1',
    'end-privacy-policy.pdf',
    'service-level-agreement.pdf',
    'none.pdf',
  ])
    expect((await request.get(`${product.website}/de/legal/${path}`)).status(), path).toBe(404)
})
