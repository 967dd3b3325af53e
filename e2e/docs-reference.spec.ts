import { expect, test } from '@playwright/test'
import { allFaults } from './ask-axe.ts'
import { product } from './product.ts'
import { watchPage } from './watch-page.ts'

const siteverify = `${product.docs}/en/api/siteverify`

test('an operation shows its code, and a test key makes the call from the page by keyboard alone', async ({ page }) => {
  const watched = watchPage(page)
  await page.goto(siteverify)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify a token (siteverify)')
  await page.locator('.prose-tabs label', { hasText: 'Python' }).click()
  const code = page.locator('.prose-tabs pre:visible')
  await expect(code).toHaveCount(1)
  await expect(code).toContainText(`urllib.request.Request(`)
  await expect(code).toContainText(`${product.api}/captcha/v1/siteverify`)
  expect(await allFaults(page)).toEqual([])

  const result = page.locator('[data-result]')
  await page.getByLabel('Everyone passes').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(result).toContainText('Status 200')
  await expect(result).toContainText('"success": true')
  await expect(result).toContainText('content-type: application/json')
  expect(page.url()).toBe(siteverify)
  await page.getByLabel('Tokens count as used').check()
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(result).toContainText('token-already-used')
  expect(await allFaults(page)).toEqual([])
  expect(watched.complaints).toEqual([])
})

test('without JavaScript the same form answers with the page', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${product.docs}/de/api/getVerificationResult`)
  await page.getByLabel('Niemand besteht').check()
  await page.getByRole('button', { name: 'Anfrage senden' }).click()
  await expect(page.locator('[data-result]')).toContainText('verification-not-found')
  await context.close()
})

test('nothing but a call with test keys can be made through the page', async ({ request }) => {
  const send = (path: string, form: Record<string, string>, origin = product.docs) =>
    request.post(`${product.docs}${path}`, { form, headers: { origin } })
  expect((await send('/en/api/createRule', { kind: 'PASSES' })).status()).toBe(404)
  expect((await send('/en/api/siteverify', { kind: 'REAL', secret: 'bsec_…' })).status()).toBe(404)
  // The framework refuses forms of other origins before any code of ours runs.
  expect((await send('/en/api/siteverify', { kind: 'PASSES' }, 'https://elsewhere.example')).status()).toBe(400)
})

test('the type of a problem leads to the page about its code, in the language of the reader', async ({
  page,
  request,
}) => {
  const refused = await request.get(`${product.api}/nowhere`)
  const { type } = (await refused.json()) as { type: string }
  const answer = await request.get(type, { maxRedirects: 0, headers: { 'accept-language': 'de' } })
  expect(answer.headers()['location']).toBe('/de/errors/not-found')
  await page.goto(type)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not found: not-found')
  await expect(page.getByText(`"type": "${type}"`)).toBeVisible()
  expect(await allFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Get solution', exact: true }).click()
  await expect(page).toHaveURL(`${product.docs}/en/api/getSolution`)
  await page.getByRole('link', { name: 'not-found' }).first().click()
  await expect(page).toHaveURL(`${product.docs}/en/errors/not-found`)
})

test('the heaviest pages of the reference are small, have no framework, fit a phone, and have their Markdown beside them', async ({
  browser,
}) => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  for (const path of ['/en/api', '/en/errors', '/en/api/getStatistics', '/de/api/tryChange']) {
    let bytes = 0
    const scripts: string[] = []
    page.on('response', async (response) => {
      const body = await response.body().catch(() => Buffer.alloc(0))
      bytes += body.length
      if (response.request().resourceType() === 'script') scripts.push(body.toString())
    })
    await page.goto(`${product.docs}${path}`, { waitUntil: 'networkidle' })
    expect(bytes, path).toBeGreaterThan(10_000)
    // Uncompressed; the list has a line for each call.
    expect(bytes, path).toBeLessThan(400_000)
    expect(
      scripts.filter((script) => /react|hydrate/iu.test(script)),
      path,
    ).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360)
    expect(await allFaults(page), path).toEqual([])
    page.removeAllListeners('response')
    const twin = await page.request.get(`${product.docs}${path}.md`)
    expect(twin.headers()['content-type'], path).toContain('text/markdown')
    expect(await twin.text(), path).toMatch(/^# /u)
  }
  await page.close()
})
