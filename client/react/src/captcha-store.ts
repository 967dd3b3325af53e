import { type Captcha, type CaptchaSnapshot, firstSnapshot } from '@bollard/javascript'

/** What a page can do with a captcha. */
export interface CaptchaCommands {
  /**
   * The current token if it wasn't submitted yet, otherwise the one the check produces. Rejects with an `Error` whose `code` says why, and is
   * `removed` while there is no `<BollardCaptcha>`.
   */
  execute(): Promise<string>
  /** Clears token and state. */
  reset(): void
  /** Loads the widget again after it was `unavailable`. Rejects with a `BollardLoadError`. */
  retry(): Promise<void>
}

/** Stands between a captcha, which comes and goes, and the components that show its state. */
export interface CaptchaStore {
  readonly commands: CaptchaCommands
  current(): CaptchaSnapshot
  subscribe(listener: () => void): () => void
  /** The captcha is there; the answer is called when it is gone. */
  connect(captcha: Captcha): () => void
  /** It has changed. */
  show(snapshot: CaptchaSnapshot): void
}

export function createStore(): CaptchaStore {
  const listeners = new Set<() => void>()
  let captcha: Captcha | undefined
  let snapshot = firstSnapshot
  const show = (next: CaptchaSnapshot) => {
    snapshot = next
    for (const listener of listeners) listener()
  }
  const there = (): Captcha => {
    if (!captcha) throw Object.assign(new Error('removed'), { code: 'removed' })
    return captcha
  }
  return {
    current: () => snapshot,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    commands: {
      execute: async () => there().execute(),
      retry: async () => there().retry(),
      reset: () => captcha?.reset(),
    },
    connect(next) {
      captcha = next
      return () => {
        if (captcha !== next) return
        captcha = undefined
        show(firstSnapshot)
      }
    },
    show,
  }
}
