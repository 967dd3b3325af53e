import type { NotificationType } from './notification-progress.ts'

/** What a script says to whoever looks at the page: in its own words, or by the name of a text that the page holds for it. */
export interface Told {
  type: NotificationType
  title?: string | undefined
  said?: string
  description?: string
  /** Display time in seconds; see `secondsOf`. */
  displaySeconds?: number
}

declare global {
  interface DocumentEventMap {
    toast: CustomEvent<Told>
  }
}

/** Has the page show a toast, on pages without React. Returns whether it does; where it has no place for toasts, `from` says it itself. */
export function tellPage(from: EventTarget, told: Told): boolean {
  return !from.dispatchEvent(new CustomEvent('toast', { bubbles: true, cancelable: true, detail: told }))
}
