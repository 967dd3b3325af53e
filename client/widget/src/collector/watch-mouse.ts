import { claimedBrowser } from './claimed-browser.ts'
import { digestPress, digestStep } from './digest-hands.ts'
import type { Hands, Listen } from './hands.ts'

/** Pictures of a 60 Hz screen are 16.7 ms apart. */
const quickMoveMs = 13
/** Pixels that a step must be long for its direction to mean anything. */
const longStep = 4
/** Pixels by which steps of one length may differ, since places are rounded. */
const evenPace = 1.5
/** Sine of the least angle that counts as a bend. */
const turnMin = 0.01

/** Watches how the mouse moves and presses. */
export function watchMouse(on: Listen, hands: Hands, page: Pick<Window, 'devicePixelRatio' | 'navigator'>): void {
  let last = { x: 0, y: 0, dx: 0, dy: 0, at: -Infinity }
  let movesSinceClick = 0
  let pressedAt = 0
  let lastPlace = { x: 0, y: 0 }
  let pace = 0
  const isBetweenPoints = createGrid(page)

  on('pointermove', (event) => {
    if (!event.isTrusted || event.pointerType !== 'mouse') return
    const [dx, dy] = [event.clientX - last.x, event.clientY - last.y]
    if (dx === 0 && dy === 0) return
    hands.mouseMoves++
    movesSinceClick++
    countStep(hands, { dx, dy }, last)
    digestStep(hands, dx, dy)
    if (event.timeStamp - last.at < quickMoveMs) hands.quickMoves++
    last = { x: event.clientX, y: event.clientY, dx, dy, at: event.timeStamp }
    const moves = event.getCoalescedEvents?.() ?? []
    hands.coalescedMax = Math.max(hands.coalescedMax, moves.length)
    for (const { clientX: x, clientY: y } of moves.length > 0 ? moves : [event]) {
      const length = Math.hypot(x - lastPlace.x, y - lastPlace.y)
      lastPlace = { x, y }
      // Beside where it changed last, as hands speed up little by little.
      if (Math.abs(length - pace) <= evenPace + pace / 10) continue
      hands.paceChanges++
      pace = length
    }
    if (isBetweenPoints(event, page.devicePixelRatio)) hands.fractionalMoves++
    if (event.screenX === event.clientX && event.screenY === event.clientY) hands.screenIsPageMoves++
    noteOffsets(hands.offsets, event)
  })
  on('pointerdown', (event) => {
    if (!event.isTrusted) return
    pressedAt = event.timeStamp
    if (event.pointerType === 'mouse') digestPress(hands, 0)
    hands.firstPressAt = Math.min(hands.firstPressAt, event.timeStamp)
    if (event.pointerType === 'mouse' && event.button === 0 && event.buttons === 1 && event.pressure === 0)
      hands.pressesWithoutPressure++
  })
  on('pointerup', (event) => {
    if (event.isTrusted && event.pointerType === 'mouse')
      hands.pressMsMin = Math.min(hands.pressMsMin, event.timeStamp - pressedAt)
  })
  on('click', (event) => {
    // Keys and assistive technology click without a pointer.
    if (!event.isTrusted || event.detail === 0 || ('pointerType' in event && event.pointerType !== 'mouse')) return
    hands.clicks++
    if (movesSinceClick <= 2 && isDeadCentre(event)) hands.deadCentreClicks++
    movesSinceClick = 0
  })
}

interface Step {
  readonly dx: number
  readonly dy: number
}

/** Counts bends, and long steps that go exactly straight on; steps along edges and diagonals also come from keys that move the pointer. */
function countStep(hands: Hands, step: Step, before: Step): void {
  const [length, lengthBefore] = [Math.hypot(step.dx, step.dy), Math.hypot(before.dx, before.dy)]
  const turn = Math.abs(step.dx * before.dy - step.dy * before.dx) / (length * lengthBefore)
  if (turn > turnMin) hands.bends++
  if (length < longStep || lengthBefore < longStep || isAligned(step)) return
  hands.longSteps++
  if (turn < turnMin / 5) hands.straightSteps++
}

function isAligned({ dx, dy }: Step): boolean {
  return Math.min(Math.abs(dx), Math.abs(dy), Math.abs(Math.abs(dx) - Math.abs(dy))) < 0.5
}

/**
 * Tells whether a place lies between the points that a mouse reaches. On Windows these are the pixels of the screen; the page
 * may begin anywhere between two of them, so places count that lie otherwise between them than the place before. On Linux some
 * systems divide a pixel by 256, and scales of the screen by four again; positions are single precision numbers there, which
 * say less the larger they are. Other systems and browsers are not known well enough.
 */
function createGrid({
  navigator: { userAgent },
}: Pick<Window, 'navigator'>): (event: MouseEvent, ratio: number) => boolean {
  const { desktop, chromium } = claimedBrowser(userAgent)
  if (!desktop || chromium === 0 || userAgent.includes('Macintosh')) return () => false
  if (!userAgent.includes('Windows NT'))
    return ({ clientX, clientY }, ratio) =>
      Number.isInteger(ratio) &&
      [clientX * ratio, clientY * ratio].some((place) => place < 2048 && distanceToWhole(place * 1024) > 0.13)
  let last = { x: NaN, y: NaN }
  return ({ clientX, clientY }, ratio) => {
    const [x, y] = [clientX * ratio, clientY * ratio]
    const isOff = distanceToWhole(x - last.x) > 0.02 || distanceToWhole(y - last.y) > 0.02
    last = { x, y }
    return isOff
  }
}

function distanceToWhole(value: number): number {
  return Math.abs(value - Math.round(value))
}

function noteOffsets(offsets: Hands['offsets'], { screenX, screenY, clientX, clientY }: MouseEvent): void {
  offsets.left = Math.min(offsets.left, screenX - clientX)
  offsets.right = Math.max(offsets.right, screenX - clientX)
  offsets.top = Math.min(offsets.top, screenY - clientY)
  offsets.bottom = Math.max(offsets.bottom, screenY - clientY)
}

function isDeadCentre(event: MouseEvent): boolean {
  const [target] = event.composedPath()
  if (!(target instanceof Element)) return false
  const { left, top, width, height } = target.getBoundingClientRect()
  return Math.abs(event.clientX - left - width / 2) <= 1 && Math.abs(event.clientY - top - height / 2) <= 1
}
