import { createApiClient } from '@bollard/api-client'
import { type Browser, chromium, expect } from '@playwright/test'
import { totpCode } from '@bollard/testing'
import { type Account, cookiesOf, password } from './account.ts'
import { leanInstalledBrowser } from './lean-browser.ts'
import { product } from './product.ts'

/** The first administrator of a product that has none yet, with a second factor; `printed` is what the product said when it started. */
export async function createOperator(printed: string): Promise<Account> {
  const token = /first-admin\?token=([\w.~%-]+)/u.exec(printed)?.[1]
  if (token === undefined) throw new Error('The product has printed no link that makes the first administrator')
  const email = `operator.${Date.now().toString(36)}@example.org`
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const api = createApiClient({
    baseUrl: product.api,
    cookies: cookie,
    onSetCookie: (set) => {
      for (const line of set) {
        const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split(/=(.*)/su)
        jar.set(name, value)
      }
    },
  })
  await api.createFirstAdmin({
    firstAdminNewDto: { token: decodeURIComponent(token), email, password, givenName: 'Olga', language: 'en' },
  })
  const { secret } = await api.startTotp()
  await api.confirmTotp({ totpConfirmationDto: { code: totpCode(secret, Math.floor(Date.now() / 30_000)) } })
  return { email, cookie: cookie() }
}

/**
 * Opens the dashboard in an operator's browser until it has seeded the installation's engine programs: from then on visitors are asked for
 * answers, and held to them.
 */
export async function seedEnginePrograms(browser: Browser, operator: Account): Promise<void> {
  const api = createApiClient({ baseUrl: product.api, cookies: () => operator.cookie })
  const context = await browser.newContext()
  const domain = new URL(product.dashboard).hostname
  await context.addCookies(cookiesOf(operator).map((cookie) => ({ ...cookie, domain })))
  const page = await context.newPage()
  await page.goto(`${product.dashboard}/en/dashboard`)
  await expect.poll(async () => (await api.getEngineState()).seeded, { timeout: 90_000 }).toBe(500)
  await context.close()
}

/** Brings a product that has just started to where one in use is: with an operator whose browser has seeded its engine programs. */
export async function seedAsOperator(printed: string): Promise<void> {
  const operator = await createOperator(printed)
  const browser = await chromium.launch(await leanInstalledBrowser())
  try {
    await seedEnginePrograms(browser, operator)
  } finally {
    await browser.close()
  }
}
