const passing = ['gclid', 'ref', 'firstsignin']

/**
 * Takes what advertisements, links of partners and sign-ins put into the address out of it, and sends the visitor's answer without a reload. The click
 * is in the form that the server wrote; nothing is stored here, and nothing sent before there is a yes.
 */
class VisitorConsent extends HTMLElement {
  connectedCallback(): void {
    clearAddress()
    const form = this.querySelector('form')
    if (this.dataset['consent'] === 'accepted') {
      clearLinks()
      if (form !== null) void this.#send(form, 'accepted')
    } else if (this.dataset['consent'] === 'rejected') clearLinks()
    else form?.addEventListener('submit', (event) => this.#answer(event, form))
  }

  #answer(event: SubmitEvent, form: HTMLFormElement): void {
    const { submitter } = event
    if (!(submitter instanceof HTMLButtonElement)) return
    event.preventDefault()
    void this.#send(form, submitter.value).then((isKept) => {
      if (!isKept) return sendAsPage(form, submitter.value)
      clearLinks()
      this.replaceChildren()
      document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
    })
  }

  /** Whether the server remembers the answer now. It answers with the way back, which is where we are. */
  async #send(form: HTMLFormElement, answer: string): Promise<boolean> {
    const body = new FormData(form)
    body.set('cookie_consent', answer)
    const response = await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => null)
    return response?.type === 'opaqueredirect'
  }
}

/** The browser then shows what went wrong. */
function sendAsPage(form: HTMLFormElement, answer: string): void {
  const field = document.createElement('input')
  Object.assign(field, { type: 'hidden', name: 'cookie_consent', value: answer })
  form.append(field)
  form.submit()
}

function clearAddress(): void {
  const address = new URL(location.href)
  for (const name of passing) address.searchParams.delete(name)
  if (address.href !== location.href) history.replaceState(history.state, '', address)
}

/** Until there is an answer, the links to other languages carry the click to the same question there. */
function clearLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href*="gclid="], a[href*="ref="]')) {
    const address = new URL(link.href)
    if (address.origin !== location.origin) continue
    for (const name of ['gclid', 'ref']) address.searchParams.delete(name)
    link.href = address.href
  }
}

customElements.define('visitor-consent', VisitorConsent)
