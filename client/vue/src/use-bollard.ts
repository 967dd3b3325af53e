import {
  type BollardLoadError,
  type Captcha,
  type CaptchaSnapshot,
  type CaptchaState,
  firstSnapshot,
} from '@bollard/javascript'
import { computed, type ComputedRef, shallowRef } from 'vue'

export interface UseBollard {
  readonly state: ComputedRef<CaptchaState>
  /** Empty while there is none. */
  readonly token: ComputedRef<string>
  /** Why it is `unavailable`. */
  readonly error: ComputedRef<BollardLoadError | null>
  /**
   * The current token if it wasn't submitted yet, otherwise the one the check produces. Rejects with an `Error` whose `code` says why, and is
   * `removed` while there is no `<BollardCaptcha>`.
   */
  execute(): Promise<string>
  /** Clears token and state. */
  reset(): void
  /** Loads the widget again after it was `unavailable`. Rejects with a `BollardLoadError`. */
  retry(): Promise<void>
  /** Called by `<BollardCaptcha :captcha>`, when it is there and when it is gone. */
  connect(captcha: Captcha | undefined): void
  /** Called by it at each change. */
  show(snapshot: CaptchaSnapshot): void
}

/** State and commands of one `<BollardCaptcha :captcha="…">`. */
export function useBollard(): UseBollard {
  const snapshot = shallowRef(firstSnapshot)
  let captcha: Captcha | undefined
  const there = (): Captcha => {
    if (!captcha) throw Object.assign(new Error('removed'), { code: 'removed' })
    return captcha
  }
  return {
    state: computed(() => snapshot.value.state),
    token: computed(() => snapshot.value.token),
    error: computed(() => snapshot.value.error),
    execute: async () => there().execute(),
    retry: async () => there().retry(),
    reset: () => captcha?.reset(),
    connect(next) {
      captcha = next
      if (!next) snapshot.value = firstSnapshot
    },
    show: (next) => void (snapshot.value = next),
  }
}
