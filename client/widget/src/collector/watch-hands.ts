import { type Hands, type Listen, noHands } from './hands.ts'
import { watchCauses } from './watch-causes.ts'
import { watchKeys } from './watch-keys.ts'
import { watchMouse } from './watch-mouse.ts'
import { watchTimes } from './watch-times.ts'
import { watchTouch } from './watch-touch.ts'

export { type Hands, noHands } from './hands.ts'

export interface HandsWatcher {
  readonly hands: Hands
  /** What was seen is shown to the service, and so no other widget of the page can show it as well. */
  claim(): void
  /** Forgets what was seen, for every widget of the page: from now on the hands begin anew. */
  empty(): void
  stop(): void
}

/** Of all widgets of the page. */
const all = new Set<Hands>()

/**
 * Watches the page around the widget; scripts may click whatever they like there, but not the widget. `by` is an event that the watch
 * begins with: it has passed the document on its way down, so it is heard on its way up.
 */
export function watchHands(page: Window, widget: Element, by?: Event): HandsWatcher {
  const hands = noHands()
  all.add(hands)
  const stopped = new AbortController()
  const { signal } = stopped
  const on: Listen = (type, listener) => {
    page.document.addEventListener(type, listener, { capture: true, passive: true, signal })
    if (by?.type === type) page.document.addEventListener(type, (event) => event === by && listener(event), { signal })
  }
  watchMouse(on, hands, page)
  watchTouch(on, hands)
  watchKeys(on, hands)
  watchTimes(on, hands)
  watchCauses(on, hands, page.document, widget)
  return {
    hands,
    claim: () => all.forEach((one) => one !== hands && Object.assign(one, noHands())),
    empty: () => all.forEach((one) => Object.assign(one, noHands())),
    stop() {
      all.delete(hands)
      stopped.abort()
    },
  }
}
