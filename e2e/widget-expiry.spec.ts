import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { browserLaunchOptions } from '@bollard/testing'
import { execute, gotTokens, quiet, read, test, told } from './visit-widget.ts'
import { openWidgetPage } from './widget-page.ts'

/** Lets a page's clocks be put forward; the browser's own timers go on as they do. */
const before = (context: BrowserContext) =>
  context.addInitScript(() => {
    let aheadMs = 0
    const now = Date.now.bind(Date)
    const passed = performance.now.bind(performance)
    Date.now = () => now() + aheadMs
    performance.now = () => passed() + aheadMs
    Object.assign(globalThis, { putForward: (ms: number) => (aheadMs += ms) })
  })
const putForward = (page: Page, minutes: number) => page.evaluate((ms) => void Reflect.apply(Reflect.get(globalThis, 'putForward'), null, [ms]), minutes * 60_000)

/** The page comes back to the front when its token is long over. */
async function runOut(page: Page): Promise<void> {
  await putForward(page, 60)
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
}

test('a token that runs out is replaced by itself, politely, for somebody who is there', async ({ visit }) => {
  const { page, widget, becomes, said } = await visit({ before })
  await page.getByLabel('E-mail').fill('anna')
  await becomes('passed')
  const first = await read(widget, 'response')
  await page.mouse.move(5, 5)
  await runOut(page)
  await expect.poll(() => told(page)).toEqual(['started', 'solved', 'expired', 'started', 'solved'])
  expect(await read(widget, 'response')).not.toBe(first)
  // Nobody is asked to do anything, and is not told twice within a minute.
  expect((await said()).slice(2)).toEqual(['The last check ran out and is being repeated'])
})
