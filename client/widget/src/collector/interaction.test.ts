import { expect, test } from 'vitest'
import type { CheckCode } from './catalogue.ts'
import type { Scene } from './check.ts'
import { interaction } from './interaction.ts'
import { type Hands, noHands } from './watch-hands.ts'

const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

/** Where the page lies on the screen in an ordinary window. */
const placed = { left: 14, right: 14, top: 153, bottom: 153 }

interface Given {
  readonly hands?: Partial<Hands>
  readonly coarseClock?: boolean
  readonly touchPoints?: number
  readonly userAgent?: string
  readonly honeypotFilled?: boolean
  /** Sizes and places of the window, where they differ from those of an ordinary one. */
  readonly window?: object
}

/** What fires for some hands on a desktop; the page has no more on it than these checks read. */
async function firedFor({
  hands = {},
  coarseClock = false,
  touchPoints = 0,
  userAgent = desktop,
  honeypotFilled = false,
  window = {},
}: Given): Promise<string[]> {
  const page = {
    navigator: { userAgent, maxTouchPoints: touchPoints },
    devicePixelRatio: 1,
    screenX: 10,
    screenY: 10,
    outerWidth: 1050,
    outerHeight: 880,
    innerWidth: 1042,
    innerHeight: 733,
    matchMedia: () => ({ matches: false }),
    performance: { getEntriesByName: () => [{ startTime: 300 }] },
    ...window,
  }
  const whole = Object.assign(page, { top: 'top' in page ? page.top : page }) as unknown as Scene['page']
  const scene: Scene = {
    page: whole,
    clean: undefined,
    worker: undefined,
    globalsAtLoad: false,
    coarseClock,
    honeypotFilled,
    submitted: false,
    hands: { ...noHands(), offsets: placed, ...hands },
  }
  const fired: string[] = []
  for (const [code, look] of Object.entries(interaction))
    if ((await look(scene)) === true) fired.push(code satisfies CheckCode | string)
  return fired
}

test('somebody who touched nothing yet is not judged', async () => {
  expect(await firedFor({})).toEqual([])
})

test('somebody at the keyboard only is not judged by a mouse', async () => {
  expect(await firedFor({ hands: { keyPauses: [120, 90, 210, 140, 95, 180] } })).toEqual([])
})

test('a hand that moves and presses as hands do speaks for the visitor', async () => {
  const hands = {
    mouseMoves: 60,
    bends: 30,
    paceChanges: 25,
    coalescedMax: 4,
    clicks: 2,
    pressMsMin: 80,
    keyPauses: [120, 90, 210, 140, 95],
  }
  expect(await firedFor({ hands })).toEqual(['real-pointer-movement', 'coalesced-movement'])
})

test('a script that clicks and types gives itself away', async () => {
  const hands = {
    mouseMoves: 2,
    clicks: 2,
    deadCentreClicks: 2,
    pressMsMin: 1,
    keyPauses: [1, 2, 1, 1, 2, 1],
    capitalsWithoutShift: 1,
  }
  expect(await firedFor({ hands })).toEqual(['dead-centre-click', 'instant-press', 'inhuman-typing', 'shift-missing'])
})

test('times say nothing where the clock is coarse', async () => {
  expect(
    await firedFor({ hands: { clicks: 1, pressMsMin: 0, keyPauses: [0, 0, 100, 0, 0] }, coarseClock: true }),
  ).toEqual([])
})

test('keyboards on glass write capitals without Shift', async () => {
  expect(await firedFor({ hands: { keyPauses: [200], capitalsWithoutShift: 1 }, touchPoints: 5 })).toEqual([])
})

test('a few fast keys are no fast typing', async () => {
  expect(await firedFor({ hands: { keyPauses: [10, 12] } })).toEqual([])
})

test('movement one by one tells of a tool, except on a screen that is faster than the mouse', async () => {
  expect(await firedFor({ hands: { mouseMoves: 60, coalescedMax: 1, quickMoves: 4 } })).toEqual(['never-coalesced'])
  expect(await firedFor({ hands: { mouseMoves: 60, coalescedMax: 1, quickMoves: 50 } })).toEqual([])
})

test('one click in the middle among others is chance', async () => {
  expect(await firedFor({ hands: { clicks: 3, deadCentreClicks: 1, pressMsMin: 60 } })).toEqual([])
})

