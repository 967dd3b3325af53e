import { expect } from '@playwright/test'
import { soon } from './soon.ts'
import { failingKey, gotTokens, test, usualBody } from './widget-page.ts'

for (const direction of ['ltr', 'rtl'] as const) {
  test(`compact it is narrow and upright, flexible it is as wide as its place, ${direction}`, async ({ visit }) => {
    const { widget } = await visit({
      body: `<div dir="${direction}">${usualBody}</div>`,
      attributes: 'size="compact"',
      viewport: { width: 800, height: 600 },
    })
    await expect.poll(async () => (await widget.boundingBox())?.width).toBe(160)
    expect((await widget.locator('.widget').boundingBox())?.height).toBeLessThan(200)
    await widget.evaluate((element) => element.setAttribute('size', 'flexible'))
    await expect.poll(async () => (await widget.boundingBox())?.width).toBeGreaterThan(700)
    await widget.evaluate((element) => element.setAttribute('size', 'normal'))
    await expect.poll(async () => (await widget.boundingBox())?.width).toBe(320)
  })

  test(`the badge stands where its page wants it, ${direction}`, async ({ visit }) => {
    const { widget, becomes, start } = await visit({
      body: `<div dir="${direction}">${usualBody}</div>`,
      attributes: 'invisible',
      viewport: { width: 800, height: 600 },
    })
    const box = widget.locator('.widget')
    const put = (badge: string) => widget.evaluate((element, value) => element.setAttribute('badge', value), badge)
    const isAtRight = async () => ((await box.boundingBox())?.x ?? 0) > 400
    await expect.poll(isAtRight).toBe(direction === 'ltr')
    await put('start')
    await expect.poll(isAtRight).toBe(direction === 'rtl')
    await put('inline')
    await expect.poll(async () => ((await box.boundingBox())?.y ?? 999) < 300).toBe(true)
    await put('hidden')
    await expect(box).toBeHidden()
    await start()
    await becomes('passed')
  })

  test(`floating it comes beside the button and never covers it, ${direction}`, async ({ visit }) => {
    const body = `<div dir="${direction}" style="padding-top: 300px; overflow: hidden; transform: translateX(0)">${usualBody}</div><div style="height: 2000px"></div>`
    const { page, site, widget } = await visit({
      body,
      attributes: 'floating',
      siteKey: failingKey,
      viewport: { width: 500, height: 600 },
    })
    const box = widget.locator('.widget')
    await expect(box).toBeHidden()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(box).toContainText('We couldn’t let you through')
    await expect(box).toBeVisible()
    for (const scroll of [0, 100, 280]) {
      await page.evaluate((top) => scrollTo(0, top), scroll)
      // It is not there before the next frames; how long they take is up to the machine.
      await page.waitForTimeout(100)
      await expect(async () => {
        const [shown, button] = [await box.boundingBox(), await page.locator('#send').boundingBox()]
        if (!shown || !button) throw new Error('Nothing to see')
        expect(shown.x >= 0 && shown.x + shown.width <= 500 && shown.y >= 0 && shown.y + shown.height <= 600).toBe(true)
        expect(shown.y >= button.y + button.height || shown.y + shown.height <= button.y).toBe(true)
        expect(
          Math.min(Math.abs(shown.y - button.y - button.height), Math.abs(button.y - shown.y - shown.height)),
        ).toBeLessThan(12)
      }).toPass(soon)
    }
    expect(site.tokens).toEqual([])
  })
}

test('floating it is gone again when all is well', async ({ visit }) => {
  const { page, site, widget, becomes, fillIn } = await visit({
    attributes: 'floating',
    before: (context) => context.clock.install(),
  })
  const box = widget.locator('.widget')
  await fillIn()
  await becomes('passed')
  await page.clock.fastForward('00:02')
  await expect(box).toBeHidden()
  await page.getByRole('button', { name: 'Send' }).click()
  await gotTokens(site, 1)
})

test('without the script for its place it stands where it is', async ({ visit }) => {
  const { widget, becomes, start } = await visit({
    attributes: 'floating',
    before: (context) => context.route('**/widget/placement.js*', (route) => route.abort()),
  })
  await expect(widget.locator('.widget')).toBeVisible()
  await start()
  await becomes('passed')
})
