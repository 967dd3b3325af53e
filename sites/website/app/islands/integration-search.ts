/** Narrows the tiles while somebody types; the form finds the same without it. */
class IntegrationSearch extends HTMLElement {
  connectedCallback(): void {
    const input = this.querySelector<HTMLInputElement>('input[type=search]')
    input?.addEventListener('input', () => this.#show(input.value))
    if (input !== null && input.value !== '') this.#show(input.value)
  }

  #show(query: string): void {
    const words = query.toLowerCase().split(/\s+/u).filter(Boolean)
    let found = 0
    for (const tile of this.querySelectorAll<HTMLElement>('[data-find]')) {
      const isFound = words.every((word) => tile.dataset['find']?.includes(` ${word}`))
      tile.hidden = !isFound
      if (isFound) found += 1
    }
    for (const group of this.querySelectorAll<HTMLElement>('[data-group]'))
      group.hidden = group.querySelector('[data-find]:not([hidden])') === null
    const none = this.querySelector<HTMLElement>('[data-none]')
    if (none !== null) none.hidden = found > 0
    const count = this.querySelector<HTMLElement>('[data-count]')
    if (count !== null) count.textContent = (count.dataset['count'] ?? '').replace('0', String(found))
  }
}

customElements.define('integration-search', IntegrationSearch)
