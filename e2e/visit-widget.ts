import { type Locator, type Page, test as base, expect } from '@playwright/test'
import type { CustomerSite } from './customer-site.ts'
import { openWidgetPage, type WidgetPage, type WidgetPageOptions } from './widget-page.ts'

/** Journeys through pages with a widget; all that one of them opens is closed after it. */
export const test = base.extend<{ visit: (options?: WidgetPageOptions) => Promise<WidgetPage> }>({
  visit: async ({ browser }, use) => {
    const opened: WidgetPage[] = []
    await use(async ({ before, ...options } = {}) => {
      const visited = await openWidgetPage(browser, {
        ...options,
        async before(context) {
          await context.addInitScript(gatherEvents)
          await before?.(context)
        },
      })
      opened.push(visited)
      return visited
    })
    for (const { page, close } of opened.toReversed()) {
      // A browser that is closed while the answer to a form comes in may never say that it is closed.
      await page.goto('about:blank', { timeout: 5000 }).catch(() => {})
      await close()
    }
  },
})

/** What the widgets of a page have told since it was loaded, oldest first: the event, and its code where it has one. */
export const told = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(globalThis, 'told'))

/** A property of a widget. */
export const read = (widget: Locator, name: string): Promise<unknown> => widget.evaluate((element, wanted) => Reflect.get(element, wanted), name)

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
export const gotTokens = (site: CustomerSite, count: number) => expect.poll(() => site.answers.length).toBe(count)

/** A sending that nobody expects comes within this time. */
export const quiet = (page: Page) => page.waitForTimeout(1500)

function gatherEvents(): void {
  const told: string[] = []
  Object.assign(globalThis, { told })
  for (const event of ['started', 'solved', 'failed', 'expired', 'reset'])
    addEventListener(`bollard-${event}`, (happened) => told.push([event, Object(Reflect.get(happened, 'detail')).code ?? ''].filter(Boolean).join(' ')))
}
