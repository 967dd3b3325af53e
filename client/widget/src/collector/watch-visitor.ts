import { placeHoneypot } from '../form/honeypot.ts'
import type { Visitor } from './collect.ts'
import { watchHands } from './watch-hands.ts'

export interface VisitorWatch {
  visitor(): Visitor
  /** A token is there: what was seen for it vouches for no other. */
  empty(): void
  /** The form was emptied, and with it whatever was written where no visitor can. */
  formReset(): void
  stop(): void
}

interface VisitorWatchInput {
  readonly globalsAtLoad: boolean
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
  { globalsAtLoad, honeypot, submitted, onActivity }: VisitorWatchInput,
): VisitorWatch {
  const watcher = watchHands(window, widget)
  const stopped = new AbortController()
  const pot = honeypot ? placeHoneypot(widget, stopped.signal) : undefined
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
    formReset: () => pot?.empty(),
    stop() {
      watcher.stop()
      stopped.abort()
    },
  }
}
