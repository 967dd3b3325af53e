import type { Checks } from './check.ts'
import { claimedBrowser } from './claimed-browser.ts'

const fastestPressMs = 15
const fastestTypingMs = 25

/** How hands move, press and type. Whoever uses no mouse, or no keys, is not judged by them. */
export const interaction: Checks<
  | 'untrusted-click'
  | 'dead-centre-click'
  | 'instant-press'
  | 'inhuman-typing'
  | 'shift-missing'
  | 'focus-without-cause'
  | 'input-without-keys'
  | 'never-coalesced'
  | 'real-pointer-movement'
  | 'coalesced-movement'
> = {
  'untrusted-click': ({ hands }) => hands.untrustedClicks > 0,

  'dead-centre-click': ({ hands }) => (hands.clicks > 0 ? hands.deadCentreClicks * 2 >= hands.clicks && hands.deadCentreClicks > 0 : undefined),

  'instant-press': ({ hands, coarseClock }) => (hands.clicks > 0 && !coarseClock ? hands.shortestPress < fastestPressMs : undefined),

  'inhuman-typing': ({ hands, coarseClock }) => {
    if (coarseClock || hands.keyPauses.length < 5) return undefined
    return hands.keyPauses.filter((pause) => pause < fastestTypingMs).length * 2 > hands.keyPauses.length
  },

  // Keyboards on glass make capitals without Shift.
  'shift-missing': ({ page, hands }) =>
    hands.keyPauses.length > 0 && claimedBrowser(page.navigator.userAgent).desktop && page.navigator.maxTouchPoints === 0
      ? hands.capitalsWithoutShift > 0
      : undefined,

  'focus-without-cause': ({ hands }) => hands.focusWithoutCause > 0,

  'input-without-keys': ({ hands }) => hands.inputWithoutKeys > 0,

  // A screen that is faster than the mouse leaves nothing to put together.
  'never-coalesced': ({ page, hands }) =>
    hands.mouseMoves >= 40 && hands.quickMoves * 2 < hands.mouseMoves && claimedBrowser(page.navigator.userAgent).chromium > 0
      ? hands.mostCoalesced <= 1
      : undefined,

  'real-pointer-movement': ({ hands }) => hands.mouseMoves >= 10 && hands.bends >= 4,

  'coalesced-movement': ({ hands }) => hands.mostCoalesced >= 2,
}
