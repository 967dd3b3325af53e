import { expect, test } from '@playwright/test'
import { openAsPerson } from './open-as-person.ts'
import { product } from './product.ts'
import { watchPage } from './watch-page.ts'

test('the root and a bare language lead to the captcha landing, for good', async ({ request }) => {
  for (const [path, target] of [
    ['/', '/en/products/captcha'],
    ['/de', '/de/products/captcha'],
    ['/products/captcha', '/en/products/captcha'],
  ] as const) {
    const answer = await request.get(`${product.website}${path}`, {
      maxRedirects: 0,
      headers: { 'accept-language': 'en' },
    })
    expect(answer.status(), path).toBe(301)
    expect(answer.headers()['location'], path).toBe(target)
  }
})

test('an unknown page is a real 404 with a way home', async ({ page }) => {
  const answer = await page.goto(`${product.website}/en/nowhere`)
  expect(answer?.status()).toBe(404)
  await page.getByRole('link', { name: 'Go to the home page', exact: true }).click()
  await expect(page).toHaveURL(`${product.website}/en/products/captcha`)
})

test('the examples stand in one panel with their tabs, and none is cut off', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${product.website}/en/products/captcha`)
  const panel = page.locator('#set-up .code-tabs')
  for (const tab of ['HTML', 'Node.js', 'PHP', 'Python']) {
    await panel.getByText(tab, { exact: true }).click()
    const code = panel.locator('pre:visible')
    await expect(code, tab).toHaveCount(1)
    const hidden = await code.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(hidden, tab).toBeLessThanOrEqual(0)
  }
  await page.close()
})

test('acting like a bot is really refused, with the reasons', async ({ page }) => {
  const watched = watchPage(page)
  await page.goto(`${product.website}/en/products/captcha`)
  await page.getByRole('button', { name: 'Act like a bot' }).click()
  const verdict = page.locator('#verdict')
  await expect(verdict).toContainText('Blocked')
  await expect(verdict).toContainText('The proof of work is wrong')
  expect(watched.complaints).toEqual([])
})

test('without JavaScript the form is refused as a form without an answer', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${product.website}/en/products/captcha`)
  await page.getByLabel('E-mail').fill('anna@example.org')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.locator('#verdict')).toContainText('the form came without a token')
  await context.close()
})

test('a browser under automation is refused by the form as well', async ({ page }) => {
  await page.goto(`${product.website}/en/products/captcha`)
  // As much as the widget waits for before it answers.
  await page.getByLabel('E-mail').click()
  await page.getByLabel('E-mail').pressSequentially('anna@example.org')
  await expect(page.locator('bollard-captcha')).toContainText('We couldn’t let you through', { timeout: 60_000 })
})

test('a person is let through, with score, reasons and time from the server', async () => {
  const person = await openAsPerson(`${product.website}/en/products/captcha`)
  await person.click('#demo input')
  await person.type('anna@example.org')
  await expect.poll(() => person.textOf('bollard-captcha'), { timeout: 60_000 }).toContain('You’re through')
  await person.click('#demo button')
  await expect
    .poll(() => person.textOf('#verdict'), { timeout: 60_000 })
    .toMatch(/Let through.*Bot score.*0\.\d\d.*32 small tasks in [\d,]+ ms/su)
  expect(person.complaints).toEqual([])
  await person.close()
})
