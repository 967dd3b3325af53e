import { expect, test } from '@playwright/test'
import { cookiesOf, createAccount, createCaptcha } from './account.ts'
import { allFaults } from './ask-axe.ts'
import { isRead, looksByLanguage, showIn } from './clean-looks.ts'
import { addressesIn, brokenLinks, crawl, type CrawledPage, faultsOf } from './crawl-pages.ts'
import { product } from './product.ts'
import { watchPage } from './watch-page.ts'

/** Operations and codes are hundreds, made by one program from one table, which `reference-pages.test.ts` reads whole: here are some. */
const isLeftOut = (address: string, index: number) => /\/(?:api|errors)\/[^/]+$/u.test(address) && index % 16 !== 0

/** Every page that there is. */
let listed: ReadonlySet<string>
let pages: readonly CrawledPage[]
test.beforeAll(async () => {
  const addresses = await addressesIn(`${product.docs}/sitemap.xml`)
  listed = new Set(addresses)
  pages = await crawl(addresses.filter((address, index) => !isLeftOut(address, index)))
})

test('every page of every language is there, sound, and needs no framework', () => {
  const languages = ['en', 'de'].map(
    (language) => [...listed].filter((address) => new URL(address).pathname.slice(1, 3) === language).length,
  )
  expect(languages[0]).toBeGreaterThan(12)
  expect(languages[0]).toBe(languages[1])
  expect(pages.flatMap((page) => faultsOf(page).map((fault) => `${page.address} ${fault}`))).toEqual([])
})

test('every link within the documentation leads to a page, and to a heading if it names one', async () => {
  expect(await brokenLinks(pages, { isThere: (address) => listed.has(address) })).toEqual([])
})

