import { tellPage } from '@bollard/ui/tell-page'

/** Sends the answer without leaving the place that is being read. */
class HelpfulForm extends HTMLElement {
  connectedCallback(): void {
    const form = this.querySelector('form')
    form?.addEventListener('submit', (event) => {
      const { submitter } = event
      if (!(submitter instanceof HTMLButtonElement)) return
      event.preventDefault()
      void this.#send(form, submitter)
    })
  }

  async #send(form: HTMLFormElement, submitter: HTMLButtonElement): Promise<void> {
    const body = new URLSearchParams([...new FormData(form, submitter)].map(([name, value]) => [name, String(value)]))
    const headers = { accept: 'application/json' }
    const answer = await fetch(form.action, { method: 'POST', body, headers }).catch(() => null)
    const isCounted = answer?.ok === true
    const title = isCounted ? this.dataset['thanks'] : this.dataset['failed']
    const isTold = tellPage(this, { type: isCounted ? 'SUCCESS' : 'DANGER', title })
    // The question stays to be answered again.
    if (isTold && !isCounted) return
    const line = document.createElement('p')
    if (!isTold) line.setAttribute('role', 'status')
    line.textContent = title ?? ''
    this.replaceChildren(line)
  }
}

customElements.define('helpful-form', HelpfulForm)
