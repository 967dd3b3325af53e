import { createApiClient } from '@bollard/api-client'
import { type SiteSettings, siteSettingsSchema, type WidgetSettings } from '@bollard/contracts'
import { type BrowserContext, type BrowserContextOptions, expect, type Page, test } from '@playwright/test'
import { type CaptchaKeys, createAccount, createEasyCaptcha, difficultyMin } from './account.ts'
import { allFaults } from './ask-axe.ts'
import { type CustomerSite, startCustomerSite } from './customer-site.ts'
import { keepPicture } from './keep-picture.ts'
import { leave } from './leave.ts'
import { product } from './product.ts'
import { soon } from './soon.ts'
import { hurry } from './widget-page.ts'

// The last long file: several workers share it, each with a captcha of its own, so that none is idle at the end.
test.describe.configure({ mode: 'parallel' })

const settingsAddress = '**/captcha/v1/widget-settings/**'
const checkAddress = '**/captcha/v1/verifications**'
const design = {
  radius: 2,
  boxRadius: 3,
  borderWidth: 4,
  light: {
    background: '#fff4e0',
    text: '#3a2a00',
    border: '#aa7700',
    boxBackground: '#ffffff',
    boxBorder: '#7a5500',
    accent: '#7b2cbf',
    success: '#7b2cbf',
  },
  dark: { background: '#00243a', text: '#d8f1ff', border: '#3399cc', success: '#ffd166' },
}

const testKeys = [
  ['bsk_TestAlwaysPasses000000', 'everyone passes'],
  ['bsk_TestAlwaysFails0000000', 'no one passes'],
  ['bsk_TestAlreadySpent000000', 'already used'],
  ['bsk_TestForcesStepUp000000', 'second time'],
] as const

let keys: CaptchaKeys
let api: ReturnType<typeof createApiClient>
test.beforeAll(async () => {
  const account = await createAccount(`Settings${test.info().workerIndex}`)
  keys = await createEasyCaptcha(account, 'Widget settings')
  api = createApiClient({ baseUrl: product.api, cookies: () => account.cookie })
})

const opened: { close(): Promise<unknown> }[] = []
test.afterEach(async () => {
  for (const thing of opened.splice(0).toReversed()) await thing.close()
})

/** Saves settings as an owner does, all that is not named as nobody set it but at the least difficulty, and waits until widgets get them. */
async function set(settings: {
  widget?: Partial<WidgetSettings>
  minimalData?: boolean
  failover?: SiteSettings['failover']
}): Promise<void> {
  const { solutionId, siteKey } = keys
  const { version } = await api.getSiteSettings({ solutionId })
  await api.putSiteSettings({
    solutionId,
    siteSettingsDto: { ...siteSettingsSchema.parse({ difficulty: difficultyMin, ...settings }), version },
  })
  const { widget = {}, minimalData = false, failover } = settings
  await expect
    .poll(() => api.getWidgetSettings({ siteKey }))
    .toEqual({ widget, minimalData, honeypots: true, failover: failover === 'RECORDED_OUTAGES', test: null })
}

interface VisitOptions extends BrowserContextOptions {
  attributes?: string
  siteKey?: string
  policy?: string
  lang?: string
  before?: (context: BrowserContext) => Promise<unknown>
}

/** A customer's page with the widget; the site's policy is as strict as ours allows. */
async function visit(
  browser: { newContext(options?: BrowserContextOptions): Promise<BrowserContext> },
  { attributes = '', siteKey = keys.siteKey, lang = 'en', policy, before, ...look }: VisitOptions = {},
): Promise<{ page: Page; site: CustomerSite; complaints: string[] }> {
  const widget = `<bollard-captcha sitekey="${siteKey}" ${attributes}></bollard-captcha>`
  const body = `<form lang="${lang}" method="post" action="/"><label>E-mail <input name="email"></label><p>${widget}</p><button>Send</button></form>`
  const site = await startCustomerSite({
    api: product.api,
    ...keys,
    body,
    policy:
      policy ??
      `default-src 'none'; script-src ${product.api}; connect-src ${product.api}; frame-src ${product.api}; form-action 'self'; require-trusted-types-for 'script'`,
  })
  const context = await browser.newContext(look)
  await before?.(context)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  opened.push(site, { close: () => leave(page) })
  await page.goto(site.url)
  await expect(captcha(page).getByRole('checkbox').first()).toBeVisible()
  return { page, site, complaints }
}

/** Settings that come when they are let through. */
function late() {
  const { promise, resolve: come } = Promise.withResolvers<void>()
  const before = (context: BrowserContext) =>
    context.route(settingsAddress, (route) => void promise.then(() => route.continue()))
  return { before, come }
}
const captcha = (page: Page) => page.locator('bollard-captcha')
const sizeOf = (page: Page) =>
  captcha(page).evaluate((widget) => [widget.getBoundingClientRect().width, widget.getBoundingClientRect().height])
