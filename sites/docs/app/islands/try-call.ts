/**
 * Sends the form of a test call without a reload. What is shown is the part of the answered page that the server rendered; nothing of
 * it is made here.
 */
class TryCall extends HTMLElement {
  #isBusy = false

  connectedCallback(): void {
    const form = this.querySelector('form')
    form?.addEventListener('submit', (event) => {
      event.preventDefault()
      if (!this.#isBusy) void this.#send(form)
    })
  }

  async #send(form: HTMLFormElement): Promise<void> {
    this.#isBusy = true
    this.#say(this.dataset['running'] ?? '')
    try {
      const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
      const answer = await fetch(location.pathname, { method: 'POST', body, headers: { accept: 'text/html' } })
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      const result = page.querySelector('try-call [data-result]')
      if (result === null || result.childNodes.length === 0) throw new Error(`The page answered ${answer.status}`)
      this.#result.replaceChildren(...[...result.childNodes].map((node) => document.importNode(node, true)))
    } catch {
      this.#say(this.dataset['failed'] ?? '')
    } finally {
      this.#isBusy = false
    }
  }

  #say(text: string): void {
    const line = document.createElement('p')
    line.className = 'text-sm text-ink-2'
    line.textContent = text
    this.#result.replaceChildren(line)
  }

  get #result(): Element {
    return this.querySelector('[data-result]') ?? this
  }
}

customElements.define('try-call', TryCall)
