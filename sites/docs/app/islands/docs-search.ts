/**
 * Opens the search: a click on its link, Ctrl K, ⌘ K or a slash. Everything else of the search is loaded then and not before. Without
 * scripts the link leads to the page that the server answers.
 */
class DocsSearch extends HTMLElement {
  #isLoading = false

  connectedCallback(): void {
    const key = this.querySelector('kbd')
    if (key !== null && /Mac|iP(?:ad|hone|od)/u.test(navigator.platform)) key.textContent = '⌘ K'
    this.addEventListener('click', (event) => {
      if (!(event instanceof MouseEvent) || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0)
        return
      event.preventDefault()
      this.#open()
    })
    document.addEventListener('keydown', (event) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k'
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isField(event.target)
      if (!isShortcut && !isSlash) return
      event.preventDefault()
      this.#open()
    })
  }

  #open(): void {
    const dialog = document.querySelector('search-dialog')
    if (dialog !== null) {
      dialog.dispatchEvent(new Event('open'))
      return
    }
    if (this.#isLoading) return
    this.#isLoading = true
    const script = document.createElement('script')
    script.type = 'module'
    script.src = this.dataset['dialog'] ?? ''
    // Without the rest of the search there is still its page.
    script.addEventListener('error', () => (location.href = this.querySelector('a')?.href ?? location.href))
    document.head.append(script)
  }
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/u.test(target.tagName))
  )
}

customElements.define('docs-search', DocsSearch)
