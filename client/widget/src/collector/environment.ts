import type { Checks } from './check.ts'
import { claimedBrowser } from './claimed-browser.ts'

/** Surroundings that automated browsers have by default. Each of them also happens to people, so they weigh little. */
export const environment: Checks<
  | 'no-layout'
  | 'small-screen'
  | 'emulated-viewport'
  | 'window-smaller-than-page'
  | 'missing-chrome-object'
  | 'no-plugins'
  | 'notification-contradiction'
  | 'no-pointing-device'
> = {
  // Some pages hide themselves until a script of theirs has run; a page without any layout does not even say so.
  'no-layout': ({ page }) => {
    const { documentElement: root, body } = page.document
    return page.innerWidth > 0 && root.offsetWidth === 0 && body.offsetWidth === 0 && !['none', 'contents'].includes(page.getComputedStyle(root).display)
  },

  'small-screen': ({ page }) => onDesktop(page, () => page.screen.width === 800 && page.screen.height === 600),

  'emulated-viewport': ({ page }) => onDesktop(page, () => page.innerWidth === 1280 && page.innerHeight === 720 && page.outerHeight <= page.innerHeight),

  // Zooming out makes the page larger than its window too, but then the pixel ratio is rarely whole.
  'window-smaller-than-page': ({ page }) =>
    onDesktop(
      page,
      () => Number.isInteger(page.devicePixelRatio) && page.outerWidth > 0 && (page.outerWidth < page.innerWidth || page.outerHeight < page.innerHeight),
    ),

  'missing-chrome-object': ({ page }) => onDesktopChromium(page, () => !('chrome' in page)),

  'no-plugins': ({ page }) => onDesktopChromium(page, () => page.navigator.plugins.length === 0),

  'notification-contradiction': async ({ page }) => {
    if (!page.isSecureContext || page.top !== page || !('Notification' in page)) return undefined
    const { state } = await page.navigator.permissions.query({ name: 'notifications' })
    return page.Notification.permission === 'denied' && state === 'prompt'
  },

  'no-pointing-device': ({ page, hands }) => onDesktop(page, () => hands.mouseMoves > 0 && page.matchMedia('(hover: none) and (pointer: none)').matches),
}

function onDesktop(page: Window, look: () => boolean): boolean | undefined {
  return claimedBrowser(page.navigator.userAgent).desktop ? look() : undefined
}

function onDesktopChromium(page: Window, look: () => boolean): boolean | undefined {
  const { desktop, chromium } = claimedBrowser(page.navigator.userAgent)
  return desktop && chromium > 0 ? look() : undefined
}
