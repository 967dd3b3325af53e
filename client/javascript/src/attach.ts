import { type Attributes, applyAttributes, attributesOf, type CaptchaOptions } from './attributes.ts'
import type { Configuration } from './configuration.ts'
import {
  type BollardCaptchaElement,
  type BollardEventDetails,
  type ElementState,
  type FailedDetail,
  isDefined,
  type SolvedDetail,
  type ThrottledDetail,
} from './element.ts'
import { holdForm } from './hold-form.ts'
import { loadWidget, onceDefined } from './load-widget.ts'
import { showUnavailable } from './show-unavailable.ts'
import type { BollardLoadError } from './why-not-loaded.ts'

/** `loading` until the installation's script is there, `unavailable` when it can't be had; then as the element says. */
export type CaptchaState = 'loading' | 'unavailable' | ElementState

/** What a page shows of a captcha. Each change is a new object. */
export interface CaptchaSnapshot {
  readonly state: CaptchaState
  /** Empty while there is none. */
  readonly token: string
  /** Of the check that passed or was blocked; otherwise empty. */
  readonly verificationId: string
  /** Why it is `unavailable`. */
  readonly error: BollardLoadError | null
}

/** Before a captcha is in the page, and on servers. */
export const firstSnapshot: CaptchaSnapshot = { state: 'loading', token: '', verificationId: '', error: null }

export interface CaptchaListeners {
  readonly onStarted?: (() => void) | undefined
  /** Too many visitors of the same network: the check waits, and continues by itself. */
  readonly onThrottled?: ((detail: ThrottledDetail) => void) | undefined
  readonly onSolved?: ((detail: SolvedDetail) => void) | undefined
  readonly onFailed?: ((detail: FailedDetail) => void) | undefined
  readonly onExpired?: (() => void) | undefined
  readonly onReset?: (() => void) | undefined
  /** The widget didn't load; the visitor sees a message and a button that retries. */
  readonly onUnavailable?: ((error: BollardLoadError) => void) | undefined
  /** The token, whenever it changes; empty when it is gone. */
  readonly onToken?: ((token: string) => void) | undefined
  readonly onChange?: ((snapshot: CaptchaSnapshot) => void) | undefined
}

export interface Captcha extends CaptchaSnapshot {
  readonly element: HTMLElement
  /**
   * The current token if it wasn't submitted yet, otherwise the one the check produces. Rejects with an `Error` whose `code` is that of
   * `onFailed` or of a `BollardLoadError`, or `reset`, or `removed`.
   */
  execute(): Promise<string>
  /** Clears token and state. */
  reset(): void
  /** Loads the widget again after it was `unavailable`. Rejects with a `BollardLoadError`. */
  retry(): Promise<void>
  /** Replaces the options. A new site key or action starts a new check; the others keep the token. */
  update(options: CaptchaOptions): void
  /** Stops listening and leaves the element where it is. */
  detach(): void
  /** Takes the element out of the page too. */
  remove(): void
}

/**
 * Makes a captcha of a `<bollard-captcha>` in the page, whether or not the installation's script has come. `listeners` is asked at each
 * event, so that frameworks can give their latest functions. Throws `BollardConfigurationError`.
 */
export function attach(
  configuration: Configuration,
  element: HTMLElement,
  options: CaptchaOptions,
  listeners: () => CaptchaListeners,
): Captcha {
  const ended = new AbortController()
  let attributes: Attributes = {}
  let snapshot = firstSnapshot
  let resets = 0

  const isEnded = () => ended.signal.aborted
  const isAside = () => element.hasAttribute('passive') || element.hasAttribute('disabled')
  const hold = holdForm(element, isAside, () => void retry().catch(() => {}))
  const message = showUnavailable(element, () => void retry().catch(() => {}))

  function update(next: CaptchaOptions): void {
    const now = attributesOf(configuration.host, next)
    applyAttributes(element, now, attributes)
    attributes = now
    if (next.bypassKey !== undefined) Object.assign(element, { bypassKey: next.bypassKey })
    look()
  }

  /** Tells what has changed since it was told last. */
  function look(error = snapshot.error): void {
    if (isEnded()) return
    const isThere = isDefined(element)
    const next: CaptchaSnapshot = isThere
      ? { state: element.state, token: element.response, verificationId: element.verificationId, error: null }
      : { ...firstSnapshot, state: error ? 'unavailable' : 'loading', error }
    const before = snapshot
    if (Object.entries(next).every(([name, value]) => Reflect.get(before, name) === value)) return
    snapshot = next
    message.show(next.error)
    const { onChange, onToken, onUnavailable } = listeners()
    onChange?.(next)
    if (next.token !== before.token) onToken?.(next.token)
    if (next.error && next.error !== before.error) onUnavailable?.(next.error)
  }

  /** Resolves when the element is there. Rejects with a `BollardLoadError`. */
  async function load(): Promise<void> {
    try {
      await loadWidget(configuration)
    } catch (error) {
      look(isLoadError(error) ? error : null)
      throw error
    }
    begin()
  }

  function begin(): void {
    if (isEnded()) return
    // One that is not in the page is left as it is.
    customElements.upgrade(element)
    look(null)
    hold.release()
  }

  async function retry(): Promise<void> {
    look(null)
    await load()
  }

  function hear<Name extends keyof BollardEventDetails>(
    name: Name,
    tell: (to: CaptchaListeners, detail: BollardEventDetails[Name]) => void,
  ): void {
    const listener = (event: CustomEvent<BollardEventDetails[Name]>) => {
      // Those of another captcha inside, if anybody has such a thing, are not meant.
      if (event.target !== element) return
      look()
      tell(listeners(), event.detail)
    }
    element.addEventListener(name, Object(listener), { signal: ended.signal })
  }
  hear('bollard-started', (to) => to.onStarted?.())
  hear('bollard-throttled', (to, detail) => to.onThrottled?.(detail))
  hear('bollard-solved', (to, detail) => to.onSolved?.(detail))
  hear('bollard-failed', (to, detail) => to.onFailed?.(detail))
  hear('bollard-expired', (to) => to.onExpired?.())
  hear('bollard-reset', (to) => to.onReset?.())
  // A script that comes after all, from wherever, is as good.
  const forget = onceDefined(begin)
  window.addEventListener('online', () => snapshot.error?.mayPass && void retry().catch(() => {}), {
    signal: ended.signal,
  })

  update(options)
  load().catch(() => {})

  const captcha: Captcha = {
    element,
    get state() {
      return isDefined(element) ? element.state : snapshot.state
    },
    get token() {
      return isDefined(element) ? element.response : ''
    },
    get verificationId() {
      return isDefined(element) ? element.verificationId : ''
    },
    get error() {
      return snapshot.error
    },
    async execute() {
      const before = resets
      if (!isDefined(element)) await (snapshot.error ? retry() : load())
      if (isEnded()) throw failure('removed')
      if (resets !== before) throw failure('reset')
      return ready(element).execute()
    },
    reset() {
      resets++
      if (isDefined(element)) element.reset()
      look()
    },
    retry,
    update,
    detach() {
      ended.abort()
      forget()
      hold.stop()
      message.show(null)
    },
    remove() {
      captcha.detach()
      element.remove()
    },
  }
  return captcha
}

function ready(element: HTMLElement): BollardCaptchaElement {
  // One that was never in the page, or is in it no more.
  if (!isDefined(element)) throw failure('removed')
  return element
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code })
}

function isLoadError(error: unknown): error is BollardLoadError {
  return error instanceof Error && error.name === 'BollardLoadError'
}