const allText = (page: Page) => captcha(page).evaluate((widget) => widget.shadowRoot?.textContent ?? '')
const looksOf = (page: Page, selector: string) =>
  captcha(page).evaluate((widget, wanted) => {
    const part = widget.shadowRoot?.querySelector(wanted)
    const { backgroundColor, color, borderTopColor, borderTopWidth, borderTopLeftRadius } = getComputedStyle(
      part ?? widget,
    )
    return { backgroundColor, color, borderTopColor, borderTopWidth, borderTopLeftRadius }
  }, selector)

/** What axe finds in the widget. It needs a page that lets it in. */
const faults = (page: Page) => allFaults(page, { include: 'bollard-captcha' })
const lenient = 'base-uri *'
const anyOrigin = { 'access-control-allow-origin': '*' }

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a design is painted, and nothing about it is hard to see, ${colorScheme}`, async ({ browser }) => {
    await set({
      widget: { design, privacyUrl: 'https://shop.example/privacy', theme: colorScheme === 'dark' ? 'DARK' : 'LIGHT' },
    })
    const { page } = await visit(browser, { colorScheme, policy: lenient })
    await expect.poll(async () => (await looksOf(page, '.widget')).borderTopWidth).toBe('4px')
    const [backgroundColor, color, borderTopColor] =
      colorScheme === 'light'
        ? ['rgb(255, 244, 224)', 'rgb(58, 42, 0)', 'rgb(170, 119, 0)']
        : ['rgb(0, 36, 58)', 'rgb(216, 241, 255)', 'rgb(51, 153, 204)']
    expect(await looksOf(page, '.widget')).toEqual({
      backgroundColor,
      color,
      borderTopColor,
      borderTopWidth: '4px',
      borderTopLeftRadius: '2px',
    })
    expect((await looksOf(page, '.mark')).borderTopLeftRadius).toBe('3px')
    await expect(captcha(page).getByRole('link', { name: 'Privacy' })).toHaveAttribute(
      'href',
      'https://shop.example/privacy',
    )
    expect(await faults(page)).toEqual([])
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 500 })
      await keepPicture(page, `widget-settings design-${colorScheme}-${width}`)
    }
  })
}

test('all of it works under a policy of our script and connection alone', async ({ browser }) => {
  await set({ widget: { design, whiteLabel: true, translations: { en: { ready: 'Hello, person' } } } })
  const { page, complaints } = await visit(browser)
  await expect(captcha(page)).toContainText('Hello, person')
  await expect.poll(async () => (await looksOf(page, '.widget')).borderTopWidth).toBe('4px')
  expect(complaints).toEqual([])
})

test('a design from the page wins, and no more than colours and numbers of it gets into the style', async ({
  browser,
}) => {
  await set({ widget: { design } })
  const hostile = {
    radius: '9px;background:url(https://evil.example)',
    borderWidth: 1e9,
    light: { background: 'url(https://evil.example)', text: '#0000ff', border: '#fff;color:red', '--x': '#123456' },
  }
  const { page } = await visit(browser, { attributes: `design='${JSON.stringify(hostile)}'` })
  await expect.poll(async () => (await looksOf(page, '.widget')).color).toBe('rgb(0, 0, 255)')
  const style = await captcha(page).evaluate(
    (widget) => widget.shadowRoot?.querySelector('.widget')?.getAttribute('style') ?? '',
  )
  expect(style).not.toMatch(/url|red|123456|1e9|9px/u)
  expect(await looksOf(page, '.widget')).toMatchObject({
    borderTopWidth: '1px',
    borderTopLeftRadius: '12px',
    backgroundColor: 'rgb(255, 255, 255)',
  })
})

test('a white label says nothing of us, before and after the settings have come', async ({ browser }) => {
  await set({ widget: { whiteLabel: true } })
  const settings = late()
  const { page } = await visit(browser, { policy: lenient, before: settings.before })
  await expect(captcha(page).getByText('Bollard')).toBeHidden()
  const before = await sizeOf(page)
  settings.come()
  await expect.poll(() => allText(page), soon).not.toContain('Bollard')
  expect(await sizeOf(page)).toEqual(before)
  expect(await faults(page)).toEqual([])
  await keepPicture(page, 'widget-settings white-label')
})

test("the owner's words are spoken in the visitor's language, and long ones break no page", async ({ browser }) => {
  const long = `${'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4)} Ende`
  await set({
    widget: {
      translations: {
        fr: { ready: 'Je suis une personne' },
        de: { ready: long, readyHint: long, privacy: long.slice(0, 100) },
      },
      privacyUrl: 'https://shop.example/p',
    },
  })
  const french = await visit(browser, { lang: 'fr', policy: lenient })
  await expect(captcha(french.page)).toContainText('Je suis une personne')
  expect(await faults(french.page)).toEqual([])
  const german = await visit(browser, { lang: 'de', viewport: { width: 360, height: 900 }, policy: lenient })
  await expect(captcha(german.page)).toContainText('kapitän Ende')
  expect(await german.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await faults(german.page)).toEqual([])
  await keepPicture(german.page, 'widget-settings long-360')
})

