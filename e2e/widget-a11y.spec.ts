import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { type Gallery, looks, openGallery, states } from './widget-gallery.ts'
import { becomeOwner, obeyed, type Owner } from './owner.ts'

let owner: Owner
test.beforeAll(async () => {
  owner = await becomeOwner('Everyone')
  // Visitors here are driven by a program, which the score would stop.
  await owner.set({ riskScoring: false, difficulty: -50 })
  await expect.poll(() => owner.wantsVerdicts(), obeyed).toBe(false)
})

let gallery: Gallery | undefined
test.afterEach(() => gallery?.close())

const all = Object.keys(states).length * Object.keys(looks).length

/** Where the words and targets of widgets are not as WCAG 2.2 wants them (1.4.10 reflow, 2.5.8 target size), or are cut off. */
const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth > width) found.push(`the page scrolls sideways: ${document.documentElement.scrollWidth} of ${width}`)
    for (const widget of document.querySelectorAll('bollard-captcha')) {
      const name = widget.getAttribute('data-of')
      const box = widget.shadowRoot?.querySelector('.widget')
      if (!box?.checkVisibility({ visibilityProperty: true })) continue
      const outer = box.getBoundingClientRect()
      if (outer.left < 0 || outer.right > width + 0.5) found.push(`${name}: the box reaches from ${outer.left} to ${outer.right}`)
      for (const part of box.querySelectorAll('*')) {
        if (part.closest('.said') || !part.checkVisibility()) continue
        const { left, right, top, bottom } = part.getBoundingClientRect()
        if (left < outer.left - 0.5 || right > outer.right + 0.5 || top < outer.top - 0.5 || bottom > outer.bottom + 0.5) found.push(`${name}: ${part.className || part.localName} stands out of the box`)
        if (part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0) found.push(`${name}: ${part.className || part.localName} is cut off`)
        const isTarget = part.matches('button, a')
        if (isTarget && (right - left < 24 || bottom - top < 24)) found.push(`${name}: ${part.className || part.localName} is ${right - left} × ${bottom - top} px`)
      }
    }
    return found
  })

for (const [language, direction] of [
  ['en', 'ltr'],
  ['de', 'ltr'],
  ['ar', 'rtl'],
] as const) {
  test(`axe finds nothing in any state and look, light and dark, ${language}`, async ({ browser }) => {
    gallery = await openGallery(browser, { keys: owner, language, direction })
    const { page } = gallery
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('bollard-captcha .widget.dark')).toHaveCount(colorScheme === 'dark' ? all : 0)
      const { violations, passes } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, target }) => `${target} ${html}`).join(' · ')}`)).toEqual([])
      // It has looked inside, at what is written as well.
      const seen = passes.find(({ id }) => id === 'color-contrast')?.nodes.filter(({ target }) => JSON.stringify(target).includes('bollard-captcha'))
      expect(seen?.length).toBeGreaterThan(all)
    }
  })

  test(`nothing is cut off or too small to hit, zoomed, on the narrowest screen and with wide letters, ${language}`, async ({ browser }) => {
    gallery = await openGallery(browser, { keys: owner, language, direction })
    const { page } = gallery
    for (const width of [1280, 640, 320]) {
      await page.setViewportSize({ width, height: 6000 })
      expect(await misfits(page), `${width} px`).toEqual([])
    }
    await page.addStyleTag({ content: 'body { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }' })
    expect(await misfits(page), 'wide letters').toEqual([])
  })
}
