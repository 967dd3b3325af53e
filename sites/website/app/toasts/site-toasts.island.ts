import { countDown, secondsOf, shownMax } from '@bollard/ui/notification-progress'
import { tellPage, type Told } from '@bollard/ui/tell-page'

/**
 * Shows what scripts of the page say (`tellPage`): so many at a time, the others as soon as there is room. It takes the focus from nobody,
 * and gives it back to where it came from when a toast that holds it goes. Files that do not come are said here too.
 */
class SiteToasts extends HTMLElement {
  readonly #waiting: Told[] = []
  /** In the order in which they came. */
  readonly #shown = new Map<HTMLElement, string>()
  #before: EventTarget | null = null
  #left = new AbortController()

  connectedCallback(): void {
    this.#left = new AbortController()
    const { signal } = this.#left
    document.addEventListener('toast', (event) => this.#hear(event), { signal })
    document.addEventListener('keydown', (event) => this.#press(event), { signal })
    document.addEventListener('click', (event) => void this.#download(event), { signal })
    this.addEventListener(
      'focusin',
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && this.contains(relatedTarget))) this.#before = relatedTarget
      },
      { signal },
    )
  }

  disconnectedCallback(): void {
    this.#left.abort()
  }

  #hear(event: CustomEvent<Told>): void {
    event.preventDefault()
    // What was pressed has changed for the eyes only: nobody is told the same twice.
    if (event.target instanceof Element) event.target.querySelector('[aria-live]')?.removeAttribute('aria-live')
    this.#waiting.push(event.detail)
    this.#show()
  }

  #show(): void {
    while (this.#shown.size < shownMax) {
      const told = this.#waiting.shift()
      if (told === undefined) return
      const { type, description = '' } = told
      const title = told.title ?? this.dataset[told.said ?? ''] ?? ''
      const toast = this.querySelector(`[hidden] > [data-type="${type}"]`)?.cloneNode(true)
      if (!(toast instanceof HTMLElement) || title === '') continue
      for (const [same, its] of this.#shown) if (its === title) this.#remove(same)
      fill(toast, 'title', title)
      fill(toast, 'description', description)
      const close = () => this.#close(toast)
      toast.querySelector('button')?.addEventListener('click', close)
      this.#shown.set(toast, title)
      this.querySelector(type === 'DANGER' ? '[role="alert"]' : '[role="status"]')?.append(toast)
      const seconds = secondsOf(told)
      if (seconds === null) toast.querySelector('[data-slot="toast-bar"]')?.remove()
      else countDown(toast, seconds, close)
    }
  }

  #remove(toast: HTMLElement): void {
    const hasFocus = toast.contains(document.activeElement)
    toast.remove()
    this.#shown.delete(toast)
    if (!hasFocus) return
    const before = this.#before
    const next = this.#newest?.querySelector('button')
    const place = before instanceof HTMLElement && before.isConnected ? before : null
    const target = next ?? place ?? document.querySelector<HTMLElement>('#content')
    target?.focus({ preventScroll: true })
  }

  #close(toast: HTMLElement): void {
    this.#remove(toast)
    this.#show()
  }

  /** Escape closes the toast that one is in, else the newest; unless it has closed something else. */
  #press({ key, target, defaultPrevented }: KeyboardEvent): void {
    if (key !== 'Escape' || defaultPrevented) return
    const own = target instanceof Element ? target.closest<HTMLElement>('[data-slot="toast"]') : null
    const toast = own ?? this.#newest
    if (toast !== undefined) this.#close(toast)
  }

  get #newest(): HTMLElement | undefined {
    return [...this.#shown.keys()].at(-1)
  }

  async #download(event: MouseEvent): Promise<void> {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[download]') : null
    if (link === null || defaultPrevented || button > 0 || ctrlKey || metaKey || shiftKey || altKey) return
    event.preventDefault()
    try {
      const answer = await fetch(link.href)
      if (!answer.ok) throw new Error(`The file answered ${answer.status}`)
      // Not in the page, so that nobody hears its click.
      const file = document.createElement('a')
      file.download = link.download
      file.href = URL.createObjectURL(await answer.blob())
      file.click()
      setTimeout(() => URL.revokeObjectURL(file.href), 60_000)
    } catch {
      tellPage(link, { type: 'DANGER', said: 'notDownloaded' })
    }
  }
}

function fill(toast: Element, slot: string, text: string): void {
  const place = toast.querySelector(`[data-slot="toast-${slot}"]`)
  if (text === '') place?.remove()
  else if (place !== null) place.textContent = text
}

customElements.define('site-toasts', SiteToasts)
