import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type CaptchaKeys, createAccount, createEasyCaptcha } from './account.ts'
import { type CustomerSite, startCustomerSite } from './customer-site.ts'
import { product } from './product.ts'
import { trapReads } from './trap-reads.ts'

let keys: CaptchaKeys
test.beforeAll(async () => {
  keys = await createEasyCaptcha(await createAccount('Minimal'), 'Minimal data')
})

let site: CustomerSite
test.afterEach(() => site.close())

/**
 * What a language tag of the page means is the same in every browser. Until when a token counts is written as the
 * visitor's clock has it, on their own screen, and is sent to nobody.
 */
const wording = [
  'new Intl.Locale',
  'Intl.Locale.maximize',
  'Intl.Locale.language',
  'Intl.Locale.script',
  'Intl.Locale.baseName',
  'Date.toLocaleTimeString',
]

/**
 * All that the widget may do in minimal data mode: hear that the form is touched for the first time, on the form and
 * nowhere else; see when a page comes back to the front, as its token may have run out; make the frame that works; and
 * find its words.
 */
const allowed = new Set([
  'listen focusin HTMLFormElement',
  'listen change HTMLFormElement',
  'listen pointerdown HTMLFormElement',
  'listen keydown HTMLFormElement',
  'listen visibilitychange HTMLDocument',
  'make iframe',
  ...wording,
])

/** Stands among the reads where the service's word reached the widget. */
const heard = 'service answers'

interface Visit {
  page: Page
  reads: string[]
  /** Bodies that the widget has sent: first those of starts, then those of answers, in the order of sending. */
  sent: Record<string, unknown>[]
}

interface VisitOptions {
  siteWantsVerdicts?: boolean
  beforeTouch?: (visit: Visit) => Promise<void>
}

/** Opens a page with the widget under the traps, and goes through a whole check; what comes of it is all the same. */
async function visit(
  context: BrowserContext,
  attributes: string,
  { siteWantsVerdicts = true, beforeTouch }: VisitOptions = {},
): Promise<Visit> {
  const widget = `<bollard-captcha sitekey="${keys.siteKey}" ${attributes}></bollard-captcha>`
  site = await startCustomerSite({
    api: product.api,
    ...keys,
    body: `<form><label>E-mail <input name="email"></label>${widget}<button>Send</button></form>`,
  })
  const reads: string[] = []
  await context.exposeFunction('noteRead', (what: string) => void reads.push(what))
  await context.addInitScript(trapReads)
  await context.route('**/widget/worker.js*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: trapReads + (await response.text()) })
  })
  const sent: Record<string, unknown>[] = []
  await context.route('**/captcha/v1/verifications**', async (route) => {
    sent.push(JSON.parse(route.request().postData() ?? '{}'))
    const response = await route.fetch()
    const answer: Record<string, unknown> = await response.json()
    // What is read from here on, the widget reads although it knows better, or is about to.
    if ('collect' in answer) reads.push(heard)
    await route.fulfill({
      response,
      json: 'collect' in answer && !siteWantsVerdicts ? { ...answer, collect: false } : answer,
    })
  })
  const page = await context.newPage()
  await page.goto(site.url)
  // Longer than anything waits that the widget lays out after the page has loaded.
  await page.waitForTimeout(1500)
  const visited = { page, reads, sent }
  await beforeTouch?.(visited)
  await page.mouse.move(30, 30)
  await page.mouse.move(200, 90, { steps: 5 })
  await page.locator('input[name=email]').click()
  await page.keyboard.type('anna@example.org')
  await expect(page.locator('bollard-captcha')).toContainText(/You’re through|You could not be let through/u, {
    timeout: 60_000,
  })
  await page.keyboard.type('!')
  await page.mouse.move(40, 40, { steps: 5 })
  return visited
}

/** Elements of the page inside the widget, beside those of its own that are drawn. */
const childrenOf = (page: Page) => page.locator('bollard-captcha').evaluate((widget) => widget.children.length)
const isAnswer = (body: Record<string, unknown>) => 'solution' in body

test('in minimal data mode no script of the widget looks at the browser, in page, frame or worker', async ({
  context,
}) => {
  const { page, reads, sent } = await visit(context, 'minimal-data')
  expect([...new Set(reads)].filter((read) => read !== heard && !allowed.has(read))).toEqual([])
  // One frame that works, and no other.
  expect(reads.filter((read) => read === 'make iframe')).toHaveLength(1)
  expect(await childrenOf(page)).toBe(0)
  expect(sent.filter(isAnswer).length).toBeGreaterThan(0)
  for (const body of sent) expect(Object.keys(body)).not.toContain('collected')
  expect(sent[0]).toEqual({ siteKey: keys.siteKey, language: 'en' })
})

test('the same traps do catch what the widget looks at otherwise', async ({ context }) => {
  const { reads, sent } = await visit(context, '')
  for (const read of [
    'names of window',
    'Navigator.languages',
    'Navigator.webdriver',
    'Navigator.userAgent',
    'Screen.width',
    'window.matchMedia',
    'listen pointermove HTMLDocument',
    'listen keyup HTMLDocument',
    'frame Navigator.hardwareConcurrency',
    'worker WorkerNavigator.userAgent',
  ])
    expect(reads).toContain(read)
  expect(reads.filter((read) => read === 'make iframe').length).toBeGreaterThan(1)
  for (const body of sent.filter(isAnswer)) expect(Object.keys(body)).toContain('collected')
})

test('where the service wants no verdicts, all is dropped at its word', async ({ context }) => {
  const { page, reads, sent } = await visit(context, '', {
    siteWantsVerdicts: false,
    beforeTouch: async ({ page: opened }) => expect(await childrenOf(opened)).toBe(1),
  })
  expect(await childrenOf(page)).toBe(0)
  for (const body of sent) expect(Object.keys(body)).not.toContain('collected')
  const word = reads.indexOf(heard)
  expect(reads.slice(0, word)).toContain('listen pointermove HTMLDocument')
  // The box looks the page's colours up when it changes, which the attribute ends too. The frame may only now have loaded.
  const looks = new Set([...wording, heard, 'window.getComputedStyle', 'frame Navigator.hardwareConcurrency'])
  expect(reads.slice(word).filter((read) => !looks.has(read))).toEqual([])
  expect(reads.filter((read) => read === 'make iframe')).toHaveLength(1)
})
