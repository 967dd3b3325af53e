import { type BrowserContext, expect, type Page } from '@playwright/test'
import { launchKeepingBrowser } from './keeping-browser.ts'
import { product } from './product.ts'
import { clocksAlone, comeBackLate, putForward } from './put-forward.ts'
import { soon } from './soon.ts'
import { execute, gotTokens, openWidgetPage, read, test, told } from './widget-page.ts'

/** Lets a page's clocks and timers be put forward together. */
const before = (context: BrowserContext) => context.clock.install()
const runOut = (page: Page) => page.clock.fastForward('01:00:00')
/** All that a page does by itself within this time is done. */
const longWhile = (page: Page) => page.clock.fastForward('10:00')

test('a token that runs out is replaced by itself, politely, for somebody who is there', async ({ visit }) => {
  const { page, widget, becomes, said, start } = await visit({ before: clocksAlone })
  await start()
  await becomes('passed')
  const first = await read(widget, 'response')
  await page.mouse.move(5, 5)
  await comeBackLate(page)
  await expect.poll(() => told(page), soon).toEqual(['started', 'solved', 'expired', 'started', 'solved'])
  expect(await read(widget, 'response')).not.toBe(first)
  // Nobody is asked to do anything, and is not told twice within a minute.
  expect((await said()).slice(2)).toEqual(['The check expired and is running again'])
})

test('where the repeated check takes long, its end is announced too', async ({ visit }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let checks = 0
  const { page, widget, becomes, said, start } = await visit({
    async before(context) {
      await clocksAlone(context)
      await context.route('**/solutions', async (route) => {
        if (++checks === 2) await held
        await route.continue()
      })
    },
  })
  await start()
  await becomes('passed')
  await page.mouse.move(5, 5)
  await comeBackLate(page)
  await expect.poll(() => checks, soon).toBe(2)
  expect((await said()).at(-1)).toBe('The check expired and is running again')
  await putForward(page, 2)
  release()
  await becomes('passed')
  expect((await said()).slice(-2)).toEqual(['The check expired and is running again', 'The check ran again'])
  await expect(widget.getByRole('status')).toHaveText('The check ran again')
})

test('nothing is repeated for nobody: a token that runs out waits until somebody does something', async ({ visit }) => {
  const { page, widget, becomes, said, start } = await visit({ before })
  await start()
  await becomes('passed')
  await runOut(page)
  await becomes('expired')
  await longWhile(page)
  expect([await read(widget, 'response'), await told(page)]).toEqual(['', ['started', 'solved', 'expired']])
  expect((await said()).at(-1)).toBe('Please check again. The check has expired')
  await page.mouse.move(5, 5)
  await becomes('passed')
})

test('with refresh="manual" a token that ran out is replaced when the form is touched, not before', async ({
  visit,
}) => {
  const { page, becomes, widget, start, fillIn } = await visit({ before, attributes: 'refresh="manual"' })
  await start()
  await becomes('passed')
  await page.mouse.move(9, 9)
  await runOut(page)
  await page.mouse.move(5, 5)
  await longWhile(page)
  expect(await read(widget, 'state')).toBe('expired')
  await fillIn()
  await becomes('passed')
})

test('with refresh="never" it is replaced when the box is pressed or the form is sent, not before', async ({
  visit,
}) => {
  const { page, site, becomes, widget, box, send, start } = await visit({ before, attributes: 'refresh="never"' })
  await start()
  await becomes('passed')
  await runOut(page)
  await page.getByLabel('E-mail').press('y')
  await longWhile(page)
  expect(await read(widget, 'state')).toBe('expired')
  await box.click()
  await becomes('passed')
  await runOut(page)
  await becomes('expired')
  await send.click()
  await gotTokens(site, 1)
  expect(site.answers).toMatchObject([{ success: true }])
})

test('a passive widget whose page comes back from the browser’s memory gives a token that nobody has used', async () => {
  const browser = await launchKeepingBrowser()
  const { page, site, widget, becomes, close } = await openWidgetPage(browser, { attributes: 'passive' })
  let token: string | undefined
  // A browser that is short of something lets a page go after all; a page that it cannot keep it lets go each time.
  for (let isKept = false, times = 1; !isKept; times++) {
    expect(times, 'how often the page was left').toBeLessThan(6)
    await page.evaluate(() => Object.assign(globalThis, { isKept: true }))
    token = (await execute(widget)).token
    // Only pages that were left for another site are kept.
    await page.goto(product.api.replace('localhost', '127.0.0.1'))
    // Later, so that the call is over before its page is left.
    await page.evaluate(() => void setTimeout(() => history.back()))
    await expect.poll(() => page.evaluate(() => document.URL).catch(() => ''), soon).toBe(site.url)
    isKept = await page.evaluate(() => Reflect.has(globalThis, 'isKept'))
  }
  await becomes('ready')
  expect(await read(widget, 'response')).toBe('')
  const { token: another } = await execute(widget)
  expect(another).toMatch(/^\S{40,}$/u)
  expect(another).not.toBe(token)
  await close()
  await browser.close()
})
