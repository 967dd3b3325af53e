import { expect, test } from '@playwright/test'
import { product } from './product.ts'
import { watchPage } from './watch-page.ts'

const pageOf = (path: string) => `${product.website}/en/products/${path}`

test('the calculator shows while the slider moves what the server computes for the same address', async ({
  browser,
  page,
}) => {
  const watched = watchPage(page)
  await page.goto(pageOf('captcha/pricing'))
  const table = page.getByRole('region', { name: 'Cost of a month by plan' })
  await page.getByLabel('Or move the slider').fill('60')
  await page.getByLabel('Yearly').check()
  await expect(page).toHaveURL(/verifications=\d+&billing=YEARLY/u)
  const shown = await table.innerText()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(page.url())
  expect(await plain.getByRole('region', { name: 'Cost of a month by plan' }).innerText()).toBe(shown)
  await context.close()
  expect(watched.complaints).toEqual([])
})

test('the slider of the work multiplies what the table lists', async ({ page }) => {
  await page.goto(pageOf('captcha/captcha-security-concept'))
  await page.getByLabel('Work of one challenge').fill('26')
  await expect(page.locator('[data-figure="hashes"]')).toHaveText('67,108,864')
  const row = page.getByRole('row', { name: /^Maximum of a second challenge/u }).getByRole('cell')
  for (const [column, figure] of [
    [1, 'seconds'],
    [2, 'sha256'],
    [3, 'equix'],
  ] as const)
    await expect(page.locator(`[data-figure="${figure}"]`)).toHaveText(await row.nth(column).innerText())
})

test('the configurator changes the widget and its markup without a reload, and the address keeps the choice', async ({
  page,
}) => {
  const watched = watchPage(page)
  await page.goto(pageOf('captcha/captcha-user-experience'))
  await page.getByLabel('Theme').selectOption('dark')
  await page.locator('#configurator').getByLabel('Language').selectOption('fr')
  await expect(page.locator('#configurator pre')).toContainText('theme="dark"')
  await expect(page.locator('#configurator bollard-captcha')).toHaveAttribute('language', 'fr')
  await page.reload()
  await expect(page.locator('#configurator pre')).toContainText('language="fr"')
  expect(watched.complaints).toEqual([])
})

test('the paragraph for a privacy notice follows the answers, without JavaScript as well', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(pageOf('captcha/gdpr-compliant-captcha'))
  await page.getByLabel('Who runs Bollard?').selectOption('other')
  await page.getByLabel('Name and address of the operator').fill('Example Ltd')
  await page.getByLabel('Days that entries are kept').fill('14')
  await page.getByRole('button', { name: 'Apply' }).click()
  const notice = page.locator('#notice-text [data-result]')
  await expect(notice).toContainText('operated on our behalf by Example Ltd')
  await expect(notice).toContainText('after 14 days')
  await context.close()
})
