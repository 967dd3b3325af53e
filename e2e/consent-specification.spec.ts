import { gzipSync } from 'node:zlib'
import { openDatabase } from '@bollard/database'
import { expect, type Page, test } from '@playwright/test'
import { openPage } from './taken-over.ts'
import { type OwnProduct, startOwnProduct } from './own-product.ts'
import { product } from './product.ts'
import { watchPage } from './watch-page.ts'

let own: OwnProduct
test.beforeAll(async () => {
  own = await startOwnProduct({
    CONSENT: 'specification',
    SESSION_REPLAY: 'true',
    PAGE_VIEWS: 'true',
    PERFORMANCE_EVENTS: 'true',
  })
})
test.afterAll(() => own.stop())

const landing = '/products/captcha'
const banner = (page: Page) => page.locator('[data-consent-banner]')
const newClick = () => `Cj0KCQiA-journey_${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`

/** Names of all cookies, and what lies in the tab. */
async function kept(page: Page): Promise<{ cookies: string[]; tab: string[] }> {
  const cookies = (await page.context().cookies()).map(({ name }) => name).toSorted()
  return { cookies, tab: await page.evaluate(() => Object.keys(sessionStorage).toSorted()) }
}

async function ask<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const db = openDatabase({ connectionString: own.connectionString, max: 1 })
  return db.query<Row>('journey-consent', text, values).finally(() => db.close())
}
const countOf = async (table: string, more = 'true') =>
  (await ask<{ n: number }>(`select count(*)::integer as n from ${table} where ${more}`))[0]?.n

/** What the page posts to its own site from now on, by path. */
function watchReports(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && pathname.startsWith('/measuring/')) paths.push(pathname)
  })
  return paths
}