test('every article has its Markdown beside it, which needs no component', async () => {
  const articles = pages.filter(({ html }) => html.includes('rel="alternate" type="text/markdown"'))
  expect(articles.length).toBeGreaterThanOrEqual(26)
  const twins = await crawl(articles.map(({ address }) => `${address}.md`))
  expect(twins.filter(({ status, html }) => status !== 200 || !/^# \S.*\n\n\S/u.test(html))).toEqual([])
  expect(twins.filter(({ html }) => /^<(?:Note|Warning|Steps|Tabs?|Snippet)\b/mu.test(html))).toEqual([])
})

test('programs find every page in llms.txt, the whole text, the sitemap in robots.txt, and the feed', async () => {
  const textOf = async (path: string) => {
    const [page] = await crawl([product.docs + path])
    expect(page?.status, path).toBe(200)
    return page?.html ?? ''
  }
  const [index, full] = [await textOf('/llms.txt'), await textOf('/llms-full.txt')]
  const english = pages.filter(({ address, html }) => address.includes('/en/') && html.includes('type="text/markdown"'))
  for (const { address } of english) {
    expect(index).toContain(`(${address}.md)`)
    expect(full).toContain(`<!-- ${address} -->`)
  }
  expect(await textOf('/robots.txt')).toContain(`Sitemap: ${product.docs}/sitemap.xml`)
  expect(await textOf('/en/changelog.xml')).toMatch(/<rss version="2.0".*<item><title>Bollard \d/su)
})

test('an address without a language leads to the page, and an unknown one is a real 404', async ({ request }) => {
  for (const [path, target] of [
    ['/', '/de'],
    ['/guides/widget', '/de/guides/widget'],
    ['/guides/widget?a=b', '/de/guides/widget?a=b'],
  ] as const) {
    const answer = await request.get(product.docs + path, { maxRedirects: 0, headers: { 'accept-language': 'de' } })
    expect([answer.status(), answer.headers()['location']]).toEqual([301, target])
  }
  for (const path of [
    '/en/guides/none',
    '/en/none',
    '/pt/guides/widget',
    '/en/guides/none.md',
    '/en/guides/widget/more',
  ])
    expect((await request.get(product.docs + path)).status(), path).toBe(404)
})

const templates = ['', '/guides/content-policy', '/search?q=policy']

for (const { language, looks } of looksByLanguage)
  test(`each kind of page is clean in ${language}, wide and narrow, light and dark`, async ({ browser }) => {
    const page = await browser.newPage()
    const watched = watchPage(page)
    const faults: string[] = []
    for (const [kind, path] of templates.entries()) {
      await page.goto(`${product.docs}/${language}${path}`)
      for (const [index, look] of looks.entries()) {
        await showIn(page, look)
        const found = isRead(kind, language, index) ? await allFaults(page) : []
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (wider > 0) found.push(`is ${wider} px wider than the window`)
        faults.push(...found.map((fault) => `${path} ${look.name}: ${fault}`))
      }
    }
    expect([...faults, ...watched.complaints, ...watched.foreignRequests]).toEqual([])
    await page.close()
  })

test('the search opens and is used with the keyboard alone, and forgives slips', async ({ page }) => {
  const watched = watchPage(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${product.docs}/en/guides/widget`)
  await page.waitForFunction(() => customElements.get('docs-search') !== undefined)
  // Nothing of it is loaded before somebody wants it.
  expect(asked.filter((path) => /search-(?:dialog|index)/u.test(path))).toEqual([])
  await page.keyboard.press('Control+k')
  const input = page.getByRole('combobox')
  await expect(input).toBeFocused()
  expect(await allFaults(page)).toEqual([])
  await page.keyboard.type('contnet polic')
  const options = page.getByRole('option')
  await expect(options.first()).toContainText('Content policies')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  expect(await allFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/en\/guides\/content-policy/u)
  await page.getByRole('link', { name: 'Search' }).click()
  await expect(input).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Search' })).toBeFocused()
  expect(watched.complaints).toEqual([])
})

test('without scripts the search, the menu, the tabs and the question below an article work', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  await page.goto(`${product.docs}/de/search`)
  await page.getByRole('searchbox').fill('inhaltsrichtlinen')
  await page.getByRole('button', { name: 'Suchen' }).click()
  await page
    .getByRole('link', { name: /Inhaltsrichtlinien/u })
    .first()
    .click()
  await expect(page).toHaveURL(/\/de\/guides\/content-policy/u)
  await page.locator('summary[aria-label="Menü"]').click()
  await page.getByRole('navigation', { name: 'Menü' }).getByRole('link', { name: 'Das Widget' }).click()
  await expect(page).toHaveURL(`${product.docs}/de/guides/widget`)
  await page.getByRole('button', { name: 'Ja', exact: true }).click()
  await expect(page).toHaveURL(`${product.docs}/de/guides/widget?helpful=counted#helpful`)
  await expect(page.getByText('Danke. Wir zählen die Antworten')).toBeVisible()
  expect(await context.cookies()).toEqual([])
  await context.close()
})

test('an answer is sent without leaving the place, and sets no cookie', async ({ page }) => {
  await page.goto(`${product.docs}/en/guides/widget`)
  await page.waitForFunction(() => customElements.get('helpful-form') !== undefined)
  await page.getByRole('button', { name: 'No', exact: true }).click()
  await expect(page.getByText('Thank you. We count the answers')).toBeVisible()
  await expect(page).toHaveURL(`${product.docs}/en/guides/widget`)
  expect(await page.context().cookies()).toEqual([])
})

test('an answer about a page that is none, and one from another site, count nothing', async ({ request }) => {
  const send = (path: string, origin: string) =>
    request.post(`${product.docs}/en/helpful`, { form: { path, answer: 'yes' }, headers: { origin }, maxRedirects: 0 })
  expect((await send('/guides/none', product.docs)).status()).toBe(422)
  expect((await send('/guides/widget', 'https://evil.example')).status()).toBe(403)
  expect((await send('/guides/widget', product.docs)).status()).toBe(303)
})

test('the theme and the language are switched on the page one is on', async ({ page }) => {
  await page.goto(`${product.docs}/en/guides/widget#events`)
  await page.getByRole('button', { name: 'Switch to dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByText('Language: EN').click()
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(/\/de\/guides\/widget/u)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('the Markdown of a page is copied with one button', async ({ browser }) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await page.goto(`${product.docs}/en/guides/widget`)
  await page.waitForFunction(() => customElements.get('copy-page') !== undefined)
  await page.getByRole('button', { name: 'Copy as Markdown' }).click()
  await expect(page.getByText('Copied', { exact: true }).first()).toBeVisible()
  const copied = await page.evaluate(async () => navigator.clipboard.readText())
  expect(copied).toBe(await (await fetch(`${product.docs}/en/guides/widget.md`)).text())
  await context.close()
})

test('the examples have the reader’s own site key, and the placeholder for everybody else', async ({ browser }) => {
  const owner = await createAccount('Reader')
  const { siteKey } = await createCaptcha(owner, 'Newsletter')
  const stranger = await browser.newPage()
  await stranger.goto(`${product.docs}/en/guides/widget`)
  await expect(stranger.locator('main')).toContainText('YOUR_SITE_KEY')
  await stranger.close()
  const context = await browser.newContext()
  await context.addCookies(cookiesOf(owner))
  const page = await context.newPage()
  await page.goto(`${product.docs}/en/guides/widget`)
  await expect(page.locator('main')).toContainText(`sitekey="${siteKey}"`)
  await expect(page.getByLabel('The examples show the site key of')).toHaveValue(siteKey)
  const copies = await page
    .locator('[data-copy*="bollard-captcha sitekey"]')
    .evaluateAll((buttons) => buttons.map((button) => button.dataset['copy'] ?? ''))
  expect(copies.every((copy) => copy.includes(siteKey) && !copy.includes('YOUR_SITE_KEY'))).toBe(true)
  await context.close()
})
