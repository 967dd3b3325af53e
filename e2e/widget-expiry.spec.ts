import { type BrowserContext, expect, type Page } from '@playwright/test'
import { startCustomerSite } from './customer-site.ts'
import { openAsPerson } from './open-as-person.ts'
import { product } from './product.ts'
import { gotTokens, quiet, read, test, told } from './visit-widget.ts'
import { passing, usualBody } from './widget-page.ts'

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
const putForward = (page: Page, minutes: number) =>
  page.evaluate((ms) => void Reflect.apply(Reflect.get(globalThis, 'putForward'), null, [ms]), minutes * 60_000)

/** The page comes back to the front when its token is long over. */
async function runOut(page: Page): Promise<void> {
  await putForward(page, 60)
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
}

test('a token that runs out is replaced by itself, politely, for somebody who is there', async ({ visit }) => {
  const { page, widget, becomes, said, start } = await visit({ before })
  await start()
  await becomes('passed')
  const first = await read(widget, 'response')
  await page.mouse.move(5, 5)
  await runOut(page)
  await expect.poll(() => told(page)).toEqual(['started', 'solved', 'expired', 'started', 'solved'])
  expect(await read(widget, 'response')).not.toBe(first)
  // Nobody is asked to do anything, and is not told twice within a minute.
  expect((await said()).slice(2)).toEqual(['The last check ran out and is being repeated'])
})

test('where the repeated check takes long, its end is announced too', async ({ visit }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let checks = 0
  const { page, widget, becomes, said, start } = await visit({
    async before(context) {
      await before(context)
      await context.route('**/solutions', async (route) => {
        if (++checks === 2) await held
        await route.continue()
      })
    },
  })
  await start()
  await becomes('passed')
  await page.mouse.move(5, 5)
  await runOut(page)
  await expect.poll(() => checks).toBe(2)
  expect((await said()).at(-1)).toBe('The last check ran out and is being repeated')
  await putForward(page, 2)
  release()
  await becomes('passed')
  expect((await said()).slice(-2)).toEqual(['The last check ran out and is being repeated', 'The check has been repeated'])
  await expect(widget.getByRole('status')).toHaveText('The check has been repeated')
})

test('nothing is repeated for nobody: a token that runs out waits until somebody does something', async ({ visit }) => {
  const { page, widget, becomes, said, start } = await visit({ before })
  await start()
  await becomes('passed')
  await runOut(page)
  await becomes('expired')
  await quiet(page)
  expect([await read(widget, 'response'), await told(page)]).toEqual(['', ['started', 'solved', 'expired']])
  expect((await said()).at(-1)).toBe('Please check again. The last check ran out')
  await page.mouse.move(5, 5)
  await becomes('passed')
})

test('with refresh="manual" a token that ran out is replaced when the form is touched, not before', async ({ visit }) => {
  const { page, becomes, widget, start } = await visit({ before, attributes: 'refresh="manual"' })
  await start()
  await becomes('passed')
  await page.mouse.move(9, 9)
  await runOut(page)
  await page.mouse.move(5, 5)
  await quiet(page)
  expect(await read(widget, 'state')).toBe('expired')
  await page.getByLabel('E-mail').press('x')
  await becomes('passed')
})

test('with refresh="never" it is replaced when the box is pressed or the form is sent, not before', async ({ visit }) => {
  const { page, site, becomes, widget, box, send, start } = await visit({ before, attributes: 'refresh="never"' })
  await start()
  await becomes('passed')
  await runOut(page)
  await page.getByLabel('E-mail').press('y')
  await quiet(page)
  expect(await read(widget, 'state')).toBe('expired')
  await box.click()
  await becomes('passed')
  await runOut(page)
  await becomes('expired')
  await send.click()
  await gotTokens(site, 1)
  expect(site.answers).toMatchObject([{ success: true }])
})

test('a passive widget whose page comes back from the browser’s memory has a token that nobody has used', async () => {
  const body = usualBody.replace('{widget}', `<bollard-captcha passive sitekey="${passing.siteKey}"></bollard-captcha>`)
  const site = await startCustomerSite({ api: product.api, ...passing, body })
  // A browser that Playwright drives keeps no page.
  const person = await openAsPerson(site.url)
  await person.evaluate(`customElements.whenDefined('bollard-captcha').then(() => void (globalThis.isKept = true))`)
  const tokens: unknown[] = []
  for (const count of [1, 2]) {
    tokens.push(await person.evaluate(`document.querySelector('bollard-captcha').execute()`))
    await person.click('#send')
    await expect.poll(() => site.answers.length).toBe(count)
    await expect.poll(() => person.textOf('#answer').catch(() => '')).toBe('Welcome')
    await person.evaluate('history.back()')
    await expect.poll(() => person.evaluate('globalThis.isKept').catch(() => false)).toBe(true)
    expect(await person.evaluate(`(({ state, response }) => [state, response])(document.querySelector('bollard-captcha'))`)).toEqual(['ready', ''])
  }
  expect(site.tokens).toEqual(tokens)
  expect(new Set(tokens).size).toBe(2)
  await person.close()
  await site.close()
})
