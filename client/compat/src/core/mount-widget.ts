import { loadWidget } from './load-widget.ts'

/** What of the element is used here. */
interface Captcha extends HTMLElement {
  readonly response: string
  execute(): Promise<string>
  reset(): void
}

/** What becomes of checks, told in the order in which it happens. */
export interface WidgetEvents {
  /** `<bollard-captcha>` is there and can be used; not told for one that was removed before. */
  ready?(): void
  started?(): void
  /** Too many visitors of the same network: the check waits, and goes on by itself until `passed` or `failed` is told. */
  throttled(): void
  passed(token: string, verificationId: string): void
  /** `code` is that of `bollard-failed`, or `widget-unavailable` when the widget's own script did not come. */
  failed(code: string): void
  expired(token: string): void
}

export interface Widget {
  readonly element: HTMLElement
  /** Empty while there is none. */
  readonly token: string
  readonly verificationId: string
  /** Whether a check is running or about to. */
  readonly running: boolean
  /** Sets an attribute; undefined takes it away. */
  set(name: string, value: string | undefined): void
  /** Starts a check or joins the one that runs. Rejects with an error whose `code` is that of `failed`, `reset` or `removed`. */
  start(): Promise<string>
  reset(): void
  remove(): void
}

/** Attributes by name; those that are undefined are left off. */
export type Attributes = Readonly<Record<string, string | undefined>>

/** An error that carries one of the codes of `bollard-failed`. */
export class CheckFailure extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Puts a `<bollard-captcha>` of this origin to the end of `place`. It leaves the page's form alone: fields are for the caller. */
export function mountWidget(place: Element, origin: string, attributes: Attributes, events: WidgetEvents): Widget {
  const element = document.createElement('bollard-captcha')
  let token = ''
  let verificationId = ''
  let checking = false
  let waiting = 0
  let fault = ''
  let resets = 0
  let removed = false

  const set: Widget['set'] = (name, value) =>
    value === undefined ? element.removeAttribute(name) : element.setAttribute(name, value)
  for (const [name, value] of Object.entries({ 'api-url': origin, passive: '', name: '', ...attributes }))
    set(name, value)
  const on = (name: string, listener: (detail: Readonly<Record<string, unknown>>) => void) =>
    element.addEventListener(`bollard-${name}`, (event) =>
      listener(Object(event instanceof CustomEvent ? event.detail : undefined)),
    )
  const hold = (held: unknown, id: unknown) => {
    checking = false
    token = String(held ?? '')
    verificationId = String(id ?? '')
  }
  on('started', () => {
    hold('', '')
    checking = true
    events.started?.()
  })
  on('throttled', () => events.throttled())
  on('solved', (detail) => {
    hold(detail['token'], detail['verificationId'])
    events.passed(token, verificationId)
  })
  on('failed', (detail) => {
    // In an outage of the service the owner may let visitors through with a token that says so.
    hold(detail['failover'] === true && isCaptcha(element) ? element.response : '', detail['verificationId'])
    if (token) events.passed(token, verificationId)
    else events.failed((fault = String(detail['code'])))
  })
  on('expired', () => {
    const old = token
    hold('', '')
    events.expired(old)
  })
  on('reset', () => hold('', ''))
  place.append(element)

  async function captcha(): Promise<Captcha> {
    try {
      await loadWidget(origin)
    } catch {
      if (!removed) events.failed('widget-unavailable')
      throw new CheckFailure('widget-unavailable')
    }
    // One that is not in the page is left as it is.
    customElements.upgrade(element)
    if (removed || !isCaptcha(element)) throw new CheckFailure('removed')
    return element
  }
  const first = captcha()
  first.then(() => events.ready?.()).catch(() => {})

  return {
    element,
    get token() {
      return token
    },
    get verificationId() {
      return verificationId
    },
    get running() {
      return checking || waiting > 0
    },
    set,
    async start() {
      waiting++
      try {
        const before = resets
        const ready = await first.catch(captcha)
        if (resets !== before) throw new CheckFailure('reset')
        fault = ''
        // Pages reset in their callback; whoever waits for a promise hears why all the same.
        return await ready.execute().catch((error: unknown) => Promise.reject(fault ? new CheckFailure(fault) : error))
      } finally {
        waiting--
      }
    },
    reset() {
      resets++
      hold('', '')
      if (isCaptcha(element)) element.reset()
    },
    remove() {
      removed = true
      element.remove()
    },
  }
}

function isCaptcha(element: HTMLElement): element is Captcha {
  return 'execute' in element
}
