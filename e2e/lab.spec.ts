import { createApiClient } from '@bollard/api-client'
import type { Verification } from '@bollard/contracts'
import { browserLaunchOptions } from '@bollard/testing'
import { chromium, expect, test } from '@playwright/test'
import { launch as launchPuppeteer } from 'puppeteer-core'
import { type Account, type CaptchaKeys, createAccount, createCaptcha } from './account.ts'
import { type CustomerSite, startCustomerSite } from './customer-site.ts'
import { openAsPerson } from './open-as-person.ts'
import { personsUserAgent } from './persons-browser.ts'
import { product } from './product.ts'

/*
 * A small part of the bot lab (`benchmarks/bot-lab`), for the stacks that the tests have anyway. Each visitor fills in the
 * form as its stack's users do, and the log tells what became of it.
 */

const email = 'Anna.Berg@example.org'
const hidden = '--disable-blink-features=AutomationControlled'

let account: Account
let keys: CaptchaKeys
let site: CustomerSite
test.beforeAll(async () => {
  account = await createAccount('Lab')
  keys = await createCaptcha(account, 'Lab')
  site = await startCustomerSite({ api: product.api, ...keys })
})
test.afterAll(() => site.close())

/** The verification that a visit ended with. */
async function visited(visit: () => Promise<void>): Promise<Verification> {
  const api = createApiClient({ baseUrl: product.api, cookies: () => account.cookie })
  const newest = async () => (await api.listVerifications({ solutionId: keys.solutionId, limit: 1 })).items[0]
  const before = await newest()
  await visit()
  await expect
    .poll(async () => (await newest())?.verificationId !== before?.verificationId, { timeout: 60_000 })
    .toBe(true)
  const after = await newest()
  if (after === undefined) throw new Error('nothing is in the log')
  return after
}

async function headless(...more: string[]) {
  const { executablePath, args } = await browserLaunchOptions()
  return {
    executablePath,
    args: [...args.filter((argument) => !argument.startsWith('--headless')), ...more],
    headless: true,
  }
}

test('Puppeteer that hides the usual traces is refused', async () => {
  const userAgent = await personsUserAgent()
  const verification = await visited(async () => {
    const browser = await launchPuppeteer(await headless(hidden, `--user-agent=${userAgent}`))
    const page = await browser.newPage()
    await page.goto(site.url)
    await page.type('input[name=email]', email, { delay: 50 })
    await page.click('button')
    await page.waitForFunction(
      () =>
        /could not be let through|through/u.test(
          document.querySelector('bollard-captcha')?.shadowRoot?.textContent ?? '',
        ),
      {
        timeout: 60_000,
      },
    )
    await browser.close()
  })
  expect(verification).toMatchObject({ outcome: 'REFUSED' })
  expect(verification.reasons.map(({ code }) => code)).not.toContain('webdriver')
})

for (const [name, options] of [
  ['Playwright as its guide starts it', async () => headless()],
  ['Playwright that hides the usual traces', async () => headless(hidden, `--user-agent=${await personsUserAgent()}`)],
] as const) {
  test(`${name} is refused`, async () => {
    const verification = await visited(async () => {
      const browser = await chromium.launch(await options())
      const page = await browser.newPage({ userAgent: name.includes('hides') ? await personsUserAgent() : undefined })
      await page.goto(site.url)
      await page.locator('input[name=email]').pressSequentially(email, { delay: 60 })
      await page.locator('button').first().click({ noWaitAfter: true })
      await expect(page.locator('bollard-captcha'))
        .toContainText(/could not be let through|through/u, { timeout: 60_000 })
        .catch(() => undefined)
      await browser.close()
    })
    expect(verification).toMatchObject({ outcome: 'REFUSED' })
  })
}

test('a person is not asked for more work', async () => {
  const verification = await visited(async () => {
    const person = await openAsPerson(site.url)
    await person.click('input[name=email]')
    await person.type(email)
    await person.click('button')
    await expect.poll(() => site.answers.length, { timeout: 60_000 }).toBeGreaterThan(0)
    await person.close()
  })
  expect(verification).toMatchObject({ outcome: 'PASSED', rounds: 1 })
  expect(verification.score).toBeLessThan(0.3)
})
