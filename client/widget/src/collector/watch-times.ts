import type { Hands, Listen } from './hands.ts'

/** What browsers round times to, and a little more. */
const roundingMs = 0.15

/**
 * Watches whether presses are whole milliseconds apart. An X server tells times in whole ones, whoever presses; a tool's
 * presses have the time at which the browser took them in.
 */
export function watchTimes(on: Listen, hands: Hands): void {
  let last: number | undefined
  const note = (event: KeyboardEvent | PointerEvent) => {
    if (!event.isTrusted || ('repeat' in event ? event.repeat || event.keyCode === 229 : event.pointerType !== 'mouse'))
      return
    const step = event.timeStamp - (last ?? event.timeStamp)
    if (last !== undefined) hands.pressSteps++
    if (Math.abs(step - Math.round(step)) > roundingMs) hands.fractionalSteps++
    last = event.timeStamp
  }
  on('keydown', note)
  on('keyup', note)
  on('pointerdown', note)
  on('pointerup', note)
}
