import { createApiClient } from '@bollard/api-client'
import { openDatabase } from '@bollard/database'
import { makeTestFolder, type TestFolder } from '@bollard/testing'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { sellerSettings, signIn as takeCookies } from './billing-person.ts'
import { inMail, linkTo } from './identity-mail.ts'
import { type OwnProduct, startOwnProduct } from './own-product.ts'
import { product } from './product.ts'
import { openPage } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

const password = 'quiet posts along the kerb'
// Keys that everybody may know: what they protect is passed by anybody, but not without a token.
const captcha = {
  IDENTITY_SITE_KEY: 'bsk_TestAlwaysPasses000000',
  IDENTITY_SECRET_KEY: 'bsec_TestAlwaysPasses0000000000000000_37Csnv',
}

test.describe.configure({ mode: 'serial' })
let own: OwnProduct
let folder: TestFolder
const email = `captcha.${Date.now().toString(36)}@example.org`

test.beforeAll(async () => {
  folder = await makeTestFolder()
  // An operator with terms, which the sign-up asks to accept.
  own = await startOwnProduct({ ...captcha, ...(await sellerSettings(folder.path)), SIGN_UP_CAPTCHA: 'true' })
})
test.afterAll(async () => {
  await own?.stop()
  await folder?.remove()
})

test('a sign-up that our own captcha protects is finished with the code of the mail, and opens the dashboard for the first time', async ({
  page,
}) => {
  const watched = watchPage(page)
  const asked = requestsOf(page)
  await openPage(page, `${product.identity}/en/sign-up`)
  await fillSignUp(page, email)
  await expect(page.getByRole('button', { name: /Resend in \d+ s/u })).toBeVisible()
  await page.getByLabel('Six-digit code').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('This code is wrong or has expired')).toBeVisible()
  await page.getByLabel('Six-digit code').fill(await inMail(email, /\b(\d{3} ?\d{3})\b/u))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(new RegExp(`^${product.dashboard}/en/dashboard`, 'u'))
  expect(asked).toContain(`${product.dashboard}/en/dashboard?firstsignin=1`)
  expect(watched.complaints.filter((text) => !/status of 400/u.test(text))).toEqual([])
})

