import { digestPause, digestPress } from './digest-hands.ts'
import type { Hands, Listen } from './hands.ts'

/** No more is needed to judge how somebody types. */
const timesMax = 64

/** Kinds of presses: keys that write nothing, and others by how many are down already. */
const silentPress = 3
const downMax = 3

/** Watches how keys are pressed. Which ones is looked at and forgotten. */
export function watchKeys(on: Listen, hands: Hands): void {
  let lastKeyAt = 0
  const downSince = new Map<string, number>()

  on('keydown', (event) => {
    if (!event.isTrusted || event.repeat || event.isComposing) return
    hands.firstPressAt = Math.min(hands.firstPressAt, event.timeStamp)
    const writes = event.key.length === 1
    digestPress(hands, silentPress + (writes ? 1 + Math.min(downMax, downSince.size) : 0))
    if (!writes) return
    const pause = event.timeStamp - lastKeyAt
    if (lastKeyAt > 0) digestPause(hands, pause)
    if (lastKeyAt > 0 && hands.keyPauses.length < timesMax) hands.keyPauses.push(pause)
    lastKeyAt = event.timeStamp
    downSince.set(event.code, event.timeStamp)
    if (isCapitalWithoutShift(event)) hands.capitalsWithoutShift++
    if (isIncomplete(event)) hands.incompleteKeys++
  })
  on('keyup', (event) => {
    const since = downSince.get(event.code)
    if (!event.isTrusted || since === undefined) return
    downSince.delete(event.code)
    if (hands.keyHolds.length < timesMax) hands.keyHolds.push(event.timeStamp - since)
  })
}

/**
 * Text that tools write for people (text modules, dictation, remote control) comes without Shift too, but then the key does
 * not fit its letter: it is none, one that is free, or always the key A.
 */
function isCapitalWithoutShift(event: KeyboardEvent): boolean {
  return (
    /^[B-Z]$/u.test(event.key) &&
    event.code === `Key${event.key}` &&
    !['Shift', 'CapsLock', 'AltGraph', 'Control', 'Meta', 'Alt'].some((key) => event.getModifierState(key))
  )
}

/** Whoever sends a letter as an event has to know its number too; a keyboard always does. */
function isIncomplete(event: KeyboardEvent): boolean {
  return /^[a-z\d]$/iu.test(event.key) && event.keyCode === 0
}
