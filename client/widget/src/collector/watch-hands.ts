import { type Hands, type Listen, noHands } from './hands.ts'
import { watchCauses } from './watch-causes.ts'
import { watchKeys } from './watch-keys.ts'
import { watchMouse } from './watch-mouse.ts'
import { watchTouch } from './watch-touch.ts'

export { type Hands, noHands } from './hands.ts'

export interface HandsWatcher {
  readonly hands: Hands
  stop(): void
}

/** Watches the page around the widget; scripts may click whatever they like there, but not the widget. */
export function watchHands(page: Window, widget: Element): HandsWatcher {
  const hands = noHands()
  const stopped = new AbortController()
  const on: Listen = (type, listener) =>
    page.document.addEventListener(type, listener, { capture: true, passive: true, signal: stopped.signal })
  watchMouse(on, hands, page)
  watchTouch(on, hands)
  watchKeys(on, hands)
  watchCauses(on, hands, page.document, widget)
  return { hands, stop: () => stopped.abort() }
}
