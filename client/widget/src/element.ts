import { attributes } from './attributes.ts'
import { type Spoken, textsOf } from './texts.ts'
import { createField } from './form/field.ts'
import { watchForms } from './form/watch-form.ts'
import { createSiteSide } from './settings/site-side.ts'
import { type State, wordsOf } from './state.ts'
import { createView } from './view/create-view.ts'
import { isDark, isDarkByPage, watchTheme } from './view/theme.ts'
import { type VisitorWatch, watchVisitor } from './collector/watch-visitor.ts'
import { check, type CheckResult } from './check-visitor.ts'
import { startOf } from './verification/start-of.ts'

/** A token this close to its end is not worth sending any more. */
const spareMs = 30_000

export interface ElementSetup {
  /** Origin that this script came from. */
  readonly scriptOrigin: string
  /** Whether a tool had left its names on the page when the first widget came. */
  readonly globalsAtLoad: () => boolean
}

/** Makes the class of the element; registering it is for the caller. */
export function createElementClass({ scriptOrigin, globalsAtLoad }: ElementSetup): CustomElementConstructor {
  return class BollardCaptcha extends HTMLElement {
    static readonly formAssociated = true
    static readonly observedAttributes = attributes

    #state: State = { kind: 'ready' }
    #dark = false
    #token = ''
    /** The token went out with a form; it counts once, so the next sending needs another. */
    #spent = false
    #expiresAt = 0
    #timer = 0
    #running: AbortController | undefined
    #connected: AbortController | undefined
    #sendAgain: (() => void) | undefined
    /** Undefined in minimal data mode. */
    #watch: VisitorWatch | undefined
    /** The service has said that it wants no verdicts for this site. */
    #siteIsMinimal = false
    /** Nothing is looked at yet, as the owner may want nothing to be looked at. */
    #waits = false
    #visitorsLanguages: readonly string[] = []
    #spoken: Spoken = { language: 'en', texts: textsOf('en') }
    readonly #site = createSiteSide(this, scriptOrigin, () => this.#ownerChanged())
    readonly #field = createField(this)
    readonly #forms = watchForms(this, {
      onTouch: (at) => {
        this.#endWait()
        if (this.getAttribute('autostart') !== 'load') this.#watch?.touched(at)
        if (this.#startsByItself() && ['ready', 'expired'].includes(this.#state.kind)) this.#start(true)
      },
      onSubmit: (sendAgain) => this.#maySend(sendAgain),
    })
    readonly #view = createView(this, () => this.#state.kind === 'refused' || this.startVerification())

    /** The token, or an empty text while there is none. */
    get response(): string {
      return this.#token
    }

    connectedCallback(): void {
      this.#connected = new AbortController()
      const { signal } = this.#connected
      const asked = this.#askSettings()
      if (!this.#isMinimal()) {
        this.#visitorsLanguages = navigator.languages
        watchTheme(() => this.#drawAnew(), signal)
      }
      // A page brought back from the history still shows a token that was used.
      addEventListener('pageshow', (event) => event.persisted && this.reset(), { signal })
      document.addEventListener('visibilitychange', () => this.#expireIfDue(), { signal })
      this.#forms.follow(this.#field.form())
      this.#drawAnew()
      if (this.getAttribute('autostart') === 'load') void asked.then(() => this.startVerification())
    }

    disconnectedCallback(): void {
      this.#connected?.abort()
      this.#forms.stop()
      this.#watch?.stop()
      this.#watch = undefined
      this.#waits = false
      this.#sendAgain = undefined
      this.#clear()
      this.#state = { kind: 'ready' }
    }

    attributeChangedCallback(name: string): void {
      if (!this.#connected) return
      if (name === 'sitekey' || name === 'api-url') {
        // Another site may want verdicts again.
        this.#siteIsMinimal = false
        void this.#askSettings()
        this.reset()
      }
      if (name === 'minimal-data' || name === 'honeypot') this.#watchVisitor()
      this.#drawAnew()
    }

    formAssociatedCallback(): void {
      if (this.#connected && !this.#connected.signal.aborted) this.#forms.follow(this.#field.form())
    }

    formResetCallback(): void {
      this.#watch?.formReset()
      this.reset()
    }

    /** Starts the check unless one is running or a token is there. */
    startVerification(): void {
      this.#start(false)
    }

    #start(byTouch: boolean): void {
      this.#endWait()
      if (this.#state.kind === 'working' || (this.#state.kind === 'passed' && !this.#spent) || !this.isConnected) return
      this.#clear()
      this.#running = new AbortController()
      this.#become({ kind: 'working', progress: 0, more: false })
      this.#tell('started')
      void this.#check(this.#running.signal, byTouch)
    }

    /** Forgets token and state; the next touch of the form starts anew. */
    reset(): void {
      const wasReady = this.#state.kind === 'ready'
      this.#sendAgain = undefined
      this.#clear()
      this.#become({ kind: 'ready' })
      if (!wasReady) this.#tell('reset')
    }

    async #check(signal: AbortSignal, byTouch: boolean): Promise<void> {
      const result = await check({
        api: this.#api(),
        start: startOf(this, { language: this.#spoken.language, path: this.#watch && location.pathname }),
        inPage: this.getAttribute('solver') === 'page',
        container: this.#view.root,
        visitor: this.#watch?.visitor,
        byTouch,
        signal,
        onProgress: (progress, more) => this.#become({ kind: 'working', progress, more }),
        onMinimalData: () => {
          this.#siteIsMinimal = true
          this.#watchVisitor()
        },
      })
      const failover = result.status === 'failed' && result.outage ? await this.#site.failoverToken(this.#siteKey(), result.outage) : ''
      if (!signal.aborted) this.#finish(result, failover)
    }

    /** `failover` is what the form may be sent with although the check failed. */
    #finish(result: CheckResult, failover: string): void {
      const sendAgain = this.#sendAgain
      this.#sendAgain = undefined
      switch (result.status) {
        case 'passed':
          this.#hold(result.token)
          this.#expiresAt = Date.now() + result.validMs - spareMs
          this.#timer = window.setTimeout(() => this.#expireIfDue(), result.validMs - spareMs)
          this.#become({ kind: 'passed', minutes: Math.max(1, Math.round(result.validMs / 60_000)) })
          this.#tell('solved', { token: result.token, verificationId: result.verificationId })
          return sendAgain?.()
        case 'refused':
          this.#become({ kind: 'refused', verificationId: result.verificationId })
          return this.#tell('failed', { code: 'refused', verificationId: result.verificationId })
        case 'failed':
          this.#hold(failover)
          this.#become({ kind: 'failed', code: result.code, failover: failover !== '' })
          this.#tell('failed', { code: result.problem, failover: failover !== '' })
          if (failover) sendAgain?.()
      }
    }

    #expireIfDue(): void {
      if (this.#state.kind !== 'passed' || Date.now() < this.#expiresAt) return
      this.#clear()
      this.#become({ kind: 'expired' })
      this.#tell('expired')
    }

    /** Whether the form may go out now; if not, it goes out again once there is a token. */
    #maySend(sendAgain: () => void): boolean {
      this.#expireIfDue()
      if (this.#token && !this.#spent) {
        this.#spent = true
        return true
      }
      if (this.#state.kind === 'refused') return false
      this.#sendAgain = sendAgain
      this.startVerification()
      return false
    }

    #hold(token: string): void {
      this.#token = token
      this.#field.set(this.getAttribute('name') ?? 'bollard-response', token)
    }

    async #askSettings(): Promise<void> {
      this.#waits = true
      if (await this.#site.ask(this.#api(), this.#siteKey())) this.#endWait()
    }

    #endWait(): void {
      if (!this.#waits) return
      this.#waits = false
      if (!this.#watch) this.#watchVisitor()
    }

    /** The owner's settings or script have come. */
    #ownerChanged(): void {
      if (this.#connected?.signal.aborted !== false) return
      this.#siteIsMinimal ||= this.#site.wishes().minimalData
      // What was seen until now is lost with it, so the watch goes on where nothing is against it.
      if (this.#watch && (this.#siteIsMinimal || !this.#site.wishes().honeypot)) this.#watchVisitor()
      this.#drawAnew()
    }

    /** Begins to watch the visitor, or stops and forgets it all, as the mode is now. */
    #watchVisitor(): void {
      this.#watch?.stop()
      const watches = this.#connected?.signal.aborted === false && !this.#waits && !this.#isMinimal() && !this.#siteIsMinimal
      this.#watch = watches
        ? watchVisitor(this, {
            globalsAtLoad: globalsAtLoad(),
            honeypot: this.#site.wishes().honeypot,
            submitted: () => this.#sendAgain !== undefined,
          })
        : undefined
    }

    /** Whether the page asks that nothing of the visitor's browser be looked at, not even for the looks of the widget. */
    #isMinimal(): boolean {
      return this.hasAttribute('minimal-data')
    }

    #clear(): void {
      this.#running?.abort()
      clearTimeout(this.#timer)
      this.#spent = false
      this.#hold('')
    }

    #become(state: State): void {
      const known = state.kind === this.#state.kind
      this.#state = state
      if (known) this.#draw()
      else this.#drawAnew()
    }

    /** Asking the page for its colours makes the browser work out its styles, which no step of the bar is worth. */
    #drawAnew(): void {
      const { theme } = this.#site.wishes()
      this.#dark = this.#isMinimal() ? isDarkByPage(theme, this) : isDark(theme, this)
      this.#spoken = this.#site.dress({ root: this.#view.root, box: this.#view.box, dark: this.#dark, languages: this.#languages() })
      this.#draw()
    }

    #draw(): void {
      const { language, texts } = this.#spoken
      const { badge, whiteLabel, privacyUrl } = this.#site.wishes()
      const words = wordsOf(this.#state, texts, this.#startsByItself())
      this.#view.show({ state: this.#state, words, texts, language, dark: this.#dark, badge, whiteLabel, waiting: !this.#site.settled, privacyUrl })
      // Where the check starts by itself, sending the form starts it too; only then may the form be sent before.
      const blocked = this.#state.kind === 'refused' || (!this.#startsByItself() && this.#state.kind === 'ready')
      this.#field.setProblem(blocked ? texts.required : '', this.#view.button)
    }

    #startsByItself(): boolean {
      return this.getAttribute('autostart') !== 'off'
    }

    #languages(): (string | null | undefined)[] {
      return [
        this.getAttribute('language'),
        this.closest('[lang]')?.getAttribute('lang'),
        document.documentElement.lang,
        ...(this.#isMinimal() ? [] : this.#visitorsLanguages),
      ]
    }

    #siteKey(): string {
      return this.getAttribute('sitekey') ?? ''
    }

    #api(): string {
      return (this.getAttribute('api-url') ?? scriptOrigin).replace(/\/+$/u, '')
    }

    #tell(event: 'started' | 'solved' | 'failed' | 'expired' | 'reset', detail: object | null = null): void {
      this.dispatchEvent(new CustomEvent(`bollard-${event}`, { bubbles: true, composed: true, detail }))
    }
  }
}
