import { mkdirSync } from 'node:fs'
import { chromiumHeaders } from '@bollard/testing'
import { expect, test } from '@playwright/test'
import { type Account, type CaptchaKeys, cookiesOf, createAccount, createCaptcha } from './account.ts'
import { seriousFaults } from './ask-axe.ts'
import { fileNameOf, looksByLanguage, showIn } from './clean-looks.ts'
import { siteverify } from './customer-site.ts'
import { product } from './product.ts'
import { runScript, tokenFor } from './script-visitor.ts'
import { watchPage } from './watch-page.ts'

/** Where a person can look at what was tested. */
const pictures = new URL('./results/pages/', import.meta.url).pathname

let owner: Account
let newcomer: Account
let keys: CaptchaKeys
let refusedId: string

test.beforeAll(async () => {
  mkdirSync(pictures, { recursive: true })
  owner = await createAccount('Pages')
  newcomer = await createAccount('Newcomer')
  keys = await createCaptcha(owner, 'Anmeldung zum Rundbrief')
  await createCaptcha(owner, 'Second captcha')
  for (let count = 0; count < 3; count++) {
    const { token } = await tokenFor(keys.siteKey)
    await siteverify(product.api, keys.secretKey, token)
  }
  const refused = await runScript({ siteKey: keys.siteKey, headers: chromiumHeaders, claimsBrowser: false })
  refusedId = refused.verificationId
})

interface Place {
  name: string
  url: (language: string) => string
  as?: 'owner' | 'newcomer'
}
const solution = (path: string) => (language: string) =>
  `${product.dashboard}/${language}/solutions/${keys.solutionId}/${path}`
const places: Place[] = [
  { name: 'website', url: (language) => `${product.website}/${language}/products/captcha` },
  { name: 'website-cookie-settings', url: (language) => `${product.website}/${language}/legal/cookie-settings` },
  { name: 'website-not-found', url: (language) => `${product.website}/${language}/nowhere` },
  ...['sign-up', 'sign-in', 'check-your-mail', 'first-admin', 'mailbox', 'sign-out', 'verify-email?token=x'].map(
    (path): Place => ({
      name: `identity-${path.replace(/\?.*/u, '')}`,
      url: (language) => `${product.identity}/${language}/${path}`,
    }),
  ),
  { name: 'dashboard-empty', url: (language) => `${product.dashboard}/${language}/dashboard`, as: 'newcomer' },
  { name: 'captchas-empty', url: (language) => `${product.dashboard}/${language}/captchas`, as: 'newcomer' },
  { name: 'dashboard', url: (language) => `${product.dashboard}/${language}/dashboard`, as: 'owner' },
  { name: 'captchas', url: (language) => `${product.dashboard}/${language}/captchas`, as: 'owner' },
  { name: 'solution-creation', url: (language) => `${product.dashboard}/${language}/solution-creation`, as: 'owner' },
  { name: 'set-up', url: solution('set-up'), as: 'owner' },
  { name: 'overview', url: solution('overview'), as: 'owner' },
  { name: 'verifications', url: solution('captcha/verifications'), as: 'owner' },
  { name: 'verification', url: (language) => solution(`captcha/verifications/${refusedId}`)(language), as: 'owner' },
  { name: 'secret-key', url: solution('secret-key'), as: 'owner' },
  { name: 'foreign-solution', url: solution('overview'), as: 'newcomer' },
]

for (const { language, looks } of looksByLanguage)
  test(`every page is clean: ${looks.map(({ name }) => name).join('; ')}`, async ({ browser }) => {
    test.setTimeout(240_000)
    const [{ colorScheme, viewport }] = looks
    for (const visitor of [undefined, owner, newcomer]) {
      const context = await browser.newContext({ viewport, colorScheme })
      if (visitor !== undefined) await context.addCookies(cookiesOf(visitor))
      const page = await context.newPage()
      const watched = watchPage(page)
      for (const { name, url } of places.filter(({ as }) => (as && { owner, newcomer }[as]) === visitor)) {
        await showIn(page, looks[0])
        await page.goto(url(language), { waitUntil: 'load' })
        await page.locator('main').first().waitFor()
        for (const look of looks) {
          await showIn(page, look)
          const where = `${name}, ${look.name}`
          expect.soft(await seriousFaults(page), where).toEqual([])
          // A page that is meant not to exist makes the browser say so.
          const complaints = watched.complaints.splice(0).filter((text) => !/status of 404/u.test(text))
          expect.soft(complaints, where).toEqual([])
          expect.soft(watched.foreignRequests.splice(0), where).toEqual([])
          expect
            .soft(await page.evaluate(() => document.documentElement.scrollWidth), where)
            .toBeLessThanOrEqual(look.viewport.width)
          await page.screenshot({ path: `${pictures}${name}-${fileNameOf(look)}.png`, fullPage: true })
        }
      }
      await context.close()
    }
  })
