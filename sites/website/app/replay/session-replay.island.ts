import { mayRecord, type Recording, startRecording } from './recorder.ts'

/**
 * Records the page as long as it is a part of it. The server writes it where the visitor has agreed before, the question adds it with
 * a yes, and whoever takes it away ends the recording at once.
 */
class SessionReplay extends HTMLElement {
  #recording: Recording | null = null
  readonly #onLeave = () => this.#finish()
  readonly #onReturn = ({ persisted }: PageTransitionEvent) => persisted && this.#begin()

  connectedCallback(): void {
    addEventListener('pagehide', this.#onLeave)
    addEventListener('pageshow', this.#onReturn)
    this.#begin()
  }

  disconnectedCallback(): void {
    removeEventListener('pagehide', this.#onLeave)
    removeEventListener('pageshow', this.#onReturn)
    this.#recording?.drop()
    this.#recording = null
  }

  #begin(): void {
    if (mayRecord()) this.#recording ??= startRecording()
  }

  #finish(): void {
    this.#recording?.finish()
    this.#recording = null
  }
}

customElements.define('session-replay', SessionReplay)
