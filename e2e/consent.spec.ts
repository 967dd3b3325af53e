import { join } from 'node:path'
import { openDatabase } from '@bollard/database'
import { expect, type Page, test } from '@playwright/test'
import { createApiClient } from '@bollard/api-client'
import { cookiesOf, createAccount, password } from './account.ts'
import { allFaults } from './ask-axe.ts'
import { product } from './product.ts'
import { openPage } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

const landing = (gclid: string, language = 'en') =>
  `${product.website}/${language}/products/captcha?gclid=${gclid}&firstsignin=1&utm=x#how`
const cleared = (language = 'en') => `${product.website}/${language}/products/captcha?utm=x#how`
const newClick = () => `Cj0KCQiA-journey_${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`
const banner = (page: Page) => page.locator('[data-consent-banner]')

/** Names of everything that lies in the browser; of the answer also its value. */
async function kept(page: Page): Promise<string[]> {
  const cookies = (await page.context().cookies()).map(({ name, value }) =>
    name === 'cookie_consent' ? `${name}=${value}` : name,
  )
  const others = await page
    .evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
    .catch(() => [])
  return [...cookies, ...others].toSorted()
}

/** What the service keeps of a click, and who signed up by it. */
async function tokensOf(gclid: string) {
  const host = join(product.dataDirectory, 'postgres')
  const db = openDatabase({
    connectionString: `postgresql:///bollard?${new URLSearchParams({ host, user: 'bollard' })}`,
    max: 1,
  })
  const text = `SELECT t.consent, t.landing_path AS path, t.locale, u.email FROM identity.advertising_tokens t
    LEFT JOIN identity.users u ON u.advertising_token_id = t.id WHERE t.gclid = $1`
  return db
    .query<{ consent: Record<string, unknown>; path: string; locale: string; email: string | null }>(
      'journey-tokens',
      text,
      [gclid],
    )
    .finally(() => db.close())
}

/** Runs in the page: how often something moved, and how often that was the question. Fonts and the demo may move a little while they load. */
function countShifts(): void {
  const shifts = { all: 0, ofBanner: 0 }
  Reflect.set(window, 'shifts', shifts)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const nodes: { node?: Node | null }[] = Reflect.get(entry, 'sources') ?? []
      shifts.all += 1
      if (nodes.some(({ node }) => node?.parentElement?.closest('visitor-consent'))) shifts.ofBanner += 1
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

test('before an answer nothing is kept and nothing sent; a no, given by keyboard, is remembered and keeps nothing else', async ({
  page,
}) => {
  const watched = watchPage(page)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  const gclid = newClick()
  await page.addInitScript(countShifts)
  // Who did not come by an advertisement has nothing to agree to.
  await page.goto(`${product.website}/en/products/captcha`)
  await expect(page.locator('h1')).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  await page.goto(landing(gclid))
  await expect(page).toHaveURL(cleared())
  await expect(banner(page)).toBeVisible()
  expect(await allFaults(page, { include: '[data-consent-banner]' })).toEqual([])
  const [decline, accept] = await banner(page).getByRole('button').all()
  const [first, second] = [await decline?.boundingBox(), await accept?.boundingBox()]
  expect([first?.width, first?.height]).toEqual([second?.width, second?.height])
  expect(await kept(page)).toEqual([])
  expect(posts.filter((url) => !url.startsWith(`${product.api}/captcha/`))).toEqual([])

  // The click goes along to the same question in another language.
  await page.getByText('Language: EN').click()
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(cleared('de').replace('#how', ''))
  await expect(banner(page)).toContainText('Dürfen wir uns merken')
  expect(await kept(page)).toEqual([])

  for (
    let pressed = 0;
    pressed < 4 &&
    !(await banner(page)
      .getByRole('button', { name: 'Ablehnen' })
      .evaluate((element) => element === document.activeElement));
    pressed += 1
  )
    await page.keyboard.press('Tab')
  const shiftsBefore = await page.evaluate(() => Reflect.get(window, 'shifts'))
  expect(shiftsBefore.ofBanner).toBe(0)
  await page.keyboard.press('Enter')
  await expect(banner(page)).toHaveCount(0)
  await expect(page.locator('main')).toBeFocused()
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual(shiftsBefore)
  expect(await kept(page)).toEqual(['cookie_consent=rejected'])
  expect(await page.locator('a[href*=gclid]').count()).toBe(0)
  await page.goto(landing(gclid, 'de'))
  await expect(page).toHaveURL(cleared('de'))
  await expect(banner(page)).toHaveCount(0)
  expect(await kept(page)).toEqual(['cookie_consent=rejected'])
  expect(await tokensOf(gclid)).toEqual([])
  expect([...watched.complaints, ...watched.foreignRequests]).toEqual([])
})

test('a yes keeps the click until somebody signs up, and can be taken back', async ({ page }) => {
  const gclid = newClick()
  const email = `clicked.${Date.now().toString(36)}@example.org`
  await page.goto(landing(gclid))
  await banner(page).getByRole('button', { name: 'Accept' }).click()
  await expect(banner(page)).toHaveCount(0)
  await expect(page).toHaveURL(cleared())
  expect(await kept(page)).toEqual(['advertising_token', 'cookie_consent=accepted'])
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'advertising_token')
  expect(cookie?.httpOnly).toBe(true)
  expect(cookie?.expires ?? 0).toBeGreaterThan(Date.now() / 1000 + 89 * 86_400)
  expect(await tokensOf(gclid)).toEqual([
    {
      consent: { adUserData: true, adPersonalization: false, at: expect.any(String) },
      path: '/en/products/captcha',
      locale: 'en',
      email: null,
    },
  ])

  await page.getByRole('link', { name: 'Protect a form' }).click()
  await page.getByLabel('First name').fill('Clara')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  await expect.poll(async () => (await tokensOf(gclid))[0]?.email).toBe(email)

  // Who has agreed is not asked again: the next click is kept by itself, and takes the place of the first one.
  const next = newClick()
  await page.goto(landing(next))
  await expect.poll(() => tokensOf(next)).toHaveLength(1)
  await page.getByRole('link', { name: 'Cookie settings' }).click()
  await expect(page.getByText('You’ve accepted.')).toBeVisible()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('You’ve declined.')).toBeVisible()
  expect((await kept(page)).filter((name) => /consent|advertising/u.test(name))).toEqual(['cookie_consent=rejected'])
})

