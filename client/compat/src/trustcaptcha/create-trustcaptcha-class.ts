import { mountWidget, type Widget } from '../core/mount-widget.ts'
import { appendField, type ResponseField } from '../core/response-field.ts'
import { attributesOf, fieldNameOf, tokenFor } from './attributes-of.ts'

/** `errorCode` of `captchaFailed`, for what their documentation has a word for. */
const errorCodes: Readonly<Record<string, string>> = {
  'site-key-unknown': 'CAPTCHA_NOT_FOUND',
  'origin-not-allowed': 'CAPTCHA_NOT_ACCESSIBLE',
  'site-paused': 'CAPTCHA_NOT_ACCESSIBLE',
  'solution-locked': 'LOCKED',
  unavailable: 'COMMUNICATION_FAILURE',
  offline: 'COMMUNICATION_FAILURE',
  'widget-unavailable': 'COMMUNICATION_FAILURE',
}

/** Makes the class of `<trustcaptcha-component>`, which is our widget under their name; registering it is for the caller. */
export function createTrustcaptchaClass(origin: string): CustomElementConstructor {
  return class TrustcaptchaComponent extends HTMLElement {
    #widget: Widget | undefined
    #field: ResponseField | undefined

    connectedCallback(): void {
      if (this.#widget) return
      const name = fieldNameOf(this)
      const field = appendField(this, 'input', { name, id: name })
      this.#field = field
      this.#widget = mountWidget(this, origin, attributesOf(this), {
        started: () => this.#tell('captchaStarted'),
        throttled() {},
        passed: (token, verificationId) => {
          const theirs = tokenFor(token, verificationId, () => crypto.randomUUID())
          field.set(theirs)
          this.#tell('captchaSolved', theirs)
        },
        failed: (code) => {
          field.set('')
          this.#tell('captchaFailed', { errorCode: errorCodes[code] ?? 'UNKNOWN_ERROR', message: code })
        },
        expired: () => {
          field.set('')
          this.#tell('captchaExpired')
        },
      })
      this.#widget.element.addEventListener('bollard-reset', () => {
        field.set('')
        this.#tell('captchaReset')
      })
    }

    disconnectedCallback(): void {
      queueMicrotask(() => {
        if (this.isConnected) return
        this.#widget?.remove()
        this.#field?.remove()
        this.#widget = this.#field = undefined
      })
    }

    startVerification(): void {
      this.#widget?.start().catch(() => {})
    }

    reset(): void {
      this.#widget?.reset()
    }

    #tell(event: string, detail?: unknown): void {
      this.dispatchEvent(new CustomEvent(event, { bubbles: true, composed: true, detail }))
    }
  }
}
