import { placeHoneypot } from '../form/honeypot.ts'
import type { Visitor } from './collect.ts'
import { watchHands } from './watch-hands.ts'

export interface VisitorWatch {
  visitor(): Visitor
  /** A token is there: what was seen for it vouches for no other. */
  empty(): void
  /** The visitor has begun with the form. */
  touched(): void
  /** The form was emptied, and with it whatever was written where no visitor can. */
  formReset(): void
  stop(): void
}

interface VisitorWatchInput {
  readonly globalsAtLoad: boolean
  /** Whether the element was in the page's source and not made by a script. */
  readonly cameWithPage: boolean
  /** The event that the watch begins with, still on its way. */
  readonly by: Event | undefined
  /** Whether to lay out the field that only programs fill in. */
  readonly honeypot: boolean
  readonly submitted: () => boolean
  /** Somebody is at the page. */
  readonly onActivity: () => void
}

const activities = ['pointermove', 'pointerdown', 'keydown', 'scroll']

/** Watches the page around the widget from when the widget stands there. Minimal data mode has none of this. */
export function watchVisitor(
  widget: HTMLElement,
  { globalsAtLoad, cameWithPage, by, honeypot, submitted, onActivity }: VisitorWatchInput,
): VisitorWatch {
  const watcher = watchHands(window, widget, by)
  const stopped = new AbortController()
  const pot = honeypot ? placeHoneypot(widget, cameWithPage, stopped.signal) : undefined
  for (const type of activities)
    document.addEventListener(type, ({ isTrusted }) => isTrusted && onActivity(), {
      capture: true,
      passive: true,
      signal: stopped.signal,
    })
  return {
    visitor: () => ({
      hands: watcher.hands,
      claim: watcher.claim,
      globalsAtLoad,
      honeypotFilled: pot?.isFilled() ?? false,
      submitted: submitted(),
    }),
    empty: watcher.empty,
    touched: () => pot?.touched(),
    formReset: () => pot?.empty(),
    stop() {
      watcher.stop()
      stopped.abort()
    },
  }
}