test('the link of a partner is remembered with a yes, and whoever then creates the first captcha is the partner’s customer', async ({
  page,
}) => {
  const partner = await createAccount('Partner')
  const api = createApiClient({ baseUrl: product.api, cookies: () => partner.cookie })
  const { id, referralCode } = await api.createOrganization({
    organizationNewDto: {
      name: 'Agency of links',
      kind: 'AFFILIATE',
      contactEmail: partner.email,
      countryCode: 'DE',
      language: 'en',
      acceptedTerms: {
        documentId: 'partner-programme-rules',
        version: '2026-01-01',
        acceptedAt: new Date().toISOString(),
      },
    },
  })
  await page.context().addCookies(cookiesOf(partner))
  await openPage(page, `${product.dashboard}/en/organizations/${id}`)
  const link = await page.getByLabel('Your referral link').inputValue()
  expect(link).toBe(`${product.website}/en/products/captcha?ref=${referralCode}`)
  await page.context().clearCookies()

  await page.goto(link)
  await expect(page).toHaveURL(`${product.website}/en/products/captcha`)
  expect(await kept(page)).toEqual([])
  await banner(page).getByRole('button', { name: 'Accept' }).click()
  await expect(banner(page)).toHaveCount(0)
  expect(await kept(page)).toEqual(['cookie_consent=accepted', 'referral_code'])
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'referral_code')
  expect([cookie?.value, cookie?.httpOnly, (cookie?.expires ?? 0) > Date.now() / 1000 + 89 * 86_400]).toEqual([
    referralCode,
    true,
    true,
  ])

  const customer = await createAccount('Customer')
  await page.context().addCookies(cookiesOf(customer))
  await openPage(page, `${product.dashboard}/en/solution-creation`)
  await page.getByLabel('Name', { exact: true }).fill('Referred shop')
  await page.getByLabel('Domains').fill('referred.example')
  await page.getByRole('button', { name: 'Create captcha' }).click()
  await expect(page.getByText('Referred shop').first()).toBeVisible()
  const host = join(product.dataDirectory, 'postgres')
  const db = openDatabase({
    connectionString: `postgresql:///bollard?${new URLSearchParams({ host, user: 'bollard' })}`,
    max: 1,
  })
  const text = `SELECT referred_by AS "referredBy", organization_id AS "managedBy" FROM solution.solutions WHERE label = 'Referred shop' ORDER BY id DESC LIMIT 1`
  expect(await db.query('journey-referred', text, []).finally(() => db.close())).toEqual([
    { referredBy: id, managedBy: null },
  ])
})

test('without JavaScript the question is answered by a form, and a browser that asks not to be tracked is not asked', async ({
  browser,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const page = await plain.newPage()
  const gclid = newClick()
  await page.goto(landing(gclid))
  expect(await plain.cookies()).toEqual([])
  await banner(page).getByRole('button', { name: 'Accept' }).click()
  await expect(page).toHaveURL(`${product.website}/en/products/captcha`)
  await expect(banner(page)).toHaveCount(0)
  expect((await plain.cookies()).map(({ name }) => name).toSorted()).toEqual(['advertising_token', 'cookie_consent'])
  expect(await tokensOf(gclid)).toHaveLength(1)
  await plain.close()

  const quiet = await browser.newContext({ extraHTTPHeaders: { 'sec-gpc': '1' } })
  const other = await quiet.newPage()
  await other.goto(landing(newClick()))
  await expect(other.locator('h1')).toBeVisible()
  await expect(banner(other)).toHaveCount(0)
  expect(await quiet.cookies()).toEqual([])
  await quiet.close()
})
