import { readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { createApiClient } from '@bollard/api-client'
import { createTokenMint } from '@bollard/captcha-service/token'
import { browserLaunchOptions, chromiumHeaders } from '@bollard/testing'
import { expect, test } from '@playwright/test'
import { launch as launchPuppeteer } from 'puppeteer-core'
import { type Account, type CaptchaKeys, cookiesOf, createAccount, createCaptcha } from './account.ts'
import { siteverify, startCustomerSite } from './customer-site.ts'
import { product } from './product.ts'
import { post, runScript, tokenFor } from './script-visitor.ts'
import { openPage } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

let account: Account
let keys: CaptchaKeys
let otherKeys: CaptchaKeys

test.beforeAll(async () => {
  account = await createAccount('Refusals')
  keys = await createCaptcha(account, 'Refusals')
  otherKeys = await createCaptcha(account, 'Another site')
})

test('a script without a browser is refused although it did the work; its owner hears why, by the code that it was given', async () => {
  const answered = await runScript({ siteKey: keys.siteKey, claimsBrowser: false })
  expect(answered).toMatchObject({ status: 'refused', reasons: [] })
  const api = createApiClient({ baseUrl: product.api, cookies: () => account.cookie })
  const { items } = await api.listVerifications({
    solutionId: keys.solutionId,
    verificationId: answered.verificationId.slice(0, 13),
  })
  expect(items.map(({ reasons }) => reasons.map(({ code }) => code))).toEqual([
    expect.arrayContaining(['collector-missing', 'http-client']),
  ])
})

test('its owner finds a visitor in the log by the code that the visitor quotes, and hears when it is none', async ({
  page,
  context,
}) => {
  const [asked] = [
    await runScript({ siteKey: keys.siteKey, claimsBrowser: false }),
    await runScript({ siteKey: keys.siteKey, claimsBrowser: false }),
  ]
  await context.addCookies(cookiesOf(account))
  const watched = watchPage(page)
  const log = `solutions/${keys.solutionId}/captcha/verifications`
  await openPage(page, `${product.dashboard}/en/${log}`)
  const field = page.getByRole('searchbox', { name: 'Reference code' })
  const rows = page.locator('main tbody tr')
  // As people copy it.
  await field.fill(` ${asked.verificationId.slice(0, 13).toUpperCase()} `)
  await field.press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(rows.getByRole('link')).toHaveAttribute('href', new RegExp(`/${asked.verificationId}$`, 'u'))

  await field.fill('019a9b1c')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(field).toHaveAccessibleDescription(/Enter 13 characters/u)
  await expect(rows).toHaveCount(0)
  await page.getByRole('search').getByRole('link', { name: 'Show all' }).click()
  await expect(field).toHaveValue('')
  await expect(rows).not.toHaveCount(1)

  await openPage(page, `${product.dashboard}/de/${log}?verificationId=${asked.verificationId}`)
  await expect(page.getByRole('searchbox', { name: 'Referenzcode' })).toHaveValue(asked.verificationId)
  await expect(rows).toHaveCount(1)
  expect(watched.complaints).toEqual([])
})

test('a script that borrows the headers of a browser is refused as well', async () => {
  const answered = await runScript({ siteKey: keys.siteKey, headers: chromiumHeaders, claimsBrowser: false })
  expect(answered).toMatchObject({ status: 'refused' })
})

test('a replayed token is refused', async () => {
  const { token } = await tokenFor(keys.siteKey)
  expect(await siteverify(product.api, keys.secretKey, token)).toMatchObject({ success: true })
  expect(await siteverify(product.api, keys.secretKey, token)).toMatchObject({
    success: false,
    'error-codes': ['timeout-or-duplicate', 'token-already-used'],
  })
})

test('an altered token is refused, and the right one still counts', async () => {
  const { token } = await tokenFor(keys.siteKey)
  const at = token.length - 40
  const altered = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
  expect(await siteverify(product.api, keys.secretKey, altered)).toMatchObject({
    success: false,
    'error-codes': ['invalid-input-response', 'token-signature-invalid'],
  })
  expect(await siteverify(product.api, keys.secretKey, token)).toMatchObject({ success: true })
})

test('an expired token is refused', async () => {
  const { token, verificationId } = await tokenFor(keys.siteKey)
  const mint = createTokenMint(signingKeys())
  const reading = mint.read(token, Math.floor(Date.now() / 1000))
  if (reading.status !== 'valid') throw new Error(`The token reads as ${reading.status}`)
  const hourAgo = Math.floor(Date.now() / 1000) - 3600
  const expired = mint.sign({ ...reading.claims, verificationId, issuedAt: hourAgo, expiresAt: hourAgo + 900 })
  expect(await siteverify(product.api, keys.secretKey, expired)).toMatchObject({
    success: false,
    'error-codes': ['timeout-or-duplicate', 'token-expired'],
  })
})

test("another site's token is refused, and stays good for its own site", async () => {
  const { token } = await tokenFor(keys.siteKey)
  expect(await siteverify(product.api, otherKeys.secretKey, token)).toMatchObject({
    success: false,
    'error-codes': ['invalid-input-response', 'token-of-other-site'],
  })
  expect(await siteverify(product.api, keys.secretKey, token)).toMatchObject({ success: true })
})

test('an origin that is not one of the domains gets no challenge', async () => {
  const problem = await post(
    '/captcha/v1/verifications',
    { siteKey: keys.siteKey },
    { ...chromiumHeaders, origin: 'https://elsewhere.example' },
  )
  expect(problem).toMatchObject({ status: 403, code: 'origin-not-allowed' })
})

test('of many parallel redemptions of one token exactly one is accepted', async () => {
  const { token } = await tokenFor(keys.siteKey)
  const answers = await Promise.all(Array.from({ length: 200 }, () => siteverify(product.api, keys.secretKey, token)))
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
})

test('a default Puppeteer visitor is scored as a bot', async () => {
  const site = await startCustomerSite({ api: product.api, ...keys })
  const { executablePath, args } = await browserLaunchOptions()
  const browser = await launchPuppeteer({
    executablePath,
    args: args.filter((argument) => !argument.startsWith('--headless')),
    headless: true,
  })
  const page = await browser.newPage()
  await page.goto(site.url)
  await page.type('input', 'anna@example.org')
  await page.waitForFunction(
    () => document.querySelector('bollard-captcha')?.shadowRoot?.textContent.includes('We couldn’t let you through'),
    { timeout: 60_000 },
  )
  await browser.close()
  await site.close()
  expect(site.answers).toEqual([])
  const { items } = await createApiClient({ baseUrl: product.api, cookies: () => account.cookie }).listVerifications({
    solutionId: keys.solutionId,
    limit: 1,
  })
  expect(items[0]).toMatchObject({ outcome: 'REFUSED', passed: false })
  expect(items[0]?.score).toBeGreaterThan(0.9)
  expect(items[0]?.reasons.map(({ code }) => code)).toContain('webdriver')
})

/** The keys with which the product under test signs. */
function signingKeys(): { id: number; secret: Buffer }[] {
  const { captchaSigningKeys }: { captchaSigningKeys: string[] } = JSON.parse(
    readFileSync(`${product.dataDirectory}/secrets.json`, 'utf8'),
  )
  return captchaSigningKeys.map((key) => {
    const secret = Buffer.from(key, 'hex')
    return { id: createHash('sha256').update(secret).digest().readUInt8(0), secret }
  })
}
