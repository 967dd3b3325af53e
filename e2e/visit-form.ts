import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { type CustomerSite, type SiteverifyAnswer, startCustomerSite } from './customer-site.ts'
import { leave } from './leave.ts'
import { product } from './product.ts'
import { soon } from './soon.ts'

export interface FormOptions extends BrowserContextOptions {
  readonly siteKey: string
  readonly secretKey: string
  /** Attributes of the element, beside its site key. */
  readonly attributes?: string
  /** Host of the page; one of those that lead to this machine. */
  readonly host?: string
  /** Path that the page shows, as single-page websites do. */
  readonly path?: string
  readonly lang?: string
  readonly before?: (context: BrowserContext) => Promise<unknown>
}

/** What the widget said at the end of a check. */
export interface Outcome {
  readonly event: 'solved' | 'failed'
  readonly code?: string
  readonly verificationId?: string
  readonly token?: string
  readonly failover?: boolean
}

export interface FormVisit {
  readonly page: Page
  readonly site: CustomerSite
  /** Fills the form in, and waits until the widget has come to an end. */
  check(): Promise<Outcome>
  /** Sends the form, and waits for what the customer's server made of it. */
  send(): Promise<SiteverifyAnswer>
  /** What the widget says. */
  words(): Promise<string>
  close(): Promise<void>
}

/** A customer's page with a protected form in a browser that a program drives, so that the score alone would stop it. */
export async function visitForm(browser: Browser, options: FormOptions): Promise<FormVisit> {
  const { siteKey, secretKey, attributes = '', host = 'localhost', path = '/', lang = 'en', before, ...look } = options
  const widget = `<bollard-captcha sitekey="${siteKey}" ${attributes}></bollard-captcha>`
  const body = `<form lang="${lang}" method="post" action="/"><label>E-mail <input name="email"></label><p>${widget}</p><button>Send</button></form>`
  const site = await startCustomerSite({ api: product.api, siteKey, secretKey, body })
  const context = await browser.newContext(look)
  await before?.(context)
  const page = await context.newPage()
  const url = new URL(site.url)
  url.hostname = host
  await page.goto(url.href)
  await page.evaluate((shown) => {
    history.replaceState(null, '', shown)
    for (const event of ['solved', 'failed'])
      document.addEventListener(`bollard-${event}`, (told) =>
        Reflect.set(globalThis, 'outcome', { event, ...Object(Reflect.get(told, 'detail')) }),
      )
  }, path)
  return {
    page,
    site,
    async check() {
      const field = page.locator('input[name=email]')
      await field.click()
      // As much as the widget waits for before it answers.
      await field.pressSequentially('anna@example.org')
      const told = await page.waitForFunction(() => Reflect.get(globalThis, 'outcome'), undefined, { timeout: 100_000 })
      const outcome: Outcome = await told.jsonValue()
      return outcome
    },
    async send() {
      const count = site.answers.length
      await page.getByRole('button', { name: 'Send' }).click()
      await expect.poll(() => site.answers.length, soon).toBe(count + 1)
      const answer = site.answers[count]
      if (answer === undefined) throw new Error('The server of the customer got no answer')
      return answer
    },
    words: () => page.locator('bollard-captcha').evaluate((element) => element.shadowRoot?.textContent ?? ''),
    async close() {
      await leave(page)
      await site.close()
    },
  }
}

/** One whole visit: what the widget said, and what the customer's server got where there was a token to send. */
export async function passThrough(
  browser: Browser,
  options: FormOptions,
): Promise<Outcome & { answer: SiteverifyAnswer | null; words: string }> {
  const visit = await visitForm(browser, options)
  const outcome = await visit.check()
  const words = await visit.words()
  const answer = outcome.event === 'solved' ? await visit.send() : null
  await visit.close()
  return { ...outcome, answer, words }
}
