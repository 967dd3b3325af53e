import { chromiumHeaders } from '@bollard/testing'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { type Account, type CaptchaKeys, cookiesOf, createAccount, createCaptcha } from './account.ts'
import { siteverify } from './customer-site.ts'
import { mailboxKey } from './local-mailbox.ts'
import { product } from './product.ts'
import { runScript, tokenFor } from './script-visitor.ts'
import { untilTakenOver } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

// How pages look in each state, theme, width and language is for the tests beside their routes. Here each is opened once as the
// product serves it: made by the server, taken over by React, under the headers and with the data of the real thing.

let owner: Account
let newcomer: Account
let keys: CaptchaKeys
let refusedId: string

test.beforeAll(async () => {
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
  /** A complete address. */
  url: string
  status?: number
}

/** Opens pages one after the other, and tells what is wrong with them. */
async function openAll(browser: Browser, visitor: Account | null, places: readonly Place[]): Promise<string[]> {
  const context = await browser.newContext()
  if (visitor !== null) await context.addCookies(cookiesOf(visitor))
  const page = await context.newPage()
  const watched = watchPage(page)
  const faults: string[] = []
  for (const { url, status = 200 } of places) {
    const answer = await page.goto(url)
    const found = await faultsOf(page, url)
    if (answer?.status() !== status) found.push(`answers ${answer?.status()} instead of ${status}`)
    if (!answer?.headers()['content-security-policy']?.includes("'nonce-")) found.push('has no content policy')
    // A page that is meant not to exist makes the browser say so.
    found.push(...watched.complaints.splice(0).filter((text) => status !== 404 || !/status of 404/u.test(text)))
    found.push(...watched.foreignRequests.splice(0).map((foreign) => `asks ${foreign}`))
    faults.push(...found.map((fault) => `${url}: ${fault}`))
  }
  await context.close()
  return faults
}

async function faultsOf(page: Page, url: string): Promise<string[]> {
  const language = new URL(url).pathname.split('/')[1]
  await untilTakenOver(page)
  const seen = await page.evaluate(() => {
    const headings = [...document.querySelectorAll('h1')].map(({ textContent }) => textContent)
    return { lang: document.documentElement.lang, title: document.title, headings }
  })
  const faults: string[] = []
  if (seen.lang !== language) faults.push(`says that its language is "${seen.lang}"`)
  if (!seen.title.includes('Bollard')) faults.push(`is called "${seen.title}"`)
  if (seen.headings.length !== 1 || seen.headings[0] === '') faults.push(`has the headings ${seen.headings.join(', ')}`)
  return faults
}

const inDashboard = (path: string) => `${product.dashboard}/en/${path}`
const ofSolution = (path: string) => inDashboard(`solutions/${keys.solutionId}/${path}`)

test('every page that anybody may see is served, taken over and quiet', async ({ browser }) => {
  const mailbox = `mailbox?key=${mailboxKey()}`
  const forms = ['sign-up', 'sign-in', 'check-your-mail', 'first-admin', mailbox, 'sign-out', 'verify-email?token=x']
  expect(
    await openAll(browser, null, [
      { url: `${product.website}/de/products/captcha` },
      { url: `${product.website}/de/legal/cookie-settings` },
      { url: `${product.website}/de/blocked` },
      { url: `${product.website}/de/nowhere`, status: 404 },
      { url: `${product.identity}/de/nowhere`, status: 404 },
      { url: `${product.identity}/de/mailbox`, status: 404 },
      { url: `${product.dashboard}/de/nowhere`, status: 404 },
      ...forms.map((path) => ({ url: `${product.identity}/de/${path}` })),
    ]),
  ).toEqual([])
})

test('every page of somebody with captchas is served, taken over and quiet', async ({ browser }) => {
  expect(
    await openAll(browser, owner, [
      { url: inDashboard('dashboard') },
      { url: inDashboard('captchas') },
      { url: inDashboard('solution-creation') },
      { url: ofSolution('set-up') },
      { url: ofSolution('overview') },
      { url: ofSolution('captcha/verifications') },
      { url: ofSolution(`captcha/verifications/${refusedId}`) },
      { url: ofSolution('captcha/exports') },
      { url: ofSolution('captcha/erasures') },
      { url: ofSolution('secret-key') },
    ]),
  ).toEqual([])
})

test('every page of somebody without a captcha is served, taken over and quiet', async ({ browser }) => {
  expect(
    await openAll(browser, newcomer, [
      { url: inDashboard('dashboard') },
      { url: inDashboard('captchas') },
      { url: ofSolution('overview'), status: 404 },
    ]),
  ).toEqual([])
})

test('an address without a language leads to the page, from outside and from a link within', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE' })
  await context.addCookies(cookiesOf(owner))
  const page = await context.newPage()
  const answer = await fetch(`${product.dashboard}/captchas?x=1`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([301, '/en/captchas?x=1'])
  await page.goto(`${product.dashboard}/captchas`)
  await expect(page).toHaveURL(`${product.dashboard}/de/captchas`)
  await untilTakenOver(page)
  // A link that forgot the language, such as one in an older page.
  await page.evaluate(() => {
    history.pushState(null, '', '/dashboard')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page).toHaveURL(`${product.dashboard}/de/dashboard`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pages')
  await page.goto(`${product.dashboard}/user`)
  await expect(page).toHaveURL(`${product.identity}/de/account`)
  await context.close()
})
