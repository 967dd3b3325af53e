import { createApiClient } from '@bollard/api-client'
import { expect, type Page, test } from '@playwright/test'
import { type Account, cookiesOf, createAccount, password } from './account.ts'
import { seriousFaults } from './ask-axe.ts'
import { product } from './product.ts'
import { openPage } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

let owner: Account
let customer: Account
test.beforeAll(async () => {
  ;[owner, customer] = await Promise.all([createAccount('Partner'), createAccount('Customer')])
})

const apiOf = (account: Account) => createApiClient({ baseUrl: product.api, cookies: () => account.cookie })

async function expectClean(page: Page, where: string): Promise<void> {
  expect.soft(await seriousFaults(page), where).toEqual([])
  expect
    .soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), where)
    .toBeLessThanOrEqual(0)
}

test('somebody founds an organization, looks after it, and a customer lets it manage a captcha', async ({
  context,
  page,
  browser,
}) => {
  const watched = watchPage(page)
  await context.addCookies(cookiesOf(owner))

  // With the keyboard alone, from the empty state on.
  await openPage(page, `${product.dashboard}/en/organizations`)
  await expect(page.getByRole('heading', { name: 'You don’t belong to an organization yet' })).toBeVisible()
  await expectClean(page, 'no organization')
  await page.getByRole('link', { name: 'Create organization' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.type('Muster Agentur')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('radio', { name: /Agency/u })).toBeChecked()
  await page.getByLabel('VAT ID').fill('FR12345678901')
  await page.getByLabel('Country').selectOption('DE')
  await page.getByLabel('VAT ID').press('Enter')
  // Nothing that was typed is lost, and the fault stands beside its field.
  await expect(page.getByText('Please tick this box to continue.')).toBeVisible()
  await page.getByRole('checkbox', { name: /I agree to the partner programme rules/u }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This isn’t a valid VAT ID for the chosen country.').first()).toBeVisible()
  await expect(page.getByLabel('VAT ID')).toHaveValue('FR12345678901')
  await expect(page.getByLabel('VAT ID')).toBeFocused()
  await expectClean(page, 'a refused founding')
  await page.getByLabel('VAT ID').fill('')
  await page.getByLabel('VAT ID').press('Enter')
  await expect(page.getByRole('heading', { name: 'Muster Agentur' })).toBeVisible()
  const base = page.url()
  expect(base).toMatch(/\/en\/organizations\/[\da-f-]{36}$/u)
  await expect(page.getByText('The legal name is missing.')).toBeVisible()
  await expectClean(page, 'overview')

  // The account for payouts is masked, and a wrong one is refused without a trace in the address.
  await openPage(page, `${base}/settings/payout?change=1`)
  await page.getByLabel('Account holder').fill('Muster Agentur GmbH')
  await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 01')
  await page.getByRole('button', { name: 'Save account' }).click()
  await expect(page.getByText('This IBAN isn’t valid')).toBeVisible()
  await expect(page.getByLabel('IBAN')).toHaveValue('DE89 3704 0044 0532 0130 01')
  await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
  await page.getByRole('button', { name: 'Save account' }).click()
  await expect(page.getByText('DE•• •••• 3000')).toBeVisible()
  await expect(page.getByText('3704')).toHaveCount(0)
  await expectClean(page, 'payout account')

  // Verification asks for the legal name first, then hands out the record.
  await openPage(page, `${base}/settings/verification`)
  await page.getByRole('link', { name: 'Add it first' }).click()
  await page.getByLabel('Legal name').fill('Muster Agentur GmbH')
  await page.locator('#legal').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved. Takes effect within seconds.')).toBeVisible()
  await page.getByRole('link', { name: 'Verification', exact: true }).click()
  await page.getByRole('button', { name: 'Get the record' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('_bollard-verification.example.org')
  await expect(page.getByText('Under review')).toBeVisible()
  await expectClean(page, 'verification')

  // A link for customers is shown once.
  await openPage(page, `${base}/settings/links`)
  await page.getByLabel('Name', { exact: true }).fill('Website')
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByLabel('Link', { exact: true }).inputValue()
  expect(link).toContain('/solution-creation#inviteToken=')
  await page.reload()
  await expect(page.getByText('Website')).toBeVisible()
  await expect(page.getByLabel('Link', { exact: true })).toHaveCount(0)
  await expectClean(page, 'links')

  // The customer is not signed in: the token comes along, and stands in no address that a server sees.
  const visitor = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const phone = await visitor.newPage()
  const token = new URL(link).hash.replace('#inviteToken=', '')
  const asked: string[] = []
  phone.on('request', (request) => asked.push(request.url()))
  await openPage(phone, link)
  await expect(phone.getByRole('heading', { name: 'Muster Agentur recommends Bollard' })).toBeVisible()
  await phone.getByRole('link', { name: /^Sign in/u }).click()
  await phone.getByLabel('E-mail address').fill(customer.email)
  await phone.getByLabel('Password', { exact: true }).fill(password)
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click()
  await phone.locator('a[href*="solution-creation"]').click()
  await expect(phone.getByText('Muster Agentur recommended Bollard to you').last()).toBeVisible()
  expect(new URL(phone.url()).hash).toBe('')
  await expectClean(phone, 'a new captcha with a link')
  await phone.getByRole('checkbox', { name: 'Muster Agentur can manage this captcha' }).check()
  await phone.getByLabel('Name', { exact: true }).fill('Bakery')
  await phone.getByRole('button', { name: 'Create captcha' }).click()
  await expect(phone.getByRole('heading', { name: /Bakery/u }).first()).toBeVisible()
  await expect(phone.getByRole('link', { name: 'Muster Agentur / Bakery' })).toBeVisible()
  expect(asked.filter((url) => url.split('#', 1)[0]?.includes(token))).toEqual([])

  // To the customer, who is no member, the organization does not exist; a link that is none says so.
  await openPage(phone, base)
  await expect(phone.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  for (const path of ['/earnings', '/settings', '/earnings/commissions.csv'])
    expect((await visitor.request.get(`${base}${path}`)).status()).toBe(404)
  await openPage(phone, `${product.dashboard}/en/solution-creation#inviteToken=nonsense`)
  await expect(phone.getByText('This link doesn’t work')).toBeVisible()
  await phone.getByRole('button', { name: 'Continue without it' }).click()
  await expect(phone.getByText('This link doesn’t work')).toHaveCount(0)
  await visitor.close()

  await openPage(page, `${base}/solutions`)
  await expect(page.getByRole('cell', { name: 'Bakery' })).toBeVisible()
  await expect(page.getByText('1 of 3 captchas.')).toBeVisible()
  await expectClean(page, 'solutions')
  const csv = await context.request.get(`${base}/earnings/commissions.csv`)
  expect([csv.status(), csv.headers()['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  await openPage(page, `${base}/earnings`)
  await expect(page.getByText('No commissions yet')).toBeVisible()
  await expectClean(page, 'earnings')
  // Browsers note every form that was refused.
  expect(watched.complaints.filter((text) => !/status of 422/u.test(text))).toEqual([])
  expect(watched.foreignRequests).toEqual([])
})

test('a viewer sees the organization and not what is for admins; it ends with its name typed', async ({
  context,
  browser,
  page,
}) => {
  const viewer = await createAccount('Viewer')
  const [organization] = (await apiOf(owner).listOrganizations()).items
  const organizationId = organization?.id ?? ''
  await apiOf(owner).createOrganizationInvitation({
    organizationId,
    organizationInvitationCreationDto: { email: viewer.email, role: 'VIEWER', language: 'en', message: '' },
  })
  const [invitation] = (await apiOf(viewer).listMyInvitations()).items
  await apiOf(viewer).acceptInvitation({ invitationAcceptanceDto: { invitationId: invitation?.id ?? '' } })

  const theirs = await browser.newContext()
  await theirs.addCookies(cookiesOf(viewer))
  const seen = await theirs.newPage()
  const base = `${product.dashboard}/de/organizations/${organizationId}`
  await openPage(seen, `${base}/settings`)
  await expect(seen.getByText('Ihre Rolle hier ist Betrachter.')).toBeVisible()
  await expect(seen.getByRole('link', { name: 'Auszahlungskonto' })).toHaveCount(0)
  for (const section of ['payout', 'verification', 'links', 'audit'])
    expect(await (await theirs.request.get(`${base}/settings/${section}`)).text(), section).toContain(
      'Diese Personen können helfen: Partner.',
    )
  await openPage(seen, `${base}/settings/deletion`)
  await expect(seen.getByText('Diese Personen können helfen: Partner.')).toBeVisible()
  await expectClean(seen, 'for admins only')
  await theirs.close()

  await context.addCookies(cookiesOf(owner))
  await openPage(page, `${base}/settings/deletion`)
  await page.getByLabel('Name der Organisation').fill('Muster')
  await page.getByRole('button', { name: 'Organisation löschen' }).click()
  await expect(page.getByText('Das ist nicht der Name der Organisation.')).toBeVisible()
  await page.getByLabel('Name der Organisation').fill('Muster Agentur')
  await page.getByRole('button', { name: 'Organisation löschen' }).click()
  await expect(page.getByRole('heading', { name: 'Sie gehören noch zu keiner Organisation' })).toBeVisible()
})
