import type { Checks, Realm } from './check.ts'
import { claimedBrowser } from './claimed-browser.ts'
import { isOutsideItsWindow } from './geometry.ts'
import type { Hands } from './hands.ts'

const fastestPressMs = 15
const fastestTypingMs = 25
const holdMsMin = 8
/** Typing of people varies by more than this part of its mean. */
const variationMin = 0.12
/** Sooner after its first picture than anybody can have seen a page. */
const fastestFormMs = 250
/** More than the aids of people make up without a hand on anything. */
const madeUpKeysMin = 8

/** What depends on hands: how they move, press and type. Whoever uses no mouse, or no keys, is not judged by them. */
export const interaction: Checks<
  | 'event-geometry'
  | 'no-pointing-device'
  | 'untrusted-click'
  | 'dead-centre-click'
  | 'instant-press'
  | 'short-key-hold'
  | 'inhuman-typing'
  | 'even-typing'
  | 'shift-missing'
  | 'incomplete-key'
  | 'fractional-pointer'
  | 'straight-path'
  | 'never-coalesced'
  | 'screen-equals-client'
  | 'focus-without-cause'
  | 'input-without-keys'
  | 'instant-form'
  | 'honeypot-filled'
  | 'artificial-touch'
  | 'real-pointer-movement'
  | 'coalesced-movement'
  | 'real-touch-movement'
  | 'form-without-hands'
  | 'fractional-time'
  | 'text-at-once'
  | 'made-up-keys'
  | 'unnamed-script'
