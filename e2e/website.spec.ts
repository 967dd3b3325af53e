import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { languages } from '../packages/i18n/src/languages.ts'
import { allFaults } from './ask-axe.ts'
import { isRead, looksByLanguage, showIn } from './clean-looks.ts'
import {
  addressesIn,
  brokenLinks,
  crawl,
  type CrawledPage,
  descriptionOf,
  faultsOf,
  linksOf,
  titleOf,
} from './crawl-pages.ts'
import { product } from './product.ts'
import { watchPage } from './watch-page.ts'

test('the root and a bare language lead to the captcha landing, for good', async ({ request }) => {
  for (const [path, target] of [
    ['/', '/en/products/captcha'],
    ['/de', '/de/products/captcha'],
    ['/products/captcha', '/en/products/captcha'],
  ] as const) {
    const answer = await request.get(`${product.website}${path}`, {
      maxRedirects: 0,
      headers: { 'accept-language': 'en' },
    })
    expect(answer.status(), path).toBe(301)
    expect(answer.headers()['location'], path).toBe(target)
  }
})

const texts: object = JSON.parse(
  readFileSync(new URL('../packages/i18n/texts/website/en.json', import.meta.url), 'utf8'),
)

/** Every page that there is, by its language. */
let pages: readonly CrawledPage[]
test.beforeAll(async () => {
  const sitemaps = await addressesIn(`${product.website}/sitemap.xml`)
  const lists = await Promise.all(sitemaps.map(addressesIn))
  pages = await crawl(lists.flat())
})
const pagesIn = (language: string) => pages.filter(({ address }) => pathOf(address).startsWith(`/${language}/`))
const pathOf = (address: string) => new URL(address).pathname
const writtenIn = (path: string) =>
  languages.filter((one) => pages.some(({ address }) => pathOf(address) === `/${one}${path}`))

test('every page of every language is there, sound, and needs no framework', () => {
  for (const language of languages) expect(pagesIn(language).length, language).toBeGreaterThan(4)
  const faults = pages.flatMap((page) =>
    faultsOf(page, writtenIn(pathOf(page.address).slice(3))).map((fault) => `${page.address} ${fault}`),
  )
  expect(faults).toEqual([])
})

test('no two pages of a language have one title or description', () => {
  for (const language of languages)
    for (const words of [pagesIn(language).map(titleOf), pagesIn(language).map(({ html }) => descriptionOf(html))])
      expect(words.filter((text, index) => words.indexOf(text) !== index)).toEqual([])
})

test('no page shows the name of a text in place of the text, or a place that nobody has filled', () => {
  // A file such as contact.html is not the name of a text.
  const names = new RegExp(`>(?!\\w+\\.[a-z]{2,5}<)(?:${Object.keys(texts).join('|')})(?:\\.[A-Za-z][\\w-]*)+<`, 'u')
  const unfilled = pages.flatMap(({ address, html }) => {
    // Code of frameworks has braces of its own.
    const words = html.replaceAll(/<(script|style|pre|code)[ >].*?<\/\1>|<[^>]*>(?=<)/gsu, '')
    return [names, />[^<]*\{\{\w+\}\}/u].flatMap(
      (kind) => words.match(kind)?.map((found) => `${address} ${found}`) ?? [],
    )
  })
  expect(unfilled).toEqual([])
})

test('no page loads or frames anything of anybody else', () => {
  const own = new Set([product.website, product.api].map((address) => new URL(address).origin))
  // They are thousands: asking the runner about each takes longer than finding them.
  const foreign = pages.flatMap(({ address, html }) => {
    const loaded = html.matchAll(/<(?:script|img|iframe|source|video|audio|embed)\b[^>]*? (?:src|srcset)="([^"]+)"/gu)
    const linked = html.matchAll(
      /<link\b(?=[^>]*rel="(?:stylesheet|preload|modulepreload|icon|manifest|preconnect|dns-prefetch)")[^>]*? href="([^"]+)"/gu,
    )
    return [...loaded, ...linked]
      .map(([, source = '']) => source)
      .filter((source) => !own.has(new URL(source, address).origin) && !source.startsWith('data:'))
      .map((source) => `${address} ${source}`)
  })
  expect(foreign).toEqual([])
})

test('every page says what it has to say without script', () => {
  const short = pages.filter(({ html }) => {
    const main = /<main[ >](.*?)<\/main>/su.exec(html)?.[1] ?? ''
    return main.replaceAll(/<script.*?<\/script>|<[^>]+>/gsu, '').trim().length < 250
  })
  expect(short.map(({ address }) => address)).toEqual([])
})

test('the picture that a page names is a PNG with its title, which may be kept for ever', async () => {
  const [page] = pagesIn('de').filter(({ address }) => /\/wiki\/./u.test(address))
  const said = (property: string) =>
    new RegExp(`<meta property="${property}" content="([^"]*)"`, 'u').exec(page?.html ?? '')?.[1] ?? ''
  expect(said('og:title')).toContain(said('og:image:alt'))
  const answer = await fetch(said('og:image'))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(answer.headers.get('cache-control')).toContain('immutable')
  const png = Buffer.from(await answer.arrayBuffer())
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
})

test('every link of the website leads to a page, and to a heading if it names one', async () => {
  expect(await brokenLinks(pages)).toEqual([])
})

test('every link to the documentation leads to a page, and to a heading if it names one', async () => {
  // That the pages of its sitemap are there is for the journey of the documentation; those of which a heading is named are opened here.
  const listed = new Set(await addressesIn(`${product.docs}/sitemap.xml`))
  const links = pages.flatMap((page) => linksOf(page, product.docs)).map((link) => link.split('#'))
  const named = new Set(links.flatMap(([address = '', anchor]) => (anchor === undefined ? [] : [address])))
  const isThere = (address: string) => listed.has(address) && !named.has(address)
  expect(listed.size).toBeGreaterThan(100)
  expect(await brokenLinks(pages, { site: product.docs, isThere })).toEqual([])
})

