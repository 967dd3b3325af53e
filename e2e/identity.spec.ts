import { createApiClient } from '@bollard/api-client'
import { expect, test } from '@playwright/test'
import { confirmationLink, password } from './account.ts'
import { product } from './product.ts'
import { openPage } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

for (const javaScriptEnabled of [true, false]) {
  test(`a link opened in another browser asks for the password, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
  }) => {
    const email = `elsewhere.${Date.now().toString(36)}@example.org`
    await createApiClient({ baseUrl: product.api }).createAccount({
      accountNewDto: { email, password, givenName: 'Else', language: 'en', acceptedTerms: true },
    })
    const context = await browser.newContext({ javaScriptEnabled })
    const page = await context.newPage()
    const watched = watchPage(page)
    await page.goto(await confirmationLink(email))
    await page.getByRole('button', { name: 'Confirm and continue' }).click()
    await expect(page.getByText('different browser')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill('not the one that was chosen')
    await page.getByRole('button', { name: 'Confirm and continue' }).click()
    await expect(page.getByText('don’t match').first()).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Confirm and continue' }).click()
    await expect(page).toHaveURL(new RegExp(`^${product.dashboard}/en/dashboard`, 'u'))
    expect(watched.complaints.filter((text) => !/status of 401/u.test(text))).toEqual([])
    await context.close()
  })
}

test('signing out ends the session on all sites, and signing in comes back to the page that was asked for', async ({
  page,
}) => {
  const email = `again.${Date.now().toString(36)}@example.org`
  await createApiClient({ baseUrl: product.api }).createAccount({
    accountNewDto: { email, password, givenName: 'Again', language: 'en', acceptedTerms: true },
  })
  await openPage(page, await confirmationLink(email))
  await page.getByRole('button', { name: 'Confirm and continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Confirm and continue' }).click()
  await expect(page).toHaveURL(new RegExp(`^${product.dashboard}/en/dashboard`, 'u'))
  await openPage(page, `${product.identity}/en/sign-out`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You’re signed out')).toBeVisible()
  await openPage(page, `${product.dashboard}/en/captchas`)
  await expect(page).toHaveURL(new RegExp(`^${product.identity}/en/sign-in`, 'u'))
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${product.dashboard}/en/captchas`)
})