> = {
  'event-geometry': isOutsideItsWindow,

  'no-pointing-device': ({ page, hands }) =>
    claimedBrowser(page.navigator.userAgent).desktop
      ? hands.mouseMoves > 0 && page.matchMedia('(hover: none) and (pointer: none)').matches
      : undefined,

  // Password managers, speech and keyboard extensions send forms too, and hands are emptied with each token: this counts nothing.
  'form-without-hands': ({ hands, submitted }) =>
    submitted ? hands.firstPressAt === Infinity && hands.clicks === 0 : undefined,

  'untrusted-click': ({ hands }) => hands.untrustedClicks > 0,

  'dead-centre-click': ({ hands }) =>
    hands.clicks > 0 ? hands.deadCentreClicks * 2 >= hands.clicks && hands.deadCentreClicks > 0 : undefined,

  'instant-press': ({ hands, coarseClock }) =>
    hands.clicks > 0 && !coarseClock ? hands.pressMsMin < fastestPressMs : undefined,

  'short-key-hold': ({ hands: { keyHolds }, coarseClock }) =>
    coarseClock || keyHolds.length < 5
      ? undefined
      : keyHolds.filter((hold) => hold < holdMsMin).length * 2 > keyHolds.length,

  'inhuman-typing': ({ hands, coarseClock }) => {
    if (coarseClock || hands.keyPauses.length < 5) return undefined
    return hands.keyPauses.filter((pause) => pause < fastestTypingMs).length * 2 > hands.keyPauses.length
  },

  'even-typing': ({ hands: { keyPauses }, coarseClock }) =>
    coarseClock || keyPauses.length < 8 ? undefined : variation(keyPauses) < variationMin,

  // Keyboards on glass make capitals without Shift.
  'shift-missing': ({ page, hands }) =>
    hands.keyPauses.length > 0 && isBareDesktop(page) ? hands.capitalsWithoutShift > 0 : undefined,

  'incomplete-key': ({ page, hands }) =>
    hands.keyPauses.length > 0 && claimedBrowser(page.navigator.userAgent).desktop
      ? hands.incompleteKeys > 0
      : undefined,

  // In a frame that its page has scaled the places lie differently, and so they do after pinching.
  'fractional-pointer': ({ page, hands }) => {
    const { desktop, chromium } = claimedBrowser(page.navigator.userAgent)
    if (!desktop || chromium === 0 || hands.mouseMoves + hands.clicks === 0) return undefined
    const isScaled = page.top !== page || (page.visualViewport?.scale ?? 1) !== 1
    return hands.pressesWithoutPressure > 0 || (!isScaled && isMostlyFractional(hands))
  },

  'straight-path': ({ hands }) => (hands.longSteps >= 8 ? hands.straightSteps >= hands.longSteps * 0.9 : undefined),

  'focus-without-cause': ({ hands }) => hands.focusWithoutCause > 0,

  'input-without-keys': ({ hands }) => hands.inputWithoutKeys > 0,

  // A screen that is faster than the mouse leaves nothing to put together.
  'never-coalesced': ({ page, hands }) =>
    hands.mouseMoves >= 40 &&
    hands.quickMoves * 2 < hands.mouseMoves &&
    claimedBrowser(page.navigator.userAgent).chromium > 0
      ? hands.coalescedMax <= 1
      : undefined,

  // Browsers that hide where their window is say so of the page too; then nothing is around it.
  'screen-equals-client': ({ page, hands }) =>
    hands.mouseMoves > 0 &&
    page.top === page &&
    claimedBrowser(page.navigator.userAgent).chromium > 0 &&
    page.outerHeight - page.innerHeight >= 30
      ? hands.screenIsPageMoves === hands.mouseMoves
      : undefined,

  'instant-form': ({ page, hands, coarseClock }) => {
    const [paint] = page.performance.getEntriesByName('first-contentful-paint')
    if (coarseClock || !paint || hands.firstPressAt === Infinity) return undefined
    return hands.firstPressAt - paint.startTime < fastestFormMs
  },

  'honeypot-filled': ({ honeypotFilled }) => honeypotFilled,

  'artificial-touch': ({ hands, coarseClock }) =>
    hands.taps > 0 && !coarseClock ? hands.pointTaps * 2 > hands.taps : undefined,

  'real-pointer-movement': ({ hands }) =>
    hands.mouseMoves >= 10 && hands.bends * 3 >= hands.mouseMoves && isHandsMouse(hands),

  'coalesced-movement': ({ hands }) => hands.coalescedMax >= 2 && isHandsMouse(hands),

  'real-touch-movement': ({ hands }) => hands.touchMoves >= 3 && hands.touchSizes >= 3,

  // Under Wayland the browser takes the time itself too, and there no window knows where it stands; nor does one in a corner.
  'fractional-time': ({ page, hands, coarseClock }) =>
    !coarseClock &&
    hands.pressSteps >= 8 &&
    isBareDesktop(page) &&
    page.navigator.userAgent.includes('X11') &&
    claimedBrowser(page.navigator.userAgent).chromium > 0 &&
    page.screenX > 0 &&
    page.screenY > 0
      ? hands.fractionalSteps * 4 > hands.pressSteps
      : undefined,

  // Keyboards on glass write whole words.
  'text-at-once': ({ page, hands }) => (isBareDesktop(page) ? hands.textsAtOnce > 0 : undefined),

  // Extensions with a keyboard on the screen make keys up too, but somebody points at it; password managers make up one for a field.
  'made-up-keys': ({ hands }) => isUntouched(hands) && hands.madeUpKeys >= madeUpKeysMin,

  // Pages and extensions insert scripts without an address too, but hardly any that fills in and sends before anybody touches anything.
  'unnamed-script': ({ hands }) => isUntouched(hands) && hands.unnamedFills > 0 && hands.unnamedSends > 0,
}

/** Nobody has pressed or moved anything. */
function isUntouched({ firstPressAt, mouseMoves, touchMoves }: Hands): boolean {
  return firstPressAt === Infinity && mouseMoves + touchMoves === 0
}

/** A computer without a screen to touch. */
function isBareDesktop({ navigator: { userAgent, maxTouchPoints } }: Realm): boolean {
  return claimedBrowser(userAgent).desktop && maxTouchPoints === 0
}

/** Moving the window or its bars may look like one such movement. */
function isMostlyFractional({ fractionalMoves, mouseMoves }: Hands): boolean {
  return fractionalMoves >= 2 && fractionalMoves * 4 >= mouseMoves
}

/** What a tool moves speaks for nobody, however it moves, and neither does a straight line at one pace. */
function isHandsMouse(hands: Hands): boolean {
  return (
    hands.bends >= 4 &&
    hands.paceChanges * 8 >= hands.mouseMoves &&
    hands.pressesWithoutPressure === 0 &&
    !isMostlyFractional(hands)
  )
}

/** Standard deviation of some times as a part of their mean. */
function variation(times: readonly number[]): number {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / times.length
  return mean > 0 ? Math.sqrt(variance) / mean : 0
}
