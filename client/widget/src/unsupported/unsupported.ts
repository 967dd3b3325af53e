import { askOnce } from '../ask-once.ts'
import { chooseLanguage, isRightToLeft } from '../languages/choose-language.ts'
import { createTexts } from '../languages/create-texts.ts'
import { failoverToken } from '../owner/failover-token.ts'
import { wishesOf } from '../settings/wishes-of.ts'
import { rareEnglish } from '../texts.ts'

// In place of the widget in browsers that cannot run it; only what those have had for long is used here.

const looks =
  'box-sizing:border-box;max-width:320px;padding:12px 14px;border:1px solid #6d6f75;border-radius:12px;background:#fff;color:#17181a;font:15px/1.4 system-ui,sans-serif'

/**
 * Makes the class of an element that says why there is no check, and lets the form go as its owner wants it in an outage.
 * `languages` are BCP 47 tags of the languages that lie beside the script.
 */
export function createUnsupportedClass(scriptOrigin: string, languages: readonly string[]): CustomElementConstructor {
  return class BollardUnsupported extends HTMLElement {
    readonly state = 'failed'
    readonly verificationId = ''
    #token = ''
    #textsOf = createTexts({
      english: rareEnglish,
      folder: () => `${this.#api()}/widget/languages/rare`,
      onChange: () => this.#draw(),
    })
    readonly #note = document.createElement('p')
    readonly #entry = document.createElement('input')
    readonly #onSubmit = (event: Event) => {
      if (this.#token || this.hasAttribute('passive')) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    #form: HTMLFormElement | null = null

    get response(): string {
      return this.#token
    }

    connectedCallback(): void {
      this.#note.setAttribute('role', 'status')
      this.#note.style.cssText = looks
      this.#entry.type = 'hidden'
      this.replaceChildren(this.#note)
      this.#draw()
      this.#form = this.closest('form')
      this.#form?.addEventListener('submit', this.#onSubmit, true)
      void this.#decide()
    }

    disconnectedCallback(): void {
      this.#form?.removeEventListener('submit', this.#onSubmit, true)
    }

    async execute(): Promise<string> {
      await this.#decide()
      if (this.#token) return this.#token
      throw Object.assign(new Error('unsupported'), { code: 'unsupported' })
    }

    startVerification(): void {
      void this.#decide()
    }

    reset(): void {}

    #api(): string {
      return (this.getAttribute('api-url') ?? scriptOrigin).replace(/\/+$/u, '')
    }

    async #decide(): Promise<void> {
      const siteKey = this.getAttribute('sitekey') ?? ''
      const api = this.#api()
      const { failover } = wishesOf(
        this,
        await askOnce(`${api}/captcha/v1/widget-settings/${encodeURIComponent(siteKey)}`),
      )
      if (failover && !this.#token) {
        this.#token = failoverToken({
          siteKey,
          at: new Date(),
          id: crypto.getRandomValues(new Uint8Array(16)),
          reason: 'unavailable',
        })
        this.#entry.name = this.getAttribute('name') ?? 'bollard-response'
        this.#entry.value = this.#token
        if (this.#entry.name) this.append(this.#entry)
      }
      this.dispatchEvent(
        new CustomEvent('bollard-failed', { bubbles: true, composed: true, detail: { code: 'unsupported', failover } }),
      )
    }

    #draw(): void {
      const language = chooseLanguage(
        [this.getAttribute('language'), this.closest('[lang]')?.getAttribute('lang'), document.documentElement.lang],
        languages,
      )
      this.#note.lang = language
      this.#note.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
      this.#note.textContent = this.#textsOf(language).unsupported
    }
  }
}
