import { openDatabase } from '@bollard/database'
import { expect, test } from '@playwright/test'
import { inMail, linkTo } from './identity-mail.ts'
import { type OwnProduct, startOwnProduct } from './own-product.ts'
import { product } from './product.ts'
import { watchPage } from './watch-page.ts'

const password = 'quiet posts along the kerb'
// Keys that everybody may know: what they protect is passed by anybody, but not without a token.
const captcha = { IDENTITY_SITE_KEY: 'bsk_TestAlwaysPasses000000', IDENTITY_SECRET_KEY: 'bsec_TestAlwaysPasses0000000000000000_37Csnv' }

test.describe.configure({ mode: 'serial' })
let own: OwnProduct
const email = `captcha.${Date.now().toString(36)}@example.org`

test.beforeAll(async () => {
  own = await startOwnProduct({ ...captcha, SIGN_UP_CAPTCHA: 'true', SIGN_UPS_PER_HOUR: '100' })
})
test.afterAll(() => own.stop())

test('a sign-up that our own captcha protects is finished with the code of the mail, and opens the dashboard for the first time', async ({ page }) => {
  const watched = watchPage(page)
  await page.goto(`${product.identity}/en/sign-up`)
  await page.getByLabel('First name').fill('Anna')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('I accept').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/check-your-mail/u)
  await expect(page.getByRole('button', { name: /Send again in \d+ s/u })).toBeVisible()
  await page.getByLabel('Six-digit code').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('is no longer valid')).toBeVisible()
  await page.getByLabel('Six-digit code').fill(await inMail(email, /\b(\d{3} ?\d{3})\b/u))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(`${product.dashboard}/en/dashboard?firstsignin=1`)
  expect(watched.complaints.filter((text) => !/status of 400/u.test(text))).toEqual([])
})

test('without JavaScript the form says what is missing and keeps what was typed', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${product.identity}/en/sign-up`)
  await expect(page.getByText('needs JavaScript for that')).toBeVisible()
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('E-mail address').fill('nora@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('I accept').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('let the check above the button finish')).toBeVisible()
  await expect(page.getByLabel('E-mail address')).toHaveValue('nora@example.org')
  await context.close()
})

test('a session that was not proven lately is asked again, and then what was asked for is done with what was typed', async ({ page }) => {
  const returnTo = `${product.identity}/en/account/email`
  await page.goto(`${product.identity}/en/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(returnTo)
  await ageProofs()
  const next = `next.${email}`
  await page.getByLabel('New e-mail address').fill(next)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Please confirm that it is you' })).toBeFocused()
  await page.getByLabel('Your password').fill('not the password')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('The password is wrong.')).toBeVisible()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText(`A mail to ${next} is on its way.`)).toBeVisible()
  expect(await inMail(next, linkTo('confirm-email-change'))).toContain('token=')
})

test('the page of the proof leads back to our own sites only', async ({ page, context }) => {
  await page.goto(`${product.identity}/en/sign-in`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`^${product.dashboard}`, 'u'))
  for (const [returnTo, goal] of [
    [`${product.dashboard}/en/captchas`, `${product.dashboard}/en/captchas`],
    ['https://evil.example/', `${product.identity}/en/account`],
  ] as const) {
    await page.goto(`${product.identity}/en/prove?returnTo=${encodeURIComponent(returnTo)}`)
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page).toHaveURL(goal)
  }
  await context.clearCookies()
})

/** As if all sessions had been proven an hour ago. */
async function ageProofs(): Promise<void> {
  const db = openDatabase({ connectionString: own.connectionString, max: 1 })
  await db.query('test-age-proofs', `UPDATE identity.sessions SET proven_at = proven_at - interval '1 hour'`)
  await db.close()
}
