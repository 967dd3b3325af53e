import { constants, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { createApiClient } from '@bollard/api-client'
import { siteSettingsSchema } from '@bollard/contracts'
import { expect, test } from '@playwright/test'
import { createAccount, createCaptcha, difficultyMin } from './account.ts'
import { startCustomerSite } from './customer-site.ts'
import { product } from './product.ts'

const { publicKey: spki, privateKey } = generateKeyPairSync('rsa-pss', {
  modulusLength: 2048,
  hashAlgorithm: 'sha384',
  mgf1HashAlgorithm: 'sha384',
  // The types ask for a text, OpenSSL for a number.
  saltLength: JSON.parse('48'),
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** What a browser with an issuer makes of a challenge (RFC 9578, section 6). */
function tokenFor(wwwAuthenticate: string): string {
  const challenge = Buffer.from(/challenge="([^"]+)"/u.exec(wwwAuthenticate)?.[1] ?? '', 'base64url')
  const input = Buffer.concat([Buffer.of(0, 2), randomBytes(32), sha256(challenge), sha256(spki)])
  const signature = sign('sha384', input, { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 })
  return `PrivateToken token="${Buffer.concat([input, signature]).toString('base64url')}"`
}

test('a browser with an issuer of private tokens hands their proof in with its answer, and another browser is not asked', async ({
  browser,
}) => {
  const account = await createAccount('Tokens')
  const keys = await createCaptcha(account, 'Tokens')
  const api = createApiClient({ baseUrl: product.api, cookies: () => account.cookie })
  const privateTokens = { issuer: 'issuer.example', publicKey: spki.toString('base64url') }
  await api.putSiteSettings({
    solutionId: keys.solutionId,
    siteSettingsDto: { ...siteSettingsSchema.parse({ difficulty: difficultyMin, privateTokens }), version: 1 },
  })
  const site = await startCustomerSite({ api: product.api, ...keys })
  const visit = async (vendor: string) => {
    const context = await browser.newContext()
    await context.addInitScript(
      `Object.defineProperty(Navigator.prototype, 'vendor', { get: () => ${JSON.stringify(vendor)} })`,
    )
    const page = await context.newPage()
    let asked = 0
    await page.route('**/private-token', async (route) => {
      asked++
      const refused = await route.fetch()
      const challenge = refused.headers()['www-authenticate']
      if (challenge === undefined) return route.fulfill({ response: refused })
      return route.fulfill({
        response: await route.fetch({ headers: { ...route.request().headers(), authorization: tokenFor(challenge) } }),
      })
    })
    const answered = page.waitForRequest(/\/solutions$/u)
    await page.goto(site.url)
    // As much as the widget waits for before it answers.
    await page.locator('input[name=email]').click()
    await page.locator('input[name=email]').pressSequentially('anna@example.org')
    const body: unknown = (await answered).postDataJSON()
    await context.close()
    return { asked, privateToken: Object(body).privateToken }
  }
  expect(await visit('Apple Computer, Inc.')).toEqual({ asked: 1, privateToken: expect.stringMatching(/^[\w-]{43}$/u) })
  expect(await visit('Google Inc.')).toEqual({ asked: 0, privateToken: undefined })
  await site.close()
})
