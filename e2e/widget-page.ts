import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  test as base,
} from '@playwright/test'
import type { CaptchaKeys } from './account.ts'
import { type CustomerSite, startCustomerSite } from './customer-site.ts'
import { leave } from './leave.ts'
import { becomeOwner, obeyed } from './owner.ts'
import { product } from './product.ts'
import { soon } from './soon.ts'

/** Everybody passes with these; written out, since customers have them in their own tests. */
export const passing = {
  siteKey: 'bsk_TestAlwaysPasses000000',
  secretKey: 'bsec_TestAlwaysPasses0000000000000000_37Csnv',
}
export const failingKey = 'bsk_TestAlwaysFails0000000'
export const steppingKey = 'bsk_TestForcesStepUp000000'

export type Keys = Pick<CaptchaKeys, 'siteKey' | 'secretKey'>

/** Keys of a captcha that asks little work and lets programs pass, as visitors here are driven by one. */
export async function lenientKeys(name: string): Promise<Keys> {
  const owner = await becomeOwner(name)
  await owner.set({ riskScoring: false })
  await expect.poll(() => owner.wantsVerdicts(), obeyed).toBe(false)
  const { siteKey, secretKey } = owner
  return { siteKey, secretKey }
}

export const usualBody =
  '<form method="post" action="/"><label>E-mail <input name="email"></label>{widget}<button id="send">Send</button></form>'

export interface WidgetPageOptions extends BrowserContextOptions {
  /** `{widget}` stands for the element. */
  readonly body?: string
  readonly attributes?: string
  readonly siteKey?: string
  readonly secretKey?: string
  /** Scripts of the page by their paths. */
  readonly scripts?: ReadonlyMap<string, string>
  readonly before?: (context: BrowserContext) => Promise<unknown>
}

export interface WidgetPage {
  readonly page: Page
  readonly context: BrowserContext
  readonly site: CustomerSite
  /** The first one. */
  readonly widget: Locator
  readonly box: Locator
  readonly send: Locator
  /** Errors that nobody caught. */
  readonly faults: readonly string[]
  /** Starts the check as the page can. */
  start(): Promise<void>
  /** Fills the form in, as far as the widget waits for before it answers. */
  fillIn(): Promise<void>
  becomes(state: string): Promise<void>
  /** Waits for that many sendings of forms, and that each brought a token that counts. */
  arrives(count: number): Promise<void>
  /** What the status line of the first widget has said so far, oldest first. */
  said(): Promise<string[]>
  close(): Promise<void>
}

/** Journeys through pages with a widget; all that one of them opens is closed after it. */
export const test = base.extend<{ visit: (options?: WidgetPageOptions) => Promise<WidgetPage> }>({
  visit: async ({ browser }, use) => {
    const opened: WidgetPage[] = []
    await use(async (options) => {
      const visited = await openWidgetPage(browser, options)
      opened.push(visited)
      return visited
    })
    for (const { close } of opened.toReversed()) await close()
  },
})

/** A customer's page with a widget, in a browser that a program drives. */
export async function openWidgetPage(browser: Browser, options: WidgetPageOptions = {}): Promise<WidgetPage> {
  const {
    body = usualBody,
    attributes = '',
    siteKey = passing.siteKey,
    secretKey = passing.secretKey,
    scripts,
    before,
    ...look
  } = options
  const element = `<bollard-captcha sitekey="${siteKey}" ${attributes}></bollard-captcha>`
  const site = await startCustomerSite({
    api: product.api,
    siteKey,
    secretKey,
    body: body.replaceAll('{widget}', element),
  })
  const context = await browser.newContext(look)
  for (const [path, code] of scripts ?? [])
    await context.route(`${site.url}${path}*`, (route) => route.fulfill({ contentType: 'text/javascript', body: code }))
  await context.addInitScript(listenToStatus)
  await context.addInitScript(gatherEvents)
  await before?.(context)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.goto(site.url)
  const widget = page.locator('bollard-captcha').first()
  return {
    page,
    context,
    site,
    widget,
    box: widget.getByRole('checkbox'),
    send: page.getByRole('button', { name: 'Send' }),
    faults,
    start: () => widget.evaluate((element) => Reflect.apply(Reflect.get(element, 'startVerification'), element, [])),
    async fillIn() {
      await page.getByLabel('E-mail').click()
      await page.getByLabel('E-mail').pressSequentially('anna@example.org')
    },
    // A page that is left in between says nothing.
    becomes: (state) => expect.poll(() => read(widget, 'state').catch(() => 'gone'), soon).toBe(state),
    async arrives(count) {
      await expect.poll(() => site.answers.length, soon).toBe(count)
      expect(site.answers.map(({ success }) => success)).toEqual(Array(count).fill(true))
    },
    said: () => page.evaluate(() => Reflect.get(globalThis, 'said')),
    async close() {
      await leave(page)
      await site.close()
    },
  }
}

