import { tellPage } from '@bollard/ui/tell-page'

/** Copies the Markdown of the page, which it gets from beside it. */
class CopyPage extends HTMLElement {
  connectedCallback(): void {
    const button = this.querySelector<HTMLButtonElement>('[data-copy-page]')
    button?.addEventListener('click', () => void this.#copy(button))
  }

  async #copy(button: HTMLButtonElement): Promise<void> {
    const source = this.dataset['source'] ?? ''
    const label = button.querySelector('span')
    try {
      const answer = await fetch(source)
      if (!answer.ok) throw new Error(`The page answered ${answer.status}`)
      await navigator.clipboard.writeText(await answer.text())
    } catch {
      // The browser shows it instead, to be copied by hand.
      location.href = source
      return
    }
    tellPage(button, { type: 'SUCCESS', said: 'copied' })
    if (label === null) return
    const before = label.textContent
    label.textContent = button.dataset['copiedText'] ?? before
    setTimeout(() => (label.textContent = before), 2_000)
  }
}

customElements.define('copy-page', CopyPage)
