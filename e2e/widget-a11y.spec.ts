import { expect, type Page, test } from '@playwright/test'
import { allFaults, lookThrough } from './ask-axe.ts'
import { soon } from './soon.ts'
import { type Gallery, looks, openGallery, states } from './widget-gallery.ts'
import { type Keys, lenientKeys, openWidgetPage } from './widget-page.ts'

let keys: Keys
let gallery: Gallery
test.beforeAll(async ({ browser }) => {
  // Two dozen widgets of a page do their work at the same time.
  test.setTimeout(180_000)
  keys = await lenientKeys('Everyone')
  gallery = await openGallery(browser, keys)
})
test.afterAll(() => gallery?.close())

const all = Object.keys(states).length * Object.keys(looks).length

/** Where the words and targets of widgets are not as WCAG 2.2 wants them (1.4.10 reflow, 2.5.8 target size), or are cut off. */
const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth > width)
      found.push(`the page scrolls sideways: ${document.documentElement.scrollWidth} of ${width}`)
    for (const widget of document.querySelectorAll('bollard-captcha')) {
      const name = widget.getAttribute('data-of')
      const box = widget.shadowRoot?.querySelector('.widget')
      if (!box?.checkVisibility({ visibilityProperty: true })) continue
      const outer = box.getBoundingClientRect()
      if (outer.left < 0 || outer.right > width + 0.5)
        found.push(`${name}: the box reaches from ${outer.left} to ${outer.right}`)
      for (const part of box.querySelectorAll('*')) {
        if (part.closest('.said') || !part.checkVisibility()) continue
        const { left, right, top, bottom } = part.getBoundingClientRect()
        if (
          left < outer.left - 0.5 ||
          right > outer.right + 0.5 ||
          top < outer.top - 0.5 ||
          bottom > outer.bottom + 0.5
        )
          found.push(`${name}: ${part.className || part.localName} stands out of the box`)
        if (part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
          found.push(`${name}: ${part.className || part.localName} is cut off`)
        const isTarget = part.matches('button, a')
        if (isTarget && (right - left < 24 || bottom - top < 24))
          found.push(`${name}: ${part.className || part.localName} is ${right - left} × ${bottom - top} px`)
      }
    }
    return found
  })

for (const [language, direction] of [
  ['en', 'ltr'],
  ['ar', 'rtl'],
  ['de', 'ltr'],
] as const)
  test.describe(language, () => {
    test.describe.configure({ timeout: 180_000 })
    test.beforeAll(() => gallery.speak(language, direction))

    test(`axe finds nothing in any state and look, light and dark, ${language}`, async () => {
      const { page } = gallery
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expect(page.locator('bollard-captcha .widget.dark')).toHaveCount(colorScheme === 'dark' ? all : 0)
        const { faults, readable } = await lookThrough(page, 'bollard-captcha')
        expect(faults).toEqual([])
        // It has looked inside, at what is written as well.
        expect(readable).toBeGreaterThan(all)
      }
    })

    test(`in forced colours every state can be told from the others, and so can the focus, ${language}`, async () => {
      const { page } = gallery
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ forcedColors: 'active', colorScheme })
        // Widgets hear of it before the next frame; what a frame has begun is seen in the one after it.
        await page.evaluate(async () => {
          for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
        })
        const faint = await page.evaluate(() => {
          const found: string[] = []
          for (const widget of document.querySelectorAll('bollard-captcha')) {
            const name = widget.getAttribute('data-of')
            const box = widget.shadowRoot?.querySelector('.widget')
            const mark = box?.querySelector('.mark')
            if (!box?.checkVisibility({ visibilityProperty: true }) || !mark) continue
            const ground = getComputedStyle(box).backgroundColor
            const signs = [...mark.children].length > 0 ? [...mark.children] : [mark]
            const isSeen = (element: Element) => {
              const { backgroundColor, borderTopColor, borderTopWidth, borderBottomColor, borderBottomWidth, color } =
                getComputedStyle(element)
              const drawn = [
                backgroundColor,
                ...(parseFloat(borderTopWidth) > 0 ? [borderTopColor] : []),
                ...(parseFloat(borderBottomWidth) > 0 ? [borderBottomColor] : []),
                ...(element.textContent ? [color] : []),
              ]
              return drawn.some((one) => one !== ground && !/^rgba\(.*, 0\)$/u.test(one))
            }
            if (!signs.every(isSeen)) found.push(`${name}: its sign`)
            if (parseFloat(getComputedStyle(box).borderTopWidth) === 0) found.push(`${name}: no edge`)
            const bar = box.querySelector('progress')
            if (bar?.checkVisibility() && parseFloat(getComputedStyle(bar).borderTopWidth) === 0)
              found.push(`${name}: its bar has no edge`)
          }
          return found
        })
        expect(faint).toEqual([])
      }
      const press = page.locator('[data-of="ready to press, normal"]')
      await press.getByRole('checkbox').focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      expect(await press.locator('.mark').evaluate((mark) => getComputedStyle(mark).outlineStyle)).toBe('solid')
    })

    test(`who wants no motion gets none, while the bar still shows how far it is, ${language}`, async () => {
      const { page } = gallery
      const running = () =>
        page.evaluate(
          () =>
            [...document.querySelectorAll('bollard-captcha')].flatMap(
              (widget) => widget.shadowRoot?.getAnimations() ?? [],
            ).length,
        )
      await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' })
      expect(await running()).toBeGreaterThan(0)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      expect(await running()).toBe(0)
      await expect(page.locator('[data-of="working, normal"]').getByRole('progressbar')).toBeVisible()
    })

    test(`nothing is cut off or too small to hit, zoomed, on the narrowest screen and with wide letters, ${language}`, async () => {
      const { page } = gallery
      for (const width of [1280, 640, 320]) {
        await page.setViewportSize({ width, height: 6000 })
        // What floats follows its button a moment later.
        await expect.poll(() => misfits(page), { ...soon, message: `${width} px` }).toEqual([])
      }
      const wide = await page.addStyleTag({
        content:
          'body { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }',
      })
      expect(await misfits(page), 'wide letters').toEqual([])
      await wide.evaluate((style) => Reflect.apply(Reflect.get(style, 'remove'), style, []))
    })
  })

for (const colorScheme of ['light', 'dark'] as const)
  for (const lang of ['en', 'ar'])
    test(`what a browser that is too old is told is clean too, ${colorScheme}, ${lang}`, async ({ browser }) => {
      const visit = await openWidgetPage(browser, {
        ...keys,
        colorScheme,
        viewport: { width: 320, height: 600 },
        body: `<style>:root { color-scheme: light dark; background: light-dark(#fff, #121315); color: light-dark(#17181a, #f3f1ec) }</style><form lang="${lang}" dir="auto"><label>E-mail <input></label>{widget}</form>`,
        before: (context) =>
          context.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, 'attachInternals')),
      })
      await expect(visit.widget.getByRole('status')).not.toBeEmpty()
      expect(await allFaults(visit.page)).toEqual([])
      expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await visit.close()
    })
