import type { Hands, Listen } from './hands.ts'
import { isToolStack } from './tool-stack.ts'

/** Longer than anybody waits between a cause and the focus or text that it brings. */
const causeMs = 1000
/** Letters that one key can write. */
const mostOfOneKey = 3
/** What the page focuses by itself while it loads is no doing of the visitor. */
const loadingMs = 3000

/** Watches for things that happen although nobody did anything that brings them about. */
export function watchCauses(on: Listen, hands: Hands, document: Document, widget: Element): void {
  let lastCauseAt = -Infinity
  let lastKeyAt = -Infinity
  const cause = (event: Event) => {
    lastCauseAt = event.timeStamp
  }
  const noteStack = () => {
    if (isToolStack(new Error('').stack)) hands.toolStacks++
  }

  on('pointerdown', cause)
  on('keydown', (event) => {
    cause(event)
    lastKeyAt = event.timeStamp
  })
  on('click', (event) => {
    if (event.isTrusted) return cause(event)
    noteStack()
    if (event.composedPath().includes(widget)) hands.untrustedClicks++
  })
  on('focusin', (event) => {
    noteStack()
    if (
      event.isTrusted &&
      event.timeStamp > loadingMs &&
      event.timeStamp - lastCauseAt > causeMs &&
      document.hasFocus()
    )
      hands.focusWithoutCause++
  })
  on('focusout', noteStack)
  on('change', noteStack)
  on('input', (event) => {
    if (!event.isTrusted) return noteStack()
    if (!('inputType' in event) || event.inputType !== 'insertText') return
    if (event.timeStamp - lastCauseAt > causeMs) hands.inputWithoutKeys++
    if (String(event.data).length > mostOfOneKey && event.data && event.timeStamp - lastKeyAt > causeMs)
      hands.textsAtOnce++
  })
}
