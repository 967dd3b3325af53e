import { createApiClient } from '@bollard/api-client'
import { siteSettingsSchema } from '@bollard/contracts'
import { expect, type Page, test } from '@playwright/test'
import { createAccount, createEasyCaptcha, difficultyMin } from './account.ts'
import { startCustomerSite } from './customer-site.ts'
import { product } from './product.ts'

const captcha = (page: Page) => page.locator('bollard-captcha')
const positionOf = (page: Page) => captcha(page).evaluate((widget) => getComputedStyle(widget).position)

test('what the plan does not have no attribute of a page switches on, and the form works as ever', async ({
  browser,
}) => {
  const account = await createAccount('Withheld')
  const owner = createApiClient({ baseUrl: product.api, cookies: () => account.cookie })
  const onTrial = await createEasyCaptcha(account, 'On trial')
  const { id, siteKey, secretKey } = await owner.createSolution({
    solutionNewDto: { type: 'CAPTCHA', label: 'Free', domains: ['localhost'], planCode: 'FREE' },
  })
  if (siteKey === null || secretKey === null) throw new Error('A captcha has keys')
  await owner.putSiteSettings({
    solutionId: id,
    siteSettingsDto: { ...siteSettingsSchema.parse({ difficulty: difficultyMin }), version: 1 },
  })
  const policy = `default-src 'none'; script-src ${product.api}; connect-src ${product.api}; frame-src ${product.api}; form-action 'self'`
  const opened: { close(): Promise<unknown> }[] = []
  const visit = async (keys: { siteKey: string; secretKey: string }) => {
    const widget = `<bollard-captcha sitekey="${keys.siteKey}" invisible white-label></bollard-captcha>`
    const body = `<form method="post" action="/"><input name="email">${widget}<button>Send</button></form>`
    const site = await startCustomerSite({ api: product.api, ...keys, body, policy })
    const context = await browser.newContext()
    opened.push(site, context)
    const page = await context.newPage()
    await page.goto(site.url)
    return page
  }
  try {
    const has = await visit(onTrial)
    await expect.poll(() => positionOf(has)).toBe('fixed')
    await expect(captcha(has)).not.toContainText('Bollard')

    await expect
      .poll(async () => (await owner.getWidgetSettings({ siteKey })).widget)
      .toEqual({ whiteLabel: null, invisible: null })
    const lacks = await visit({ siteKey, secretKey })
    await expect(captcha(lacks).getByText('Bollard')).toBeVisible()
    expect(await positionOf(lacks)).toBe('static')
    // As much as the widget waits for before it answers.
    await lacks.locator('input[name=email]').click()
    await lacks.locator('input[name=email]').pressSequentially('anna@example.org')
    await expect(captcha(lacks)).toContainText(/You’re through|We couldn’t let you through/u, { timeout: 60_000 })
  } finally {
    for (const thing of opened.toReversed()) await thing.close()
  }
})
