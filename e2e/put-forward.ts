import type { BrowserContext, Page } from '@playwright/test'

/** Lets a page's clocks be put forward; the browser's own timers go on as they do, so that what runs is not over. */
export const clocksAlone = (context: BrowserContext) =>
  context.addInitScript(() => {
    let aheadMs = 0
    const now = Date.now.bind(Date)
    const passed = performance.now.bind(performance)
    Date.now = () => now() + aheadMs
    performance.now = () => passed() + aheadMs
    Object.assign(globalThis, { putForward: (ms: number) => (aheadMs += ms) })
  })

export const putForward = (page: Page, minutes: number) =>
  page.evaluate((ms) => void Reflect.apply(Reflect.get(globalThis, 'putForward'), null, [ms]), minutes * 60_000)

/** The page comes back to the front when its token is long over. */
export async function comeBackLate(page: Page): Promise<void> {
  await putForward(page, 60)
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
}