test('keys that spring back at once, or come like clockwork, are pressed by a tool', async () => {
  expect(await firedFor({ hands: { keyHolds: [1, 0, 2, 1, 0, 90] } })).toEqual(['short-key-hold'])
  expect(await firedFor({ hands: { keyPauses: [65, 66, 64, 65, 66, 65, 64, 65] } })).toEqual(['even-typing'])
  const hands = { keyHolds: [80, 95, 110, 70, 66, 90], keyPauses: [165, 206, 94, 145, 266, 125, 184, 95] }
  expect(await firedFor({ hands })).toEqual([])
  expect(
    await firedFor({
      hands: { keyHolds: [0, 0, 0, 0, 0], keyPauses: [100, 100, 100, 100, 100, 100, 100, 100] },
      coarseClock: true,
    }),
  ).toEqual([])
  expect(await firedFor({ hands: { keyHolds: [1, 1], keyPauses: [65, 65] } })).toEqual([])
})

test('letters that no keyboard sends count on a desktop only', async () => {
  const hands = { keyPauses: [200], incompleteKeys: 3 }
  expect(await firedFor({ hands })).toEqual(['incomplete-key'])
  expect(await firedFor({ hands, userAgent: desktop.replace('X11; Linux x86_64', 'Linux; Android 10; K') })).toEqual([])
})

test('a mouse that no hand moves', async () => {
  expect(await firedFor({ hands: { mouseMoves: 12, fractionalMoves: 11 } })).toEqual(['fractional-pointer'])
  expect(await firedFor({ hands: { clicks: 1, pressMsMin: 80, pressesWithoutPressure: 1 } })).toEqual([
    'fractional-pointer',
  ])
  expect(await firedFor({ hands: { mouseMoves: 20, fractionalMoves: 1 } })).toEqual([])
  expect(await firedFor({ hands: { mouseMoves: 36, fractionalMoves: 3 } })).toEqual([])
})

