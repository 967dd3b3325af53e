/**
 * What the hands of a visitor did, in counts and times only. No key, no text and no position is kept.
 * Times are milliseconds.
 */
export interface Hands {
  mouseMoves: number
  /** Times the pointer's path bent; a hand never draws a straight line. */
  bends: number
  /** Most movements that arrived in one event. */
  mostCoalesced: number
  /** Movements that came sooner after the one before than an ordinary screen shows a picture. */
  quickMoves: number
  clicks: number
  deadCentreClicks: number
  untrustedClicks: number
  /** How long the mouse button was down, shortest. */
  shortestPress: number
  /** Times from one key to the next, at most 64. */
  keyPauses: number[]
  /** Capital letters that came without Shift and without Caps Lock. */
  capitalsWithoutShift: number
  focusWithoutCause: number
  inputWithoutKeys: number
}

export interface HandsWatcher {
  readonly hands: Hands
  stop(): void
}

export const noHands = (): Hands => ({
  mouseMoves: 0,
  bends: 0,
  mostCoalesced: 0,
  quickMoves: 0,
  clicks: 0,
  deadCentreClicks: 0,
  untrustedClicks: 0,
  shortestPress: Infinity,
  keyPauses: [],
  capitalsWithoutShift: 0,
  focusWithoutCause: 0,
  inputWithoutKeys: 0,
})

/** Pictures of a 60 Hz screen are 16.7 ms apart. */
const quickMoveMs = 13
/** Longer than anybody waits between a cause and the focus or text that it brings. */
const causeMs = 1000

/** Watches the page around the widget; scripts may click whatever they like there, but not the widget. */
export function watchHands(page: Window, widget: Element): HandsWatcher {
  const hands = noHands()
  const stopped = new AbortController()
  let last = { x: 0, y: 0, dx: 0, dy: 0, at: -Infinity }
  let movesSinceClick = 0
  let pressedAt = 0
  let lastKeyAt = 0
  let lastCauseAt = -Infinity
  const on = <K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void) =>
    page.document.addEventListener(type, listener, { capture: true, passive: true, signal: stopped.signal })

  on('pointermove', (event) => {
    if (!event.isTrusted || event.pointerType !== 'mouse') return
    const [dx, dy] = [event.clientX - last.x, event.clientY - last.y]
    if (dx === 0 && dy === 0) return
    hands.mouseMoves++
    movesSinceClick++
    if (dx * last.dy !== dy * last.dx) hands.bends++
    if (event.timeStamp - last.at < quickMoveMs) hands.quickMoves++
    last = { x: event.clientX, y: event.clientY, dx, dy, at: event.timeStamp }
    hands.mostCoalesced = Math.max(hands.mostCoalesced, event.getCoalescedEvents?.().length ?? 0)
  })
  on('pointerdown', (event) => {
    lastCauseAt = event.timeStamp
    pressedAt = event.timeStamp
  })
  on('pointerup', (event) => {
    if (event.isTrusted && event.pointerType === 'mouse') hands.shortestPress = Math.min(hands.shortestPress, event.timeStamp - pressedAt)
  })
  on('click', (event) => {
    if (!event.isTrusted) {
      if (event.composedPath().includes(widget)) hands.untrustedClicks++
      return
    }
    lastCauseAt = event.timeStamp
    // Keys and assistive technology click without a pointer.
    if (event.detail === 0 || (event instanceof PointerEvent && event.pointerType !== 'mouse')) return
    hands.clicks++
    if (movesSinceClick <= 2 && isDeadCentre(event)) hands.deadCentreClicks++
    movesSinceClick = 0
  })
  on('keydown', (event) => {
    lastCauseAt = event.timeStamp
    if (!event.isTrusted || event.repeat || event.isComposing || event.key.length !== 1) return
    if (lastKeyAt > 0 && hands.keyPauses.length < 64) hands.keyPauses.push(event.timeStamp - lastKeyAt)
    lastKeyAt = event.timeStamp
    if (isCapitalWithoutShift(event)) hands.capitalsWithoutShift++
  })
  on('focusin', (event) => {
    // What the page focuses by itself while it loads is no doing of the visitor.
    if (event.isTrusted && event.timeStamp > 3000 && event.timeStamp - lastCauseAt > causeMs && page.document.hasFocus()) hands.focusWithoutCause++
  })
  on('input', (event) => {
    if (event.isTrusted && event instanceof InputEvent && event.inputType === 'insertText' && event.timeStamp - lastCauseAt > causeMs) hands.inputWithoutKeys++
  })
  return { hands, stop: () => stopped.abort() }
}

function isDeadCentre(event: MouseEvent): boolean {
  const [target] = event.composedPath()
  if (!(target instanceof Element)) return false
  const { left, top, width, height } = target.getBoundingClientRect()
  return Math.abs(event.clientX - left - width / 2) <= 1 && Math.abs(event.clientY - top - height / 2) <= 1
}

function isCapitalWithoutShift(event: KeyboardEvent): boolean {
  return (
    event.key >= 'A' &&
    event.key <= 'Z' &&
    event.code.startsWith('Key') &&
    !['Shift', 'CapsLock', 'AltGraph', 'Control', 'Meta', 'Alt'].some((key) => event.getModifierState(key))
  )
}
