/**
 * Sends a form of questions while somebody answers it, and shows the part of the answered page that the server rendered. The address keeps the
 * answers, so that the page can be sent to somebody; without this element the form's own button does the same.
 */
class LiveForm extends HTMLElement {
  #timer: ReturnType<typeof setTimeout> | undefined
  #last: AbortController | undefined

  connectedCallback(): void {
    const form = this.querySelector('form')
    form?.addEventListener('input', () => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.#ask(form), 200)
    })
    form?.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#ask(form)
    })
  }

  async #ask(form: HTMLFormElement): Promise<void> {
    const address = new URL(location.href)
    address.search = String(new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])))
    // Only the last question is answered.
    this.#last?.abort()
    this.#last = new AbortController()
    try {
      const answer = await fetch(address, { headers: { accept: 'text/html' }, signal: this.#last.signal })
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      const result = page.querySelector(`#${this.id} [data-result]`)
      if (!answer.ok || result === null) return form.submit()
      this.querySelector('[data-result]')?.replaceChildren(
        ...[...result.childNodes].map((node) => document.importNode(node, true)),
      )
      history.replaceState(history.state, '', address)
    } catch (error) {
      // Another question came, or the connection is gone; then the form as it is shows what the browser says about that.
      if (!(error instanceof DOMException && error.name === 'AbortError')) form.submit()
    }
  }
}

customElements.define('live-form', LiveForm)
