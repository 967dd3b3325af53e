/** What `<bollard-captcha>` says it is doing. */
export type ElementState = 'ready' | 'working' | 'throttled' | 'passed' | 'expired' | 'failed' | 'refused'

export interface ThrottledDetail {
  readonly code: string
  readonly retryAfterSeconds: number
}

export interface SolvedDetail {
  readonly token: string
  readonly verificationId: string
}

export interface FailedDetail {
  /** `refused`, `offline`, `unavailable`, `timeout`, `rate-limited`, `origin-not-allowed`, `site-key-unknown` and others. */
  readonly code: string
  /** Whether the form may be submitted all the same, since Bollard can't be reached and the owner allows it. */
  readonly failover: boolean
  /** Only if the visitor was blocked. */
  readonly verificationId?: string
}

/** Detail of each event; they bubble and cross shadow roots. */
export interface BollardEventDetails {
  'bollard-started': null
  'bollard-throttled': ThrottledDetail
  'bollard-solved': SolvedDetail
  'bollard-failed': FailedDetail
  'bollard-expired': null
  'bollard-reset': null
}

export type BollardEventMap = { [Name in keyof BollardEventDetails]: CustomEvent<BollardEventDetails[Name]> }

/** The element as the installation's script defines it. */
export interface BollardCaptchaElement extends HTMLElement {
  /** The token, or an empty string. */
  readonly response: string
  readonly state: ElementState
  /** Of the check that passed or was blocked; otherwise empty. */
  readonly verificationId: string
  readonly form: HTMLFormElement | null
  name: string
  disabled: boolean
  readonly type: string
  readonly validity: ValidityState
  readonly validationMessage: string
  readonly willValidate: boolean
  /** Lets your own tests pass; also an attribute. */
  bypassKey?: string
  checkValidity(): boolean
  reportValidity(): boolean
  /** The current token if it wasn't submitted yet, otherwise the one the check produces. Rejects with an `Error` that has a `code`. */
  execute(): Promise<string>
  startVerification(): void
  reset(): void
}

declare global {
  interface HTMLElementTagNameMap {
    'bollard-captcha': BollardCaptchaElement
  }
  interface HTMLElementEventMap extends BollardEventMap {}
  interface DocumentEventMap extends BollardEventMap {}
}

/** Name of the element. */
export const tag = 'bollard-captcha'

/** Whether the installation's script has made this element what it is. */
export function isDefined(element: HTMLElement): element is BollardCaptchaElement {
  return 'execute' in element
}
