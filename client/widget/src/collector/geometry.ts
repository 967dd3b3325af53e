import type { Scene } from './check.ts'
import { claimedBrowser } from './claimed-browser.ts'

/** Shadows and borders of windows take some room too. */
const tolerance = 64

/** Whether movements of the mouse lie on the screen where the page cannot be; undefined where that cannot be told. */
export function isOutsideItsWindow({
  page,
  hands: { mouseMoves, offsets },
}: Pick<Scene, 'page' | 'hands'>): boolean | undefined {
  // In a frame the page lies anywhere in the window, and in a zoomed page its points are not those of the screen.
  const isZoomed =
    !Number.isInteger(page.devicePixelRatio) || offsets.right - offsets.left > 3 || offsets.bottom - offsets.top > 3
  if (mouseMoves < 3 || page.top !== page || isZoomed || !claimedBrowser(page.navigator.userAgent).desktop)
    return undefined
  return (
    isOutside(offsets.left, page.screenX, page.outerWidth - page.innerWidth) ||
    isOutside(offsets.top, page.screenY, page.outerHeight - page.innerHeight)
  )
}

/** Whether a page does not lie within its window. `room`: what the window is larger than the page. */
function isOutside(offset: number, windowAt: number, room: number): boolean {
  return offset < windowAt - tolerance || offset > windowAt + Math.max(0, room) + tolerance
}
