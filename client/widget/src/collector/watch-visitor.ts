import { placeHoneypot } from '../form/honeypot.ts'
import type { Visitor } from './collect.ts'
import { watchHands } from './watch-hands.ts'

export interface VisitorWatch {
  visitor(): Visitor
  /** The visitor touched the form; only the first time counts. `at` is the event's own time. */
  touched(at: number): void
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
  let pageAgeMs: number | undefined
  for (const type of activities)
    document.addEventListener(type, onActivity, { capture: true, passive: true, signal: stopped.signal })
  return {
    visitor: () => ({
      hands: watcher.hands,
      globalsAtLoad,
      honeypotFilled: pot?.isFilled() ?? false,
      pageAgeMs,
      submitted: submitted(),
    }),
    touched: (at) => void (pageAgeMs ??= at),
    formReset: () => pot?.empty(),
    stop() {
      watcher.stop()
      stopped.abort()
    },
  }
}
