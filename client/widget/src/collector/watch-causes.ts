import type { Hands, Listen } from './hands.ts'
import { isToolStack, isUnnamedStack } from './tool-stack.ts'

/** Longer than anybody waits between a cause and the focus or text that it brings. */
const causeMs = 1000
/** Letters that one key can write. */
const keyLengthMax = 3
/** What the page focuses by itself while it loads is no doing of the visitor. */
const loadingMs = 3000

/** Watches for things that happen although nobody did anything that brings them about. */
export function watchCauses(on: Listen, hands: Hands, document: Document, widget: Element): void {
  let lastCauseAt = -Infinity
  let lastKeyAt = -Infinity
  // What a script makes up brings nothing about.
  const cause = (event: Event) => {
    if (event.isTrusted) lastCauseAt = event.timeStamp
  }
  const isUncaused = (event: Event) => event.timeStamp - lastCauseAt > causeMs
  /** Whether a script without an address brings this event about, and nobody did anything just before. */
  const noteStack = (event: Event): boolean => {
    const { stack } = new Error('')
    if (isToolStack(stack)) hands.toolStacks++
    return isUncaused(event) && isUnnamedStack(stack)
  }
  const noteFill = (event: Event) => {
    if (noteStack(event)) hands.unnamedFills++
  }
  const noteSend = (event: Event) => {
    if (noteStack(event)) hands.unnamedSends++
  }

  on('pointerdown', cause)
  on('keydown', (event) => {
    // What is made up may lack what a key has.
    if (!event.isTrusted && String(event.key).length === 1) hands.madeUpKeys++
    if (!event.isTrusted) return
    cause(event)
    lastKeyAt = event.timeStamp
  })
  on('click', (event) => {
    if (event.isTrusted) return cause(event)
    noteSend(event)
    if (event.composedPath().includes(widget)) hands.untrustedClicks++
  })
  on('submit', noteSend)
  on('focusin', (event) => {
    noteStack(event)
    if (event.isTrusted && event.timeStamp > loadingMs && isUncaused(event) && document.hasFocus())
      hands.focusWithoutCause++
  })
  on('focusout', noteStack)
  on('change', noteFill)
  on('input', (event) => {
    if (!event.isTrusted || isUncaused(event)) noteFill(event)
    if (!event.isTrusted || !('inputType' in event) || event.inputType !== 'insertText') return
    if (isUncaused(event)) hands.inputWithoutKeys++
    if (String(event.data).length > keyLengthMax && event.data && event.timeStamp - lastKeyAt > causeMs)
      hands.textsAtOnce++
  })
}
