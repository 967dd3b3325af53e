import { expect, type Page, test } from '@playwright/test'
import { type Account, cookiesOf, createAccount, password } from './account.ts'
import { inMail, linkTo } from './identity-mail.ts'
import { totpCode } from '@bollard/testing'
import { product } from './product.ts'
import { openPage } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

// One account through all of it, as a person would have it; each journey goes on where the last one ended.
test.describe.configure({ mode: 'serial' })

let account: Account
let secret: string
let recoveryCodes: string[]
const newPassword = 'a longer walk between the posts'
const totpPeriodMs = 30_000
let lastStep = 0

test.beforeAll(async () => {
  account = await createAccount('Secured')
})

/** A code that was not used yet: each counts once, and the next one is accepted early. */
function nextCode(): string {
  lastStep = Math.max(Math.floor(Date.now() / totpPeriodMs), lastStep + 1)
  return totpCode(secret, lastStep)
}

async function sendPassword(page: Page, withPassword: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(withPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/sign-in\/second-factor/u)
}

test('an authenticator app is set up with its key, survives a wrong code, and gives ten recovery codes once', async ({
  context,
  page,
}) => {
  await context.addCookies(cookiesOf(account))
  const watched = watchPage(page)
  await openPage(page, `${product.identity}/en/account/security`)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  secret = (await page.getByLabel('Key', { exact: true }).inputValue()).replaceAll(' ', '')
  await page.getByLabel('Current code from the app').fill('000 000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('This code doesn’t match')).toBeVisible()
  expect((await page.getByLabel('Key', { exact: true }).inputValue()).replaceAll(' ', '')).toBe(secret)
  await page.getByLabel('Current code from the app').fill(nextCode())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  recoveryCodes = await page.locator('ol > li').allTextContents()
  expect(new Set(recoveryCodes).size).toBe(10)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('bollard-recovery-codes.txt')
  await page.reload()
  await expect(page.getByText(recoveryCodes[0] ?? '')).toHaveCount(0)
  await expect(page.getByText('10 left')).toBeVisible()
  expect(watched.complaints.filter((text) => !/status of 400/u.test(text))).toEqual([])
  expect(watched.foreignRequests).toEqual([])
})

test('signing in takes a code; a browser that is trusted is not asked again', async ({ page }) => {
  await openPage(page, `${product.identity}/en/sign-in`)
  await sendPassword(page, password)
  await page.getByLabel('Code from the app').fill('123456')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Each code works once')).toBeVisible()
  await page.getByLabel('Code from the app').fill(nextCode())
  await page.getByLabel('Trust this browser').check()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(new RegExp(`^${product.dashboard}/en/dashboard`, 'u'))
  await openPage(page, `${product.identity}/en/sign-out`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await expect(page.getByText('Last used')).toBeVisible()
  await page.getByLabel('E-mail address').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`^${product.dashboard}/en/dashboard`, 'u'))
})

test('a passkey is added, renamed, and is enough to sign in', async ({ context, page }) => {
  await context.addCookies(cookiesOf(account))
  const devTools = await context.newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await openPage(page, `${product.identity}/en/account/security`)
  await page.getByText('Add a passkey').click()
  await page.getByLabel('Name', { exact: true }).fill('Laptop')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByText('Passkey saved.')).toBeVisible()
  await page.getByText('Rename').click()
  await page.getByLabel('New name').fill('Work laptop')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Passkey renamed.')).toBeVisible()
  expect((await devTools.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1)
  await openPage(page, `${product.identity}/en/sign-out`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You’re signed out')).toBeVisible()
  // Else the browser answers the offer in the address field by itself, as soon as the page opens.
  await devTools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
  const offered = page.waitForResponse('**/passkey-options')
  await page.goto(`${product.identity}/en/sign-in`)
  await offered
  // A request that the authenticator has before somebody is there is never answered by it, so the browser asks after that.
  let present = () => {}
  const presence = new Promise<void>((resolve) => (present = resolve))
  await page.route('**/passkey-options', async (route) => {
    await presence
    await route.continue()
  })
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await devTools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
  present()
  await expect(page).toHaveURL(new RegExp(`^${product.dashboard}/en/dashboard`, 'u'))
})

test('a recovery code counts once, and from there all other sessions can be ended', async ({ page, browser }) => {
  const elsewhere = await browser.newContext()
  await elsewhere.addCookies(cookiesOf(account))
  await openPage(
    page,
    `${product.identity}/en/sign-in?returnTo=${encodeURIComponent(`${product.identity}/en/account/security`)}`,
  )
  await sendPassword(page, password)
  await page.getByText('No app or passkey to hand?').click()
  await page.getByLabel('Recovery code').fill((recoveryCodes[0] ?? '').toLowerCase())
  await page.getByRole('button', { name: 'Use recovery code' }).click()
  await expect(page).toHaveURL(`${product.identity}/en/account/security`)
  await expect(page.getByText('9 left')).toBeVisible()
  expect(await inMail(account.email, /recovery code/iu)).toBeTruthy()
  await page.getByRole('button', { name: 'End all others' }).click()
  await expect(page.getByText('All other sessions have ended.')).toBeVisible()
  expect((await elsewhere.request.get(`${product.identity}/en/account`)).url()).toContain(
    `${product.identity}/en/sign-in`,
  )
  await elsewhere.close()
})

test('a forgotten password: the mail alone is not enough, what was typed stays, and the link works once', async ({
  page,
}) => {
  await openPage(page, `${product.identity}/en/forgot`)
  await page.getByLabel('E-mail address').fill(account.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('we’ve sent a link')).toBeVisible()
  const link = await inMail(account.email, linkTo('reset-password'))
  await openPage(page, link)
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('Your account has two-step sign-in')).toBeVisible()
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue(newPassword)
  await page.getByLabel('Code from the app or a recovery code').fill(recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('This code is wrong')).toBeVisible()
  await page.getByLabel('Code from the app or a recovery code').fill(recoveryCodes[1] ?? '')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('Your password was changed')).toBeVisible()
  await sendPassword(page, newPassword)
  await openPage(page, link)
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0)
})

test('who has lost every factor asks for their removal, and a link of each mail stops it, without any script', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${product.identity}/en/sign-in`)
  await sendPassword(page, newPassword)
  await page.getByRole('link', { name: 'I’ve lost my app, passkey and codes' }).click()
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  const start = await inMail(account.email, linkTo('lost-factors/confirm'))
  await page.goto(start)
  await page.getByRole('button', { name: 'Start the 72 hours' }).click()
  await expect(page.getByRole('heading', { name: 'The 72 hours have started' })).toBeVisible()
  await page.goto(start)
  await page.getByRole('button', { name: 'Start the 72 hours' }).click()
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  await page.goto(await inMail(account.email, linkTo('lost-factors/stop')))
  await page.getByRole('button', { name: 'Keep them' }).click()
  await expect(page.getByRole('heading', { name: 'Your second factors stay' })).toBeVisible()
  await page.goto(`${product.identity}/en/sign-in/lost-factors`)
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  await context.close()
})