test('every article has its Markdown beside it, which needs no component', async () => {
  const articles = pages.filter(({ address }) => /^\/[a-z]{2}\/(?:learn|wiki)\/./u.test(pathOf(address)))
  const twins = await crawl(articles.map(({ address }) => `${address}.md`))
  expect(twins.filter(({ status, html }) => status !== 200 || !/^# \S.*\n\n\S/u.test(html))).toEqual([])
  expect(twins.filter(({ html }) => /^<(?:Note|Warning|Steps|Part)\b|docs:\//mu.test(html))).toEqual([])
})

test('programs find the pages in llms.txt, the sitemaps in robots.txt, and the articles in a feed', async () => {
  const textOf = async (path: string) => {
    const [page] = await crawl([product.website + path])
    expect(page?.status, path).toBe(200)
    return page?.html ?? ''
  }
  const articles = pagesIn('en').filter(({ address }) => /^\/en\/(?:learn|wiki)\/./u.test(pathOf(address)))
  const [index, feed] = [await textOf('/llms.txt'), await textOf('/en/articles.xml')]
  for (const { address } of articles) {
    expect(index).toContain(`(${address}.md)`)
    expect(feed).toContain(`<link>${address}</link>`)
  }
  expect(index).toContain(`(${product.website}/en/products/captcha)`)
  expect(await textOf('/robots.txt')).toContain(`Sitemap: ${product.website}/sitemap.xml`)
})

test('an unknown page below learn, wiki and legal is a real 404, in words of its language', async () => {
  const paths = [
    '/en/learn/none',
    '/de/wiki/none',
    '/en/legal/none',
    '/en/wiki/none.md',
    '/pt/wiki',
    '/en/learn/none/more',
    '/social/abc/en/learn/none.png',
  ]
  for (const { address, status } of await crawl(paths.map((path) => product.website + path)))
    expect(status, address).toBe(404)
})

test('legal leads to a page about the law, and an address without a language to the page', async () => {
  for (const path of ['/en/legal', '/wiki', '/contact-us']) {
    const answer = await fetch(product.website + path)
    expect([answer.status, pathOf(answer.url).split('/').length >= 3], path).toEqual([200, true])
  }
})

/** One page of each kind; those of articles are the first that there are. */
const templates = [
  'products/captcha',
  'products/captcha/pricing',
  'products/captcha/integrations',
  'products/captcha/integrations/nodejs-captcha',
  'reports/bot-lab',
  'learn',
  'wiki',
  'wiki?q=cookies',
  'legal/cookie-settings',
  'contact-us',
]

test('each kind of page is clean in both themes, wide and narrow', async ({ browser }) => {
  const article = pagesIn('en').find(({ address }) => /\/wiki\/./u.test(address))
  const kinds = [...templates, ...(article === undefined ? [] : [pathOf(article.address).slice(4)])]
  const page = await browser.newPage()
  const watched = watchPage(page)
  const faults: string[] = []
  // A page is opened once in each language. German words matter where there is least room; axe has read the page by then.
  for (const { language, looks } of looksByLanguage)
    for (const [kind, path] of kinds.entries()) {
      await page.goto(`${product.website}/${language}/${path}`)
      // The landing page is looked at with its real captcha, which the server does not render.
      if (kind === 0) await expect(page.locator('bollard-captcha')).toContainText(/\S/u)
      for (const [index, look] of looks.entries()) {
        await showIn(page, look)
        const found = kind === 0 || isRead(kind, language, index) ? await allFaults(page) : []
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (wider > 0) found.push(`is ${wider} px wider than the window`)
        faults.push(...found.map((fault) => `${path} ${look.name}: ${fault}`))
      }
    }
  expect([...faults, ...watched.complaints, ...watched.foreignRequests]).toEqual([])
  await page.close()
})

test('the menu of a narrow window opens without script, leads to the sections, and closes with Escape', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  const plain = await context.newPage()
  await plain.goto(`${product.website}/en/products/captcha`)
  await plain.locator('summary[aria-label="Menu"]').click()
  await plain.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact us', exact: true }).click()
  await expect(plain).toHaveURL(`${product.website}/en/contact-us`)
  await context.close()
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await page.goto(`${product.website}/en/contact-us`)
  await page.waitForFunction(() => customElements.get('site-menu') !== undefined)
  const menu = page.locator('summary[aria-label="Menu"]')
  await menu.click()
  await expect(page.getByRole('link', { name: 'Contact us', exact: true }).first()).toBeVisible()
  expect(await allFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.locator('details.site-menu')).not.toHaveAttribute('open')
  await expect(menu).toBeFocused()
  await page.close()
})

test('an unknown page is a real 404 with a way home', async ({ page }) => {
  const answer = await page.goto(`${product.website}/en/nowhere`)
  expect(answer?.status()).toBe(404)
  await page.getByRole('link', { name: 'Go to the home page', exact: true }).click()
  await expect(page).toHaveURL(`${product.website}/en/products/captcha`)
})

test('the examples stand in one panel with their tabs, and none is cut off', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${product.website}/en/products/captcha`)
  const panel = page.locator('#set-up .code-tabs')
  for (const tab of ['HTML', 'Node.js', 'PHP', 'Python']) {
    await panel.getByText(tab, { exact: true }).click()
    const code = panel.locator('pre:visible')
    await expect(code, tab).toHaveCount(1)
    const hidden = await code.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(hidden, tab).toBeLessThanOrEqual(0)
  }
  await page.close()
})
