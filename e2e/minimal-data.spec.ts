import { type BrowserContext, expect, type Page, type Route, test } from '@playwright/test'
import { grammarVersion } from '../packages/engine-proof/src/grammar.ts'
import { type CaptchaKeys, createAccount, createEasyCaptcha } from './account.ts'
import { type CustomerSite, startCustomerSite } from './customer-site.ts'
import { product } from './product.ts'
import { soon } from './soon.ts'
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
 * nowhere else, and whether a key was Tab, which only passes through; see when a page comes back to the front, as its token may have run out; make the frame that works; and
 * find its words.
 */
const allowed = new Set([
  'listen focusin HTMLFormElement',
  'listen input HTMLFormElement',
  'listen change HTMLFormElement',
  'listen pointerdown HTMLFormElement',
  'listen keydown HTMLFormElement',
  'KeyboardEvent.key',
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
  /** The first start comes too soon, and every challenge asks for programs of the browser's engine; the service hears of no answer. */
  asksForMost?: boolean
  beforeTouch?: (visit: Visit) => Promise<void>
  beforeTyping?: (page: Page) => Promise<void>
}

/** Opens a page with the widget under the traps, and goes through a whole check; what comes of it is all the same. */
async function visit(
  context: BrowserContext,
  attributes: string,
  { siteWantsVerdicts = true, asksForMost = false, beforeTouch, beforeTyping }: VisitOptions = {},
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
    const body = JSON.parse(route.request().postData() ?? '{}')
    sent.push(body)
    if (asksForMost && sent.length === 1) return answerWith(route, 429, throttled)
    if (asksForMost && isAnswer(body)) return answerWith(route, 200, passedBy(route))
    const response = await route.fetch({ postData: { ...body, ticket: undefined } })
    const answer: Record<string, unknown> = await response.json()
    if (asksForMost) answer['challenge'] = withPrograms(answer['challenge'])
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
  await beforeTyping?.(page)
  await page.keyboard.type('anna@example.org')
  await expect(page.locator('bollard-captcha')).toContainText(/You’re through|We couldn’t let you through/u, {
    timeout: 60_000,
  })
  await page.keyboard.type('!')
  await page.mouse.move(40, 40, { steps: 5 })
  return visited
}

const throttled = { code: 'throttled', retryAfterSeconds: 1, ticket: 'place in the line' }

function answerWith(route: Route, status: number, json: object): Promise<void> {
  return route.fulfill({ status, json, headers: { 'access-control-allow-origin': '*' } })
}

function passedBy(route: Route): object {
  const verificationId = route.request().url().split('/').at(-2)
  return { status: 'passed', verificationId, token: 'btk1.x', expiresAt: new Date(Date.now() + 600_000).toISOString() }
}

/** The same challenge with two programs for the engine in it, as a service asks whose operator has seeded some. */
function withPrograms(challenge: unknown): unknown {
  const { token, ...rest } = Object(challenge)
  const bytes = Buffer.from(token, 'base64url')
  bytes[107] = grammarVersion
  bytes.writeUInt32BE(1, 114)
  bytes.writeUInt32BE(2, 118)
  return { ...rest, token: bytes.toString('base64url') }
}

/** Elements of the page inside the widget, beside those of its own that are drawn. */
const childrenOf = (page: Page) => page.locator('bollard-captcha').evaluate((widget) => widget.children.length)
/** Notes how many there were at most. */
const noteChildren = `{
  const widget = document.querySelector('bollard-captcha')
  window.childrenMax = 0
  new MutationObserver(() => (childrenMax = Math.max(childrenMax, widget.children.length))).observe(widget, { childList: true })
}`
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

test('nor where the visitor has to wait in line and the browser is asked to compute a layout', async ({ context }) => {
  const { reads, sent } = await visit(context, 'minimal-data', { asksForMost: true })
  expect([...new Set(reads)].filter((read) => read !== heard && !allowed.has(read))).toEqual([])
  expect(reads.filter((read) => read === 'make iframe')).toHaveLength(1)
  const start = { siteKey: keys.siteKey, language: 'en' }
  expect(sent.slice(0, 2)).toEqual([start, { ...start, ticket: throttled.ticket }])
  expect(sent.slice(2).map((body) => Object.keys(body).toSorted())).toEqual([
    ['challenge', 'solution', 'stepUp', 'workMs'],
  ])
})

test('the same traps do catch what the widget looks at otherwise', async ({ context }) => {
  const { reads, sent } = await visit(context, '', { asksForMost: true })
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
    'Event.timeStamp',
    'KeyboardEvent.key',
    'MouseEvent.clientX',
    'PointerEvent.getCoalescedEvents',
    'Crypto.getRandomValues',
    'frame CSS.supports',
    'frame Element.getBoundingClientRect',
  ])
    expect(reads).toContain(read)
  expect(reads.filter((read) => read === 'make iframe').length).toBeGreaterThan(1)
  for (const body of sent.filter(isAnswer)) {
    expect(body).toMatchObject({ collected: { page: expect.any(Number), digests: expect.any(Array) } })
    expect(body['engine']).toHaveLength(2)
  }
})

test('where the service wants no verdicts, all is dropped at its word', async ({ context }) => {
  const { page, reads, sent } = await visit(context, '', {
    siteWantsVerdicts: false,
    asksForMost: true,
    // The hidden field comes with the first touch.
    async beforeTouch({ page: opened }) {
      expect(await childrenOf(opened)).toBe(0)
      await opened.evaluate(noteChildren)
    },
    // It goes with the word, and what is typed before the word arrives is still looked at.
    async beforeTyping(opened) {
      await expect.poll(() => opened.evaluate('childrenMax'), soon).toBe(1)
      await expect.poll(() => childrenOf(opened), soon).toBe(0)
    },
  })
  expect(await childrenOf(page)).toBe(0)
  for (const body of sent) for (const key of ['collected', 'engine']) expect(Object.keys(body)).not.toContain(key)
  const word = reads.indexOf(heard)
  expect(reads.slice(0, word)).toContain('listen pointermove HTMLDocument')
  // The box looks the page's colours up when it changes, which the attribute ends too. The frame may only now have loaded.
  const looks = new Set([
    ...wording,
    heard,
    'KeyboardEvent.key',
    'window.getComputedStyle',
    'frame Navigator.hardwareConcurrency',
  ])
  expect(reads.slice(word).filter((read) => !looks.has(read))).toEqual([])
  expect(reads.filter((read) => read === 'make iframe')).toHaveLength(1)
})