test('a yes begins the recording, which goes on with the next page and ends with the withdrawal', async ({ page }) => {
  const watched = watchPage(page)
  const reports = watchReports(page)
  const scripts: string[] = []
  page.on('request', (request) => request.url().includes('session-replay') && scripts.push(request.url()))
  const gclid = newClick()
  await openPage(page, `${product.website}/en${landing}?gclid=${gclid}`)
  await expect(banner(page)).toContainText('never what you type')
  expect(await kept(page)).toEqual({ cookies: [], tab: ['gclid'] })
  await expect.poll(() => countOf('telemetry.page_views', `dimension = 'page' and path = '${landing}'`)).toBe(1)
  expect([scripts, await countOf('telemetry.replays')]).toEqual([[], 0])
  expect(reports).not.toContain('/measuring/replay-batches')

  await banner(page).getByRole('button', { name: 'Accept' }).click()
  await expect(banner(page)).toHaveCount(0)
  await expect.poll(() => countOf('telemetry.replays'), { timeout: 20_000 }).toBe(1)
  expect((await kept(page)).cookies).toEqual(['advertising_token', 'cookie_consent'])
  expect((await kept(page)).tab).toEqual(['replay'])
  expect(await countOf('identity.advertising_tokens', `gclid = '${gclid}'`)).toBe(1)

  // A page with a form of personal data is left out, and the same visit goes on behind it.
  await openPage(page, `${product.website}/en/contact-us`)
  await page.getByLabel('Your name').fill('Clara Secret')
  await openPage(page, `${product.website}/en/learn`)
  await expect
    .poll(() => countOf('telemetry.replay_batches', `path = '/learn'`), { timeout: 20_000 })
    .toBeGreaterThan(0)
  expect([
    await countOf('telemetry.replays'),
    await countOf('telemetry.replay_batches', `path = '/contact-us'`),
  ]).toEqual([1, 0])

  await page.getByRole('link', { name: 'Cookie settings' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('You’ve declined.')).toBeVisible()
  expect(await kept(page)).toEqual({ cookies: ['cookie_consent'], tab: [] })
  await expect(page.locator('session-replay')).toHaveCount(0)
  const measured = async () =>
    (await ask<{ metric: string }>('select distinct metric from telemetry.performance_counts')).map(
      ({ metric }) => metric,
    )
  await expect.poll(measured).toEqual(expect.arrayContaining(['TTFB', 'DOM_READY', 'LOAD', 'LCP', 'CLS']))
  expect(watched.complaints).toEqual([])
})

test('a no and Global Privacy Control record nothing, and the server takes nothing from them', async ({
  browser,
  page,
}) => {
  const gclid = newClick()
  await openPage(page, `${product.website}/de${landing}?gclid=${gclid}`)
  await banner(page).getByRole('button', { name: 'Ablehnen' }).click()
  await expect(banner(page)).toHaveCount(0)
  expect(await kept(page)).toEqual({ cookies: ['cookie_consent'], tab: ['gclid'] })
  await openPage(page, `${product.website}/de/learn`)
  await expect(page.locator('session-replay')).toHaveCount(0)
  expect(await countOf('identity.advertising_tokens', `gclid = '${gclid}'`)).toBe(0)

  const quiet = await browser.newContext({ extraHTTPHeaders: { 'sec-gpc': '1' } })
  const other = await quiet.newPage()
  await other.goto(`${product.website}/en${landing}`)
  await expect(other.locator('h1')).toBeVisible()
  await expect(banner(other)).toHaveCount(0)
  expect(await quiet.cookies()).toEqual([])
  await quiet.close()
})

const batch = {
  visit: '8d6f0f0e-8b8e-4c53-9c4e-0d1f5b2f7a11',
  number: 0,
  path: landing,
  language: 'en',
  events: [JSON.stringify({ type: 4, data: { href: '/' }, timestamp: 1 })],
}

test('at the site itself: no recording without the cookie of a yes, from another origin, or of what is no page', async () => {
  const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${product.website}/measuring/${path}`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin: product.website, ...headers },
    }).then(({ status }) => status)
  const yes = { cookie: 'cookie_consent=accepted' }
  expect(await send('replay-batches', batch)).toBe(403)
  expect(await send('replay-batches', batch, { cookie: 'cookie_consent=rejected' })).toBe(403)
  expect(await send('replay-batches', batch, { 'sec-gpc': '1' })).toBe(403)
  expect(await send('replay-batches', batch, { ...yes, origin: 'https://evil.example' })).toBe(403)
  expect(await send('replay-batches', { ...batch, path: '/no/such-page' }, yes)).toBe(422)
  expect(await send('replay-batches', '{"visit":', yes)).toBe(422)
  expect(await send('replay-batches', { ...batch, device: 'phone' }, yes)).toBe(422)
  const typed = JSON.stringify({ type: 3, data: { source: 5, id: 1, text: 'secret' }, timestamp: 1 })
  expect(await send('replay-batches', { ...batch, events: [typed] }, yes)).toBe(422)
  expect(await countOf('telemetry.replays', `visit = '${batch.visit}'`)).toBe(0)
  const large = JSON.stringify({ type: 2, data: { node: 'x'.repeat(300_000) }, timestamp: 1 })
  expect(await send('replay-batches', { ...batch, events: [large] }, yes)).toBe(204)
  expect(await countOf('telemetry.replays', `visit = '${batch.visit}' and device = 'computer'`)).toBe(1)
  expect(await send('page-views', { path: landing, language: 'en', referrer: null })).toBe(204)
  expect(await send('page-views', { path: '/admin', language: 'en', referrer: null })).toBe(422)
  expect(await send('performance-events', { path: landing, events: [{ metric: 'LCP', value: 1e9 }] })).toBe(422)
  const reading = await fetch(`${product.website}/measuring/page-views`)
  expect(reading.status).toBe(404)

  // What everybody loads for being counted stays small, and what records is not named where nobody has agreed.
  const html = await (await fetch(`${product.website}/en/learn`)).text()
  const [script = ''] = /\/assets\/page-reports[^"]+/u.exec(html) ?? []
  expect(gzipSync(await (await fetch(`${product.website}${script}`)).bytes()).length).toBeLessThan(3_000)
  expect(html).not.toContain('<session-replay')
})
