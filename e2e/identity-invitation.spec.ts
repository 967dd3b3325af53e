import { createApiClient } from '@bollard/api-client'
import { expect, type Page, test } from '@playwright/test'
import { type Account, cookiesOf, createAccount, createCaptcha, password } from './account.ts'
import { inMail, linkTo } from './identity-mail.ts'
import { product } from './product.ts'
import { openPage } from './taken-over.ts'

let owner: Account
let solutionId: string

test.beforeAll(async () => {
  owner = await createAccount('Host')
  solutionId = (await createCaptcha(owner, 'Newsletter')).solutionId
})

async function invite(email: string, message = ''): Promise<string> {
  const api = createApiClient({ baseUrl: product.api, cookies: () => owner.cookie })
  await api.createSolutionInvitation({
    solutionId,
    solutionInvitationCreationDto: { email, role: 'MEMBER', language: 'en', message },
  })
  return inMail(email, linkTo('invitation#token='))
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('somebody sees who invites them to what before signing in, and the token leaves the address', async ({ page }) => {
  const guest = await createAccount('Guest')
  const link = await invite(guest.email, 'Please have a look.')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openPage(page, link)
  await expect(page.getByRole('heading', { name: 'Host invites you to Newsletter' })).toBeVisible()
  await expect(page.getByText('Please have a look.')).toBeVisible()
  await expect(page.getByText(guest.email)).toHaveCount(0)
  expect(page.url()).toBe(`${product.identity}/en/invitation`)
  const token = new URL(link).hash.replace('#token=', '')
  expect(asked.filter((url) => new URL(url).href.split('#', 1)[0]?.includes(token))).toEqual([])
  await page.getByRole('link', { name: 'Sign in to accept' }).click()
  await signIn(page, guest.email)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page).toHaveURL(new RegExp(`^${product.dashboard}/en/solutions/${solutionId}`, 'u'))
})

test('the wrong account is told so and can change to the right one', async ({ context, page }) => {
  const guest = await createAccount('Right')
  const wrong = await createAccount('Wrong')
  const link = await invite(guest.email)
  await context.addCookies(cookiesOf(wrong))
  await openPage(page, link)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('This invitation is for another address')).toBeVisible()
  await page.getByRole('button', { name: 'Use another account' }).click()
  await expect(page).toHaveURL(/\/sign-in\?returnTo=/u)
  await signIn(page, guest.email)
  await expect(page).toHaveURL(`${product.identity}/en/invitation`)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page).toHaveURL(new RegExp(`^${product.dashboard}/en/solutions/${solutionId}`, 'u'))
})

test('an invitation is declined without an account, also by pasting its link where no scripts run', async ({
  browser,
}) => {
  const link = await invite(`stranger.${Date.now().toString(36)}@example.org`)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(link)
  await page.getByLabel('Link from the e-mail').fill(link)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('heading', { name: 'Invitation declined' })).toBeVisible()
  await context.close()
})