test('words from the page win over those of the owner', async ({ browser }) => {
  await set({ widget: { translations: { en: { ready: 'Of the owner' } } } })
  const { page } = await visit(browser, { attributes: `translations='{"en":{"ready":"Of the page"}}'` })
  await expect(captcha(page)).toContainText('Of the page')
})

test('a test key says so, even where the owner wants to see nothing, light and dark', async ({ browser }) => {
  for (const [siteKey, words] of testKeys) {
    const { page } = await visit(browser, {
      siteKey,
      colorScheme: 'light',
      viewport: { width: 360, height: 640 },
      attributes: `theme="light" invisible white-label design='${JSON.stringify(design)}'`,
      policy: lenient,
    })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await captcha(page).evaluate((widget, theme) => widget.setAttribute('theme', theme), colorScheme)
      await expect(captcha(page).locator('.widget.dark')).toHaveCount(colorScheme === 'dark' ? 1 : 0)
      await expect(captcha(page).getByRole('note')).toContainText(words)
      await expect(captcha(page).getByRole('note')).toBeInViewport({ ratio: 1 })
      expect(await faults(page)).toEqual([])
      await keepPicture(page, `widget-settings ${siteKey}-${colorScheme}`)
    }
  }
  const german = await visit(browser, { siteKey: 'bsk_TestAlwaysFails0000000', lang: 'de', colorScheme: 'dark' })
  await expect(captcha(german.page).getByRole('note')).toContainText('Testschlüssel: Niemand kommt durch')
  await german.page.emulateMedia({ colorScheme: 'light' })
  await expect(captcha(german.page).getByRole('note')).toContainText('Testschlüssel: Niemand kommt durch')
})

test('invisible by setting there is a badge and no box, and the page can have the box back', async ({ browser }) => {
  await set({ widget: { invisible: true } })
  const { page } = await visit(browser, { policy: lenient })
  await expect(captcha(page)).toContainText('Protected by Bollard')
  await expect.poll(() => captcha(page).evaluate((widget) => getComputedStyle(widget).position)).toBe('fixed')
  expect(await faults(page)).toEqual([])
  const shown = await visit(browser, { attributes: 'invisible="off"' })
  // The name shows itself when the settings have come.
  await expect(captcha(shown.page).getByText('Bollard')).toBeVisible()
  expect(await captcha(shown.page).evaluate((widget) => getComputedStyle(widget).position)).toBe('static')
})

test('settings that come late change looks, but no size', async ({ browser }) => {
  await set({ widget: { design, whiteLabel: true, privacyUrl: 'https://shop.example/p' } })
  for (const lang of ['en', 'de']) {
    const settings = late()
    const { page } = await visit(browser, { lang, before: settings.before })
    const before = await sizeOf(page)
    expect((await looksOf(page, '.widget')).borderTopWidth).toBe('1px')
    settings.come()
    await expect.poll(async () => (await looksOf(page, '.widget')).borderTopWidth, soon).toBe('4px')
    expect(await sizeOf(page)).toEqual(before)
  }
})

test('two widgets of a site ask once, and where settings fail all is as ever', async ({ browser }) => {
  await set({ widget: { design, whiteLabel: true } })
  let asked = 0
  const { page } = await visit(browser, {
    attributes: `></bollard-captcha><bollard-captcha sitekey="${keys.siteKey}"`,
    before: (context) => context.route(settingsAddress, (route) => (asked++, route.abort())),
  })
  for (const widget of await captcha(page).all()) await expect(widget.getByText('Bollard')).toBeVisible()
  expect([await captcha(page).count(), asked]).toEqual([2, 1])
  // As much as the widget waits for before it answers.
  await page.locator('input[name=email]').click()
  await page.locator('input[name=email]').pressSequentially('anna@example.org')
  await expect(captcha(page).first()).toContainText(/You’re through|We couldn’t let you through/u, { timeout: 60_000 })
})

