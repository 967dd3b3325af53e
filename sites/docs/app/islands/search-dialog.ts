import { readSearchIndex, search, type SearchHit, type SearchIndex } from '@bollard/content/search'

interface Texts {
  readonly label: string
  readonly placeholder: string
  readonly close: string
  readonly hint: string
  readonly loading: string
  readonly failed: string
  readonly none: string
  /** With `{{count}}`. */
  readonly one: string
  readonly other: string
}
interface Served {
  readonly texts: Texts
  readonly index: unknown
}

/** A query that found nothing is reported once its reader has stopped typing for so long, in milliseconds. */
const settledMs = 1_500
const language = document.documentElement.lang

/** The dialog of the search: an input and its hits, moved through with the arrow keys. The index comes with the first opening. */
class SearchDialog extends HTMLElement {
  #index: SearchIndex | null = null
  #texts: Texts | null = null
  #current = -1
  #opener: Element | null = null
  #report: ReturnType<typeof setTimeout> | undefined

  connectedCallback(): void {
    this.addEventListener('open', () => void this.#open())
    void this.#open()
  }

  async #open(): Promise<void> {
    this.#opener = document.activeElement
    if (this.#texts === null && !(await this.#load())) return
    this.#dialog?.showModal()
    this.#input?.select()
    this.#show()
  }

  /** Whether it could be loaded; else the page of the search opens. */
  async #load(): Promise<boolean> {
    try {
      const answer = await fetch(`/${language}/search-index.json`)
      if (!answer.ok) throw new Error(`The index answered ${answer.status}`)
      const served = (await answer.json()) as Served
      this.#index = readSearchIndex(JSON.stringify(served.index))
      this.#texts = served.texts
      this.#build(served.texts)
      return true
    } catch {
      location.href = `/${language}/search`
      return false
    }
  }

  #build(texts: Texts): void {
    const input = make('input', {
      type: 'search',
      id: 'search-input',
      placeholder: texts.placeholder,
      autocomplete: 'off',
      spellcheck: 'false',
      role: 'combobox',
      'aria-expanded': 'false',
      'aria-controls': 'search-hits',
      'aria-autocomplete': 'list',
      'aria-label': texts.label,
    })
    const close = make('button', { type: 'button', 'aria-label': texts.close, class: 'search-close' }, 'Esc')
    const list = make('div', { id: 'search-hits', role: 'listbox', 'aria-label': texts.label })
    const status = make('p', { class: 'search-status', role: 'status' }, texts.hint)
    const dialog = make('dialog', { 'aria-label': texts.label, class: 'search-dialog' })
    const head = make('div', { class: 'search-head' })
    head.append(input, close)
    dialog.append(head, status, list)
    this.append(dialog)
    input.addEventListener('input', () => this.#show())
    input.addEventListener('keydown', (event) => this.#move(event))
    close.addEventListener('click', () => dialog.close())
    // A click beside it.
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close()
    })
    dialog.addEventListener('close', () => {
      if (this.#opener instanceof HTMLElement) this.#opener.focus()
    })
  }

  #show(): void {
    const texts = this.#texts
    const list = this.querySelector('#search-hits')
    const status = this.querySelector('.search-status')
    const query = this.#input?.value.trim() ?? ''
    if (texts === null || list === null || status === null || this.#index === null) return
    clearTimeout(this.#report)
    const hits = query === '' ? [] : search(this.#index, query)
    list.replaceChildren(...hits.map((hit, index) => this.#entry(hit, index)))
    this.#input?.setAttribute('aria-expanded', String(hits.length > 0))
    status.textContent =
      query === ''
        ? texts.hint
        : hits.length === 0
          ? texts.none.replace('{{query}}', query)
          : (hits.length === 1 ? texts.one : texts.other).replace('{{count}}', String(hits.length))
    this.#choose(hits.length > 0 ? 0 : -1)
    if (query !== '' && hits.length === 0) this.#report = setTimeout(() => this.#reportMiss(query), settledMs)
  }

  #entry({ path, title, heading, section }: SearchHit, index: number): HTMLElement {
    const link = make('a', {
      role: 'option',
      id: `search-hit-${index}`,
      href: `/${language}${path}`,
      tabindex: '-1',
      'aria-selected': 'false',
    })
    link.append(
      make('span', { class: 'search-place' }, heading === '' ? section : `${section} · ${title}`),
      make('span', { class: 'search-title' }, heading === '' ? title : heading),
    )
    link.addEventListener('pointermove', () => this.#choose(index, false))
    // A link within the page opens no page; the dialog has to go by itself.
    link.addEventListener('click', () => this.#dialog?.close())
    return link
  }

  #move(event: KeyboardEvent): void {
    const items = this.#items
    if (event.key === 'Enter') {
      event.preventDefault()
      items[this.#current]?.click()
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || items.length === 0) return
    event.preventDefault()
    this.#choose((this.#current + step + items.length) % items.length)
  }

  #choose(index: number, scrolls = true): void {
    this.#current = index
    const items = this.#items
    items.forEach((item, at) => item.setAttribute('aria-selected', String(at === index)))
    const chosen = items[index]
    if (chosen === undefined) this.#input?.removeAttribute('aria-activedescendant')
    else {
      this.#input?.setAttribute('aria-activedescendant', chosen.id)
      if (scrolls) chosen.scrollIntoView({ block: 'nearest' })
    }
  }

  #reportMiss(query: string): void {
    const body = new URLSearchParams({ query })
    void fetch(`/${language}/missed-searches`, { method: 'POST', body, keepalive: true }).catch(() => {})
  }

  get #dialog(): HTMLDialogElement | null {
    return this.querySelector('dialog')
  }
  get #input(): HTMLInputElement | null {
    return this.querySelector('input')
  }
  get #items(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>('#search-hits > a')]
  }
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  text?: string,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  if (text !== undefined) element.textContent = text
  return element
}

customElements.define('search-dialog', SearchDialog)
document.body.append(document.createElement('search-dialog'))