test.for([
  ['other browsers', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0' }],
  ['a frame that its page has scaled', { window: { top: {} } }],
  ['a page that is pinched', { window: { visualViewport: { scale: 1.7 } } }],
] as const)('places of a mouse say nothing in %s', async ([, given]) => {
  expect(await firedFor({ hands: { mouseMoves: 12, fractionalMoves: 11 }, ...given })).toEqual([])
})

test('movement that is straight, or not of a mouse, speaks for nobody', async () => {
  expect(await firedFor({ hands: { mouseMoves: 30, bends: 5, longSteps: 28, straightSteps: 26 } })).toEqual([
    'straight-path',
  ])
  const hand = { mouseMoves: 30, bends: 26, paceChanges: 12, longSteps: 20, straightSteps: 1 }
  expect(await firedFor({ hands: hand })).toEqual(['real-pointer-movement'])
  expect(await firedFor({ hands: { ...hand, pressesWithoutPressure: 1 } })).toEqual(['fractional-pointer'])
})

test('movement at one pace, or without bends, speaks for nobody', async () => {
  const hand = { mouseMoves: 30, bends: 26, paceChanges: 12, coalescedMax: 3 }
  expect(await firedFor({ hands: hand })).toEqual(['real-pointer-movement', 'coalesced-movement'])
  expect(await firedFor({ hands: { ...hand, paceChanges: 3 } })).toEqual([])
  expect(await firedFor({ hands: { ...hand, bends: 2 } })).toEqual([])
})

test('hands that were emptied, and a widget that came late, say nothing', async () => {
  const submitted = { ...noHands() }
  expect(await firedFor({ hands: submitted })).toEqual([])
  expect(await firedFor({ hands: submitted, window: { performance: { getEntriesByName: () => [] } } })).toEqual([])
})

const fractional = { pressSteps: 12, fractionalSteps: 6 }
test('presses between whole milliseconds come from a tool where an X server tells the time', async () => {
  expect(await firedFor({ hands: fractional })).toEqual(['fractional-time'])
  expect(await firedFor({ hands: { pressSteps: 8, fractionalSteps: 2 } })).toEqual([])
  expect(await firedFor({ hands: { pressSteps: 7, fractionalSteps: 7 } })).toEqual([])
})

test.for([
  ['Wayland, where no window knows its place', { window: { screenX: 0, screenY: 0 } }],
  ['a window in a corner', { window: { screenX: 0, screenY: 27 } }],
  ['QtWebEngine', { userAgent: desktop.replace('Chrome/', 'QtWebEngine/6.8.2 Chrome/') }],
  ['Windows', { userAgent: desktop.replace('X11; Linux x86_64', 'Windows NT 10.0; Win64; x64') }],
  ['a phone that asks for pages of computers', { touchPoints: 5 }],
  ['a browser with a coarse clock', { coarseClock: true }],
  ['Firefox', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0' }],
] as const)('such times say nothing in %s', async ([, given]) => {
  expect(await firedFor({ hands: fractional, ...given })).toEqual([])
})

test('text that came at once is noted on computers only', async () => {
  expect(await firedFor({ hands: { textsAtOnce: 1 } })).toEqual(['text-at-once'])
  expect(await firedFor({ hands: { textsAtOnce: 1 }, touchPoints: 5 })).toEqual([])
})

const touches = [{ mouseMoves: 1 }, { touchMoves: 1 }, { firstPressAt: 900 }]

test('keys that a script made up while nobody touched anything', async () => {
  const typedByScript = { madeUpKeys: 8 }
  expect(await firedFor({ hands: typedByScript })).toEqual(['made-up-keys'])
  // Password managers make up one for each field.
  expect(await firedFor({ hands: { madeUpKeys: 7 } })).toEqual([])
  // Somebody points at a keyboard on the screen, or presses the keys that an extension puts others in the place of.
  for (const touch of touches) expect(await firedFor({ hands: { ...typedByScript, ...touch } })).toEqual([])
})

test('a script without an address that filled in and sent while nobody touched anything, and not one that did either', async () => {
  const both = { unnamedFills: 1, unnamedSends: 1 }
  expect(await firedFor({ hands: both })).toEqual(['unnamed-script'])
  expect(await firedFor({ hands: { unnamedFills: 2 } })).toEqual([])
  expect(await firedFor({ hands: { unnamedSends: 2 } })).toEqual([])
  for (const touch of touches) expect(await firedFor({ hands: { ...both, ...touch } })).toEqual([])
})

test('a page that claims to begin in the corner of the screen although its window has bars', async () => {
  const hands = { mouseMoves: 5, screenIsPageMoves: 5, offsets: { left: 0, right: 0, top: 0, bottom: 0 } }
  expect(await firedFor({ hands })).toEqual(['screen-equals-client'])
  expect(await firedFor({ hands: { ...hands, screenIsPageMoves: 4 } })).toEqual([])
  expect(await firedFor({ hands, window: { outerHeight: 733 } })).toEqual([])
})

test('a mouse outside the window that the page names', async () => {
  expect(await firedFor({ hands: { mouseMoves: 5, offsets: placed } })).toEqual([])
  expect(
    await firedFor({ hands: { mouseMoves: 5, offsets: placed }, window: { outerHeight: 580, innerHeight: 600 } }),
  ).toEqual(['event-geometry'])
  const left = { left: -1910, right: -1910, top: 153, bottom: 153 }
  expect(await firedFor({ hands: { mouseMoves: 5, offsets: left }, window: { screenX: -1914 } })).toEqual([])
})

test.for([
  ['zoomed', { window: { devicePixelRatio: 1.1, outerHeight: 580, innerHeight: 600 } }],
  ['in a frame', { window: { top: {}, outerHeight: 580, innerHeight: 600 } }],
] as const)('where a page lies cannot be told when it is %s', async ([, given]) => {
  expect(await firedFor({ hands: { mouseMoves: 5, offsets: placed }, ...given })).toEqual([])
})

test('a page that is zoomed by whole numbers gives itself away by its movements', async () => {
  const hands = { mouseMoves: 5, offsets: { left: 26, right: 347, top: 180, bottom: 358 } }
  expect(await firedFor({ hands, window: { devicePixelRatio: 2, outerHeight: 180, innerHeight: 180 } })).toEqual([])
})

test('a mouse where there is none', async () => {
  const none = { matchMedia: () => ({ matches: true }) }
  expect(await firedFor({ hands: { mouseMoves: 2 }, window: none })).toEqual(['no-pointing-device'])
  expect(await firedFor({ window: none })).toEqual([])
})

test('nobody presses anything as soon as a page shows', async () => {
  expect(await firedFor({ hands: { firstPressAt: 400 } })).toEqual(['instant-form'])
  expect(await firedFor({ hands: { firstPressAt: 900 } })).toEqual([])
  expect(await firedFor({ hands: { firstPressAt: 400 }, coarseClock: true })).toEqual([])
  expect(
    await firedFor({ hands: { firstPressAt: 400 }, window: { performance: { getEntriesByName: () => [] } } }),
  ).toEqual([])
})

test('a field that nobody sees was filled in', async () => {
  expect(await firedFor({ honeypotFilled: true })).toEqual(['honeypot-filled'])
})

test('taps of a tool and of a finger', async () => {
  expect(await firedFor({ hands: { taps: 2, pointTaps: 2 }, touchPoints: 1 })).toEqual(['artificial-touch'])
  expect(await firedFor({ hands: { taps: 3, pointTaps: 1 }, touchPoints: 1 })).toEqual([])
  expect(await firedFor({ hands: { taps: 2, pointTaps: 2 }, coarseClock: true })).toEqual([])
  expect(await firedFor({ hands: { taps: 1, touchMoves: 6, touchSizes: 4 } })).toEqual(['real-touch-movement'])
})
