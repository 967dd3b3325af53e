import type { Checks } from './check.ts'
import { claimedBrowser } from './claimed-browser.ts'

/** Surroundings that automated browsers have by default. Each of them also happens to people, so they weigh little. */
export const environment: Checks<
  | 'no-layout'
  | 'no-worker'
  | 'instant-frames'
  | 'small-screen'
  | 'emulated-viewport'
  | 'window-smaller-than-page'
  | 'page-larger-than-screen'
  | 'screen-orientation'
  | 'missing-chrome-object'
  | 'no-plugins'
  | 'notification-contradiction'
> = {
  // Some pages hide themselves until a script of theirs has run; a page without any layout does not even say so.
  'no-layout': ({ page }) => {
    const { documentElement: root, body } = page.document
    return (
      page.innerWidth > 0 &&
      root.offsetWidth === 0 &&
      body.offsetWidth === 0 &&
      !['none', 'contents'].includes(page.getComputedStyle(root).display)
    )
  },

  'no-worker': ({ page }) => !('Worker' in page),

  // No screen shows a thousand pictures a second; what draws nothing answers at once.
  'instant-frames': async ({ page, coarseClock }) => {
    if (page.document.hidden || coarseClock) return undefined
    let last = await nextFrame(page)
    for (let frame = 0; frame < 4; frame++) {
      const now = await nextFrame(page)
      if (now - last >= 1) return false
      last = now
    }
    return true
  },

  'small-screen': ({ page }) => onDesktop(page, () => page.screen.width === 800 && page.screen.height === 600),

  'emulated-viewport': ({ page }) =>
    onDesktop(page, () => page.innerWidth === 1280 && page.innerHeight === 720 && page.outerHeight <= page.innerHeight),

  // Zooming out makes the page larger than its window too, but then the pixel ratio is rarely whole.
  'window-smaller-than-page': ({ page }) =>
    onDesktop(
      page,
      () =>
        Number.isInteger(page.devicePixelRatio) &&
        page.outerWidth > 0 &&
        (page.outerWidth < page.innerWidth || page.outerHeight < page.innerHeight),
    ),

  'page-larger-than-screen': ({ page }) =>
    onDesktop(
      page,
      () =>
        Number.isInteger(page.devicePixelRatio) &&
        (page.innerWidth > page.screen.width || page.innerHeight > page.screen.height),
    ),

  // Firefox can be told to say the same of every screen.
  'screen-orientation': ({ page }) =>
    onDesktopChromium(page, () => {
      const { width, height, orientation } = page.screen
      return width !== height && orientation.type.startsWith('portrait') === width > height
    }),

  'missing-chrome-object': ({ page }) => onDesktopChromium(page, () => !('chrome' in page)),

  'no-plugins': ({ page }) => onDesktopChromium(page, () => page.navigator.plugins.length === 0),

  'notification-contradiction': async ({ page }) => {
    if (!page.isSecureContext || page.top !== page || !('Notification' in page)) return undefined
    const { state } = await page.navigator.permissions.query({ name: 'notifications' })
    return page.Notification.permission === 'denied' && state === 'prompt'
  },
}

/** Looks only where the browser says that it runs on a desktop. */
function onDesktop(page: Window, look: () => boolean): boolean | undefined {
  return claimedBrowser(page.navigator.userAgent).desktop ? look() : undefined
}

function onDesktopChromium(page: Window, look: () => boolean): boolean | undefined {
  const { desktop, chromium } = claimedBrowser(page.navigator.userAgent)
  return desktop && chromium > 0 ? look() : undefined
}

/** Resolves with the time at which the next picture is drawn, on the page's clock. */
function nextFrame(page: Window): Promise<number> {
  return new Promise((resolve) => page.requestAnimationFrame(() => resolve(performance.now())))
}
