interface OwnCaptcha {
  readonly label: string
  readonly siteKey: string
}

const placeholder = 'YOUR_SITE_KEY'

/**
 * Puts the reader's own site key into the examples of the page. Asks only on pages that have the placeholder, and changes nothing for
 * readers who are not signed in.
 */
class SiteKey extends HTMLElement {
  /** Places with the placeholder: parts of the text, and what copy buttons copy. */
  readonly #texts: { node: Text; before: string }[] = []
  readonly #copies: { button: HTMLElement; before: string }[] = []

  connectedCallback(): void {
    this.#find()
    if (this.#texts.length > 0) void this.#ask()
  }

  #find(): void {
    const page = document.querySelector('main')
    if (page === null) return
    const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node instanceof Text && node.data.includes(placeholder)) this.#texts.push({ node, before: node.data })
    for (const button of page.querySelectorAll<HTMLElement>('[data-copy]')) {
      const before = button.dataset['copy'] ?? ''
      if (before.includes(placeholder)) this.#copies.push({ button, before })
    }
  }

  async #ask(): Promise<void> {
    const answer = await fetch(`/${document.documentElement.lang}/site-keys`).catch(() => null)
    if (!answer?.ok) return
    const captchas = (await answer.json()) as OwnCaptcha[]
    const [first] = captchas
    if (first === undefined) return
    this.#fill(first.siteKey)
    this.#offer(captchas)
  }

  #fill(siteKey: string): void {
    for (const { node, before } of this.#texts) node.data = before.replaceAll(placeholder, siteKey)
    for (const { button, before } of this.#copies) button.dataset['copy'] = before.replaceAll(placeholder, siteKey)
  }

  /** Says whose key it is, and lets somebody with several choose. */
  #offer(captchas: readonly OwnCaptcha[]): void {
    const label = this.querySelector('label')
    const select = this.querySelector('select')
    if (label === null || select === null) return
    select.replaceChildren(...captchas.map(({ label: name, siteKey }) => new Option(name, siteKey)))
    select.addEventListener('change', () => this.#fill(select.value))
    label.hidden = false
  }
}

customElements.define('site-key', SiteKey)