test('what somebody typed stays where React takes the page over late, after the widget has moved in', async ({
  page,
}) => {
  const watched = watchPage(page)
  let takeOver = () => {}
  const held = new Promise<void>((resolve) => (takeOver = resolve))
  await page.route('**/i18n/**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${product.identity}/en/sign-up`)
  await page.getByLabel('E-mail address').fill('early@example.org')
  await expect(page.locator('bollard-captcha > input')).toHaveCount(1)
  takeOver()
  // An effect fills it in, so it is there once React is.
  await expect(page.locator('input[name=timezone]')).not.toHaveValue('')
  await expect(page.getByLabel('E-mail address')).toHaveValue('early@example.org')
  await expect(page.locator('bollard-captcha > input')).toHaveCount(1)
  expect(watched.complaints).toEqual([])
})

test('without JavaScript the form says what is missing and keeps what was typed', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${product.identity}/en/sign-up`)
  await expect(page.locator('noscript p')).toContainText('which needs JavaScript')
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('E-mail address').fill('nora@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('I accept').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('let the check above the button finish')).toBeVisible()
  await expect(page.getByLabel('E-mail address')).toHaveValue('nora@example.org')
  await context.close()
})

test('a session that was not proven lately is asked again, and then what was asked for is done with what was typed', async ({
  page,
}) => {
  const returnTo = `${product.identity}/en/account/email`
  await signIn(page, returnTo)
  await ageProofs()
  const next = `next.${email}`
  await page.getByLabel('New e-mail address').fill(next)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your identity' })).toBeFocused()
  await page.getByLabel('Your password').fill('not the password')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('The password is wrong.')).toBeVisible()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText(`We’ve sent an e-mail to ${next}.`)).toBeVisible()
  expect(await inMail(next, linkTo('confirm-email-change'))).toContain('token=')
})

test('a sign-in that has to pass the captcha first goes on with what was typed', async ({ browser }) => {
  for (const [language, text] of [
    ['en', 'There have been many sign-in attempts.'],
    ['de', 'Es gab viele Anmeldeversuche.'],
  ] as const) {
    // Anew for each, since a right password forgets them.
    for (let index = 0; index < 5; index += 1) await failToSignIn()
    // A browser that nobody knows.
    const context = await browser.newContext()
    const page = await context.newPage()
    await openPage(page, `${product.identity}/${language}/sign-in`)
    expect(await context.cookies()).toEqual([])
    await page.locator('input[name=email]').fill(email)
    await page.locator('input[name=password]').fill(password)
    await page.locator('form button[type=submit]').first().click()
    await expect(page.getByText(text)).toBeVisible()
    await expect(page.locator('input[name=password]')).toHaveValue(password)
    await page.locator('form button[type=submit]').first().click()
    await expect(page).toHaveURL(new RegExp(`^${product.dashboard}/${language}/dashboard`, 'u'))
    const cookies = await context.cookies(product.identity)
    expect(cookies.find(({ name }) => name === 'bollard.known_browser')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
    })
    expect(cookies.find(({ name }) => name === 'browser_id')).toMatchObject({ httpOnly: false })
    await context.close()
  }
})

test('the page of the proof leads back to our own sites only', async ({ page, context }) => {
  await signInByCall(context)
  for (const [returnTo, goal] of [
    [`${product.dashboard}/en/captchas`, `${product.dashboard}/en/captchas`],
    ['https://evil.example/', `${product.identity}/en/account`],
  ] as const) {
    await openPage(page, `${product.identity}/en/prove?returnTo=${encodeURIComponent(returnTo)}`)
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page).toHaveURL(goal)
  }
})

test('whoever is invited and has no account signs up, and the link of that mail leads back to the invitation', async ({
  page,
  context,
}) => {
  const asked = requestsOf(page)
  await signInByCall(context)
  const api = await apiAs(context)
  const { id: solutionId } = await api.createSolution({
    solutionNewDto: { type: 'CAPTCHA', label: 'Newsletter', domains: ['example.org'] },
  })
  const guest = `guest.${email}`
  await api.createSolutionInvitation({
    solutionId,
    solutionInvitationCreationDto: { email: guest, role: 'VIEWER', language: 'en', message: '' },
  })
  await context.clearCookies()
  await openPage(page, await inMail(guest, linkTo('invitation#token=')))
  await page.getByRole('link', { name: 'Create an account' }).click()
  await fillSignUp(page, guest)
  await openPage(page, await inMail(guest, linkTo('verify-email')))
  await page.getByRole('button', { name: 'Confirm and continue' }).click()
  await expect(page).toHaveURL(`${product.identity}/en/invitation`)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page).toHaveURL(new RegExp(`^${product.dashboard}/en/solutions/${solutionId}`, 'u'))
  expect(asked).toContain(`${product.dashboard}/en/solutions/${solutionId}/overview?firstsignin=1`)
  await expect(page).toHaveURL(`${product.dashboard}/en/solutions/${solutionId}/overview`)
})

/** The addresses that a page asks for from now on: the dashboard may take out of its own what it has read. */
function requestsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  return asked
}

async function fillSignUp(page: Page, address: string): Promise<void> {
  await page.getByLabel('First name').fill('Anna')
  await page.getByLabel('E-mail address').fill(address)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('I accept').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/check-your-mail/u)
}

async function signIn(page: Page, returnTo: string): Promise<void> {
  await openPage(page, `${product.identity}/en/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(returnTo)
}

/** As the form does, without its pages. */
async function signInByCall(context: BrowserContext): Promise<void> {
  const cookies: string[] = []
  const api = createApiClient({ baseUrl: product.api, onSetCookie: (set) => cookies.push(...set) })
  await api.createSession({ sessionNewDto: { email, password } })
  await takeCookies(context, { email, cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ') })
}

async function failToSignIn(): Promise<void> {
  await fetch(`${product.api}/identity/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'not the password' }),
  })
}

/** The services in the name of whoever is signed in there. */
async function apiAs(context: BrowserContext): Promise<ReturnType<typeof createApiClient>> {
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  return createApiClient({ baseUrl: product.api, cookies: () => cookie })
}

/** As if all sessions had been proven an hour ago. */
async function ageProofs(): Promise<void> {
  const db = openDatabase({ connectionString: own.connectionString, max: 1 })
  await db.query('test-age-proofs', `UPDATE identity.sessions SET proven_at = proven_at - interval '1 hour'`)
  await db.close()
}
