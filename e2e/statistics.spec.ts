import { logFilterSchema } from '@bollard/contracts'
import { chromiumHeaders } from '@bollard/testing'
import { expect, test } from '@playwright/test'
import { cookiesOf } from './account.ts'
import { becomeOwner } from './owner.ts'
import { type OwnProduct, startOwnProduct } from './own-product.ts'
import { product } from './product.ts'
import { runScript } from './script-visitor.ts'
import { openPage, untilTakenOver } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

let own: OwnProduct
test.beforeAll(async () => {
  own = await startOwnProduct({ TRUSTED_PROXIES: '127.0.0.1,::1', SIGN_UPS_PER_HOUR: '100', SIGN_UP_CAPTCHA: 'false' })
})
test.afterAll(() => own?.stop())

test('by keyboard a country on the map becomes a filter, its count leads to the same rows of the log, and Escape clears it', async ({
  page,
  context,
}) => {
  const owner = await becomeOwner('Statistics')
  const { api, solutionId, siteKey } = owner
  const [german, french] = ['84.128.0.1', '90.0.0.1']
  for (const address of [german, german, french])
    await runScript({ siteKey, headers: { ...chromiumHeaders, 'x-forwarded-for': address }, claimsBrowser: true })
  // A product of one's own has the address of the machine.
  await context.addCookies(cookiesOf(owner.account).map((cookie) => ({ ...cookie, domain: '127.0.0.1' })))
  const { complaints } = watchPage(page)
  await openPage(page, `${product.dashboard}/en/solutions/${solutionId}/captcha`)
  await expect(page).toHaveURL(/\/captcha\/statistics$/u)

  const countries = page.locator('svg [data-country]')
  await expect(countries).toHaveCount(2)
  await countries.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(countries.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(countries.first()).toHaveAccessibleName(/^Germany: 2 verifications/u)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?country=DE$/u)
  const chip = page.getByRole('link', { name: 'Remove the filter Country: Germany' })
  await expect(chip).toBeVisible()
  await expect(countries.first()).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(chip).toBeHidden()
  await expect(page).toHaveURL(/\/captcha\/statistics\?$|\/captcha\/statistics$/u)
  // The map follows a moment after what is above it; until then its link leads to where the page is already.
  await expect(countries.first()).not.toHaveAttribute('aria-current')
  await page.keyboard.press('Enter')

  const count = page
    .getByRole('region', { name: 'Matching verifications' })
    .getByRole('link', { name: '2: show them in the log' })
    .first()
  await count.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/captcha\/verifications\?/u)
  await untilTakenOver(page)
  const filter = logFilterSchema.parse(Object.fromEntries(new URL(page.url()).searchParams))
  expect(filter.country).toBe('DE')
  const { items } = await api.listVerifications({ solutionId, ...filter })
  expect(items.map(({ country }) => country)).toEqual(['DE', 'DE'])
  expect(complaints).toEqual([])
})
