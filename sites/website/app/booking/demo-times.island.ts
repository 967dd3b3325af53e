/**
 * Shows the times in the zone of the browser, unless somebody has chosen one: the server writes the page once more, and its parts are
 * put in place of these. Whoever has begun to choose keeps what they see; the page names the zone.
 */
class DemoTimes extends HTMLElement {
  connectedCallback(): void {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const address = new URL(location.href)
    const shown = this.dataset['zone']
    if (!zone || shown === undefined || zone === shown || address.searchParams.has('zone')) return
    address.searchParams.set('zone', zone)
    void this.#show(address)
  }

  async #show(address: URL): Promise<void> {
    const answer = await fetch(address).catch(() => null)
    if (answer === null || !answer.ok) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const fresh = [...page.querySelectorAll('demo-times [data-zoned]')]
    const shown = [...this.querySelectorAll('[data-zoned]')]
    if (fresh.length !== shown.length || this.#isInUse) return
    for (const [index, part] of shown.entries()) part.replaceWith(document.adoptNode(fresh[index] ?? part))
  }

  get #isInUse(): boolean {
    return this.contains(document.activeElement) || this.querySelector('input:checked') !== null
  }
}

customElements.define('demo-times', DemoTimes)