test('minimal data by setting: nothing is laid out or watched, and no path is told', async ({ browser }) => {
  await set({ minimalData: true })
  const sent: unknown[] = []
  const { page } = await visit(browser, {
    async before(context) {
      await context.clock.install()
      await context.route(checkAddress, (route) => (sent.push(route.request().postDataJSON()), route.continue()))
    },
  })
  // Longer than the honeypot waits to be laid out.
  await page.clock.fastForward('00:10')
  expect(await captcha(page).evaluate((widget) => widget.children.length)).toBe(0)
  await page.locator('input[name=email]').fill('anna@example.org')
  await page.locator('input[name=email]').press('a')
  await expect.poll(() => sent.length, { timeout: 60_000 }).toBeGreaterThan(1)
  expect(sent[0]).toEqual({ siteKey: keys.siteKey, language: 'en' })
  for (const body of sent)
    expect(Object.keys(Object(body)).filter((key) => key === 'path' || key === 'collected')).toEqual([])
})

test('path and bypass key are told at the start', async ({ browser }) => {
  await set({})
  const starts: unknown[] = []
  const { page } = await visit(browser, {
    attributes: 'bypass-key="bbk_attribute"',
    before: (context) =>
      context.route(
        '**/captcha/v1/verifications',
        (route) => (starts.push(route.request().postDataJSON()), route.abort()),
      ),
  })
  await page.locator('input[name=email]').press('a')
  await expect
    .poll(() => starts[0])
    .toEqual({ siteKey: keys.siteKey, language: 'en', path: '/', bypassKey: 'bbk_attribute' })
  await captcha(page).evaluate((widget) => {
    Reflect.set(widget, 'bypassKey', 'bbk_property')
    Reflect.get(widget, 'reset').call(widget)
    Reflect.get(widget, 'startVerification').call(widget)
  })
  await expect.poll(() => starts.at(-1)).toMatchObject({ bypassKey: 'bbk_property' })
})

/** What the widget says when it gives up, and the token in the form. */
async function giveUp(page: Page): Promise<{ detail: unknown; token: string }> {
  await page.evaluate(() =>
    document.addEventListener('bollard-failed', (event) =>
      Reflect.set(globalThis, 'failure', Reflect.get(event, 'detail')),
    ),
  )
  await page.locator('input[name=email]').press('a')
  await page.waitForFunction(() => Reflect.has(globalThis, 'failure'))
  return page.evaluate(() => ({
    detail: Reflect.get(globalThis, 'failure'),
    token: String(new FormData(document.querySelector('form') ?? undefined).get('bollard-response') ?? ''),
  }))
}

test('when the service is away the form can be sent once, with a token that says what happened', async ({
  browser,
}) => {
  await set({ failover: 'RECORDED_OUTAGES' })
  const { page, site } = await visit(browser, {
    policy: lenient,
    async before(context) {
      await hurry(context)
      await context.route(checkAddress, (route) => route.abort())
    },
  })
  const { detail, token } = await giveUp(page)
  expect(detail).toEqual({ code: 'offline', failover: true })
  expect(JSON.parse(Buffer.from(token.replace(/^bfo1\./u, ''), 'base64url').toString())).toEqual({
    siteKey: keys.siteKey,
    at: expect.stringMatching(/^20\d\d-.*Z$/u),
    id: expect.stringMatching(/^[\w-]{22}$/u),
    reason: 'unreachable',
  })
  await expect(captcha(page)).toContainText('You can still submit the form')
  expect(await faults(page)).toEqual([])
  await keepPicture(page, 'widget-settings failover')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => site.tokens).toEqual([token])
})

test('by attribute it works before any settings came, and where the service says that it cannot answer', async ({
  browser,
}) => {
  const { page } = await visit(browser, {
    attributes: 'failover',
    async before(context) {
      await hurry(context)
      await context.route('**/captcha/v1/**', (route) =>
        route.fulfill({ status: 503, body: 'Bad gateway', headers: anyOrigin }),
      )
    },
  })
  const { detail, token } = await giveUp(page)
  expect(detail).toEqual({ code: 'unavailable', failover: true })
  expect(Buffer.from(token.slice(5), 'base64url').toString()).toContain('"reason":"unavailable"')
})

for (const [code, status] of [
  ['site-paused', 403],
  ['origin-not-allowed', 403],
  ['rate-limited', 429],
] as const)
  test(`a service that answers ${code} is not away, so there is no token`, async ({ browser }) => {
    const { page } = await visit(browser, {
      attributes: 'failover',
      before: (context) =>
        context.route(checkAddress, (route) => route.fulfill({ status, json: { code }, headers: anyOrigin })),
    })
    expect(await giveUp(page)).toEqual({ detail: { code, failover: false }, token: '' })
    await expect(captcha(page)).toContainText(
      code === 'rate-limited' ? 'Too many checks' : 'isn’t set up for the check',
    )
  })
