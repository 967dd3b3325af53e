import { attributes } from './attributes.ts'
import { createWidget, fieldNameOf, type WidgetSetup } from './create-widget.ts'
import type { State } from './state.ts'

/** Makes the class of the element; registering it is for the caller. */
export function createElementClass(setup: WidgetSetup): CustomElementConstructor {
  return class BollardCaptcha extends HTMLElement {
    static readonly formAssociated = true
    static readonly observedAttributes = attributes
    readonly #widget = createWidget(this, setup)

    /** The token, or an empty text while there is none. */
    get response(): string {
      return this.#widget.checking.token
    }

    get state(): State['kind'] {
      return this.#widget.checking.state.kind
    }

    /** Of the check that passed or was refused, or an empty text. */
    get verificationId(): string {
      return this.#widget.checking.verificationId
    }

    /** The form in which the widget stands, also where the root of another element lies in between. */
    get form(): HTMLFormElement | null {
      return this.#widget.field.form()
    }

    /** By its id; React sets what an element can read instead of writing attributes. */
    set form(id: string) {
      this.setAttribute('form', id)
    }

    /** Of the form field with the token; empty where there shall be none. */
    get name(): string {
      return fieldNameOf(this)
    }

    set name(name: string) {
      this.setAttribute('name', name)
    }

    /** By its own attribute, as for other form fields; a fieldset can disable it too. */
    get disabled(): boolean {
      return this.hasAttribute('disabled')
    }

    set disabled(disabled: boolean) {
      this.toggleAttribute('disabled', disabled)
    }

    get type(): string {
      return this.localName
    }

    get validity(): ValidityState {
      return this.#widget.field.internals.validity
    }

    get validationMessage(): string {
      return this.#widget.field.internals.validationMessage
    }

    get willValidate(): boolean {
      return this.#widget.field.internals.willValidate
    }

    checkValidity(): boolean {
      return this.#widget.field.internals.checkValidity()
    }

    reportValidity(): boolean {
      return this.#widget.field.internals.reportValidity()
    }

    /** Starts the check unless one is running or a token is there. */
    startVerification(): void {
      if (this.isConnected) this.#widget.begin()
    }

    /**
     * The token that is there and was not sent, or the one that the check ends with. Rejects with an `Error` whose `code` is that of
     * `bollard-failed`, or `reset`, or `removed`.
     */
    async execute(): Promise<string> {
      if (!this.isConnected) throw Object.assign(new Error('removed'), { code: 'removed' })
      return this.#widget.execute()
    }

    /** Forgets token and state; the next touch of the form starts anew. */
    reset(): void {
      this.#widget.checking.reset()
    }

    connectedCallback(): void {
      this.#widget.connect()
    }

    /** Where browsers move elements without taking them out, everything goes on. */
    connectedMoveCallback(): void {
      this.#widget.moved()
    }

    disconnectedCallback(): void {
      // Whoever moves an element has put it back by then.
      queueMicrotask(() => this.isConnected || this.#widget.leave())
    }

    attributeChangedCallback(name: string, before: string | null, now: string | null): void {
      if (before !== now) this.#widget.changed(name)
    }

    formAssociatedCallback(): void {
      this.#widget.joined()
    }

    formDisabledCallback(): void {
      this.#widget.redraw()
    }

    formResetCallback(): void {
      this.#widget.formReset()
    }
  }
}
