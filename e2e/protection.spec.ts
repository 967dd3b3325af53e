import { createApiClient } from '@bollard/api-client'
import { expect, type Page, test } from '@playwright/test'
import { createProtection } from '../client/protect/src/index.ts'
import { cookiesOf, createAccount } from './account.ts'
import { openAsPerson } from './open-as-person.ts'
import { product } from './product.ts'
import { openPage, untilTakenOver } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

test('from nothing to a protected site: its first request heard of, a limit in six clicks, its decision found, and a held message approved by one key', async ({
  context,
  page,
}) => {
  const ada = await createAccount('Ada')
  const owner = createApiClient({ baseUrl: product.api, cookies: () => ada.cookie })
  const watched = watchPage(page)
  await context.addCookies(cookiesOf(ada))

  await openPage(page, `${product.dashboard}/en/solution-creation?type=BUNDLE_SECURITY`)
  await page.getByLabel('Name', { exact: true }).fill('Shop')
  await page.getByRole('textbox', { name: 'Domains' }).fill('shop.example.org')
  await page.getByRole('button', { name: 'Create page protection' }).click()
  await expect(page.getByRole('heading', { name: 'Connect your site', level: 1 })).toBeVisible()
  const secretKey = await page.getByRole('textbox', { name: 'Secret key' }).inputValue()
  const solutionId = /solutions\/([\w-]+)\//u.exec(page.url())?.[1] ?? ''
  const pages = `${product.dashboard}/en/solutions/${solutionId}`
  // Requests that are let through are kept as a sample; this journey looks for one of them.
  const settings = await owner.getProtectionSettings({ solutionId })
  await owner.updateProtectionSettings({ solutionId, protectionSettingsDto: { ...settings, sampledPercent: 100 } })

  const server = createApiClient({
    baseUrl: product.api,
    requestHeaders: () => ({ authorization: `Bearer ${secretKey}` }),
  })
  const ask = (method: string, path: string) =>
    server.decide({ decideDto: { request: { address: '192.0.2.7', method, host: 'shop.example.org', path } } })

  await test.step('the page hears of the first request by itself', async () => {
    await expect(page.getByText('Nothing yet.')).toBeVisible()
    expect((await ask('GET', '/')).conclusion).toBe('ALLOW')
    await expect(page.locator('#listen')).toContainText('1 request counted')
  })

  await test.step('the first limit takes six clicks at most, and begins in dry run', async () => {
    const clicks = await countClicks(page)
    await page.getByRole('link', { name: 'Create a limit' }).click()
    await page.getByRole('link', { name: 'Sign-in attempts' }).click()
    await page.getByRole('button', { name: 'Create limit' }).click()
    await expect(page.getByRole('heading', { name: 'sign-in', level: 1 })).toBeVisible()
    const [limiter] = (await owner.listLimiters({ solutionId })).items
    expect(limiter).toMatchObject({ name: 'sign-in', mode: 'DRY_RUN' })
    expect(clicks()).toBeGreaterThan(0)
    expect(clicks()).toBeLessThanOrEqual(6)
  })

  await test.step('a decision with that limit is found by its number', async () => {
    const part = { part: 'sign-in', state: 'DRY_RUN' }
    const decide = async () => {
      const decision = await ask('POST', '/login')
      expect(decision.parts).toContainEqual(expect.objectContaining(part))
      return decision.id
    }
    await expect(decide).toPass({ timeout: 30_000 })
    const id = await decide()
    const stored = () => owner.getDecision({ solutionId, decisionId: id }).catch(() => null)
    await expect.poll(stored).toMatchObject({ path: '/login' })
    await openPage(page, `${pages}/analytics/decisions`)
    await page.locator(`main a[href$="/analytics/decisions/${id}"]`).click()
    await expect(page.getByRole('main')).toContainText(id)
    await expect(page.getByRole('row', { name: 'sign-in' })).toContainText('Dry run')
  })

  await test.step('a message that was held is opened and approved by keys alone', async () => {
    const fields = [{ name: 'message', kind: 'TEXT' as const, linksMax: 1 }]
    const protectedFormNewDto = { name: 'enquiry', mode: 'LIVE' as const, fields, reviewFrom: 30, refuseFrom: null }
    await owner.createProtectedForm({ solutionId, protectedFormNewDto })
    const message = 'Please look at https://a.example and https://b.example and https://c.example'
    const held = await server.validate({ validateDto: { form: 'enquiry', values: { message } } })
    expect(held.conclusion).toBe('REVIEW')
    await openPage(page, `${pages}/protection/validations/reviews`)
    await page.getByRole('link', { name: /^Please look at/u }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Message from enquiry', level: 1 })).toBeVisible()
    await untilTakenOver(page)
    await page.keyboard.press('a')
    await expect(page.getByText('Nothing waits for you')).toBeVisible()
    const [approved] = (await owner.listReviews({ solutionId, state: 'APPROVED' })).items
    expect(approved).toMatchObject({ id: held.reviewId })
  })

  await test.step('a form is judged alike by the endpoint, by the middleware and by what a page asks while it is filled in', async () => {
    const fields = (['EMAIL', 'PHONE', 'IBAN', 'VAT_ID', 'URL'] as const).map((kind) => ({
      name: kind,
      kind,
      isOptional: true,
      ...(kind === 'EMAIL' && { asksDns: false, disposable: 'TAKE' as const }),
      ...(kind === 'PHONE' && { country: 'DE' }),
    }))
    const protectedFormNewDto = { name: 'order', mode: 'LIVE' as const, fields, reviewFrom: 30, refuseFrom: null }
    await owner.createProtectedForm({ solutionId, protectedFormNewDto })
    const siteKey = (await owner.listEnvironments({ solutionId })).items[0]?.siteKey ?? ''
    const fromPage = createApiClient({
      baseUrl: product.api,
      requestHeaders: () => ({ origin: 'https://shop.example.org' }),
    })
    const middleware = createProtection({ secretKey, host: product.api, timeoutMs: 30_000 })
    const good = ['ada@shop.example', '030 1234567', 'DE89 3704 0044 0532 0130 00', 'DE136695976', 'shop.example/x']
    const wrong = ['ada@gmial.com', '030', 'DE89 3704 0044 0532 0130 01', 'DE136695977', 'javascript:alert(1)']
    const filledIn = [good, wrong, good.map((value) => ` ${value}\t`), wrong.map((value) => ` ${value} `)]
    for (const filled of [...filledIn, good.map(() => ' '), good.map(() => '')]) {
      const values = Object.fromEntries(fields.map(({ name }, index) => [name, filled[index] ?? '']))
      const asked = { form: 'order', values, language: 'de' }
      const answers = await Promise.all([
        server.validate({ validateDto: asked }),
        middleware.validate('order', values, { language: 'de' }),
        fromPage.validateTyped({ siteKey, typedValuesDto: asked }),
      ])
      const [byServer, byMiddleware, byPage] = answers.map((answer) =>
        answer.fields.map(({ name, outcome, suggestion, message }) => [name, outcome, suggestion, message]),
      )
      expect(byServer).toHaveLength(5)
      expect(byMiddleware).toEqual(byServer)
      expect(byPage).toEqual(byServer)
      const told = byServer?.filter(([, , , message]) => message !== null)
      expect(told, JSON.stringify(filled)).toHaveLength(filled[1]?.trim() === '030' ? 5 : 0)
    }
  })

  await test.step('a text that is too long is told to its visitor', async () => {
    await openPage(page, `${pages}/protection/validations/new`)
    await page.getByLabel('Name', { exact: true }).fill('long')
    await page.getByLabel('Name in the form').first().fill('message')
    await page.getByLabel('Kind').first().selectOption('TEXT')
    await page.getByLabel('Refuse texts').first().check()
    await page.getByLabel('Value to try').first().fill('long '.repeat(20_001))
    await page.getByRole('button', { name: 'Try the values' }).click()
    await expect(page.getByText('Please shorten the text to 100,000 characters.')).toBeVisible()
  })

  await test.step('a visitor who was stopped complains by keyboard alone', async () => {
    const { version, ...known } = await owner.getProtectionSettings({ solutionId })
    const protectionSettingsDto = { ...known, version, programsMode: 'LIVE' as const }
    await owner.updateProtectionSettings({ solutionId, protectionSettingsDto })
    const request = {
      address: '192.0.2.8',
      method: 'GET',
      host: 'shop.example.org',
      path: '/',
      userAgent: 'curl/8.5.0',
    }
    const stop = async () => {
      const decision = await server.decide({ decideDto: { request } })
      expect(decision.conclusion).toBe('CHALLENGE')
      return decision.id
    }
    await expect(stop).toPass({ timeout: 30_000 })
    const decisionId = await stop()
    await expect.poll(() => owner.getDecision({ solutionId, decisionId }).catch(() => null)).not.toBeNull()
    const person = await openAsPerson(`${product.website}/en/blocked?decision=${decisionId}`)
    const focused = () => person.evaluate('document.activeElement?.name || document.activeElement?.textContent')
    const tabTo = async (name: string) => {
      for (let tabs = 0; tabs < 40 && (await focused()) !== name; tabs += 1) await person.press('Tab')
      expect(await focused()).toBe(name)
    }
    await tabTo('message')
    await person.type('I only wanted to buy a chair.')
    await expect.poll(() => person.textOf('bollard-captcha'), { timeout: 60_000 }).toContain('You’re through')
    await tabTo('Send')
    await person.press('Enter')
    await expect.poll(() => person.textOf('main')).toContain('Thank you.')
    expect(person.complaints).toEqual([])
    await person.close()
    const { items } = await owner.listBlockedReports({ solutionId })
    expect(items).toMatchObject([{ decisionId, message: 'I only wanted to buy a chair.', state: 'OPEN' }])
  })

  expect(watched.complaints).toEqual([])
})

/** Counts clicks from now on, in whatever document they are made. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('clicked', () => (clicks += 1))
  const listen = () =>
    addEventListener('click', (event) => event.isTrusted && Reflect.get(globalThis, 'clicked')(), true)
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return () => clicks
}
