import { digestPress } from './digest-hands.ts'
import type { Hands, Listen } from './hands.ts'

const instantTapMs = 10
/** A finger is larger than this many pixels; some screens do not measure it and say one. */
const pointSize = 2
const touchPress = 1

/** Watches how fingers touch. */
export function watchTouch(on: Listen, hands: Hands): void {
  let sizes = new Set<number>()
  let tap = { at: 0, moves: 0 }
  const note = (event: PointerEvent) => {
    // The hands were emptied.
    if (hands.touchSizes === 0) sizes = new Set()
    if (sizes.size < 64) sizes.add(event.width * event.height)
    hands.touchSizes = sizes.size
  }

  on('pointerdown', (event) => {
    if (!isFinger(event)) return
    tap = { at: event.timeStamp, moves: 0 }
    digestPress(hands, touchPress)
    note(event)
  })
  on('pointermove', (event) => {
    if (!isFinger(event)) return
    tap.moves++
    hands.touchMoves++
    note(event)
  })
  on('pointerup', (event) => {
    if (!isFinger(event)) return
    hands.taps++
    if (tap.moves === 0 && event.timeStamp - tap.at < instantTapMs && Math.max(event.width, event.height) <= pointSize)
      hands.pointTaps++
  })
}

function isFinger(event: PointerEvent): boolean {
  return event.isTrusted && event.pointerType === 'touch'
}