/** Notes each text of the first widget's status line when it is put there. */
function listenToStatus(): void {
  const said: string[] = []
  Object.assign(globalThis, { said })
  document.addEventListener('DOMContentLoaded', () => {
    const wait = setInterval(() => {
      const status = document.querySelector('bollard-captcha')?.shadowRoot?.querySelector('[role=status]')
      if (!status) return
      clearInterval(wait)
      new MutationObserver(() => status.textContent && said.push(status.textContent)).observe(status, {
        childList: true,
        characterData: true,
        subtree: true,
      })
    }, 10)
  })
}

const address = '**/captcha/v1/verifications**'

/**
 * Has the widget try again at once where an attempt has failed: what comes of the last one is the same, three seconds sooner.
 * That it waits, and how long, is a test of its own; so is a connection that is gone for a second.
 */
export const hurry = (context: BrowserContext) =>
  context.addInitScript(() => {
    const { setTimeout } = globalThis
    Object.assign(globalThis, {
      setTimeout: (then: () => void, ms: number, ...given: []) =>
        setTimeout(then, ms === 600 || ms === 2400 ? 20 : ms, ...given),
    })
  })

/** Holds an answer back until it is let go, so that a check does not end before somebody has looked at it. */
export function holdBack() {
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  const before = (context: BrowserContext) =>
    context.route('**/solutions', (route) => void promise.then(() => route.continue()))
  return { before, letGo }
}

/** Cuts the way to the service; what it gives back mends it. */
export async function cutOff(context: BrowserContext): Promise<() => Promise<void>> {
  await hurry(context)
  await context.route(address, (route) => route.abort('internetdisconnected'))
  return () => context.unroute(address)
}

/** What the widgets of a page have told since it was loaded, oldest first: the event, and its code where it has one. */
export const told = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(globalThis, 'told'))

/** A property of a widget. */
export const read = (widget: Locator, name: string): Promise<unknown> =>
  widget.evaluate((element, wanted) => Reflect.get(element, wanted), name)

/** What `execute` gives: the token, or the code it rejects with. */
export const execute = (widget: Locator) =>
  widget.evaluate(async (element) => {
    try {
      return { token: String(await Reflect.apply(Reflect.get(element, 'execute'), element, [])) }
    } catch (error) {
      return { code: String(Reflect.get(Object(error), 'code')) }
    }
  })

/** Waits until the customer's server has asked about so many forms. */
export const gotTokens = (site: CustomerSite, count: number) => expect.poll(() => site.answers.length, soon).toBe(count)

/** Waits until the answer to a form stands in its place: whatever the page that was there has sent, it has sent before. */
export const answered = (page: Page) => expect(page.locator('#answer')).toBeVisible()

function gatherEvents(): void {
  const told: string[] = []
  Object.assign(globalThis, { told })
  for (const event of ['started', 'throttled', 'solved', 'failed', 'expired', 'reset'])
    addEventListener(`bollard-${event}`, (happened) =>
      told.push([event, Object(Reflect.get(happened, 'detail')).code ?? ''].filter(Boolean).join(' ')),
    )
}
