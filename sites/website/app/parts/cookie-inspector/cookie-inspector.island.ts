import { LivePart, make } from '../pieces/live-part.ts'
import { cookieNames, hiddenFromScripts } from './cookie-names.ts'

interface Texts {
  /** Where the server says which cookies it was sent. */
  readonly received: string
  readonly cookie: string
  readonly localStorage: string
  readonly sessionStorage: string
  readonly database: string
  readonly cache: string
  readonly hidden: string
  readonly none: string
  readonly noAnswer: string
}
interface Found {
  readonly name: string
  readonly place: string
  readonly value: string
}

const experiment = 'cookie_inspector'

/** Lists what this site has stored in this browser: what a script finds, and the cookies that only the server sees. */
class CookieInspector extends LivePart<Texts> {
  protected override async act(name: string): Promise<void> {
    // Asked for by the reader, for a minute.
    if (name === 'set')
      document.cookie = `${experiment}=${Date.now().toString(36)}; Max-Age=60; Path=/; SameSite=Strict`
    if (name === 'clear') document.cookie = `${experiment}=; Max-Age=0; Path=/; SameSite=Strict`
    await this.show()
  }

  protected async show(): Promise<void> {
    const { texts } = this
    const all = [...this.#cookies(), ...(await this.#hiddenCookies()), ...this.#storages(), ...(await this.#others())]
    const rows = all.length > 0 ? all : [{ name: texts.none, place: '', value: '' }]
    this.write('found', ...rows.map(row))
  }

  #cookies(): Found[] {
    return document.cookie
      .split('; ')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [name = ''] = cookieNames(pair)
        return { name, place: this.texts.cookie, value: pair.slice(name.length + 1) }
      })
  }

  async #hiddenCookies(): Promise<Found[]> {
    const answer = await fetch(this.texts.received).catch(() => null)
    if (!answer?.ok) return [{ name: '…', place: this.texts.cookie, value: this.texts.noAnswer }]
    const received = (await answer.json()) as string[]
    return hiddenFromScripts(received, cookieNames(document.cookie)).map((name) => ({
      name,
      place: this.texts.cookie,
      value: this.texts.hidden,
    }))
  }

  #storages(): Found[] {
    const found: Found[] = []
    for (const kind of ['localStorage', 'sessionStorage'] as const) {
      try {
        for (const [name, value] of Object.entries(window[kind]))
          found.push({ name, place: this.texts[kind], value: String(value) })
      } catch {
        // A browser that refuses storage has nothing in it.
      }
    }
    return found
  }

  async #others(): Promise<Found[]> {
    const databases = (await indexedDB.databases?.().catch(() => [])) ?? []
    const caches = 'caches' in window ? await window.caches.keys().catch(() => []) : []
    return [
      ...databases.map(({ name = '' }) => ({ name, place: this.texts.database, value: '' })),
      ...caches.map((name) => ({ name, place: this.texts.cache, value: '' })),
    ]
  }
}

function row({ name, place, value }: Found): HTMLElement {
  const line = make('tr', {})
  line.append(
    make('th', { scope: 'row', class: 'border-b border-line px-3.5 py-[11px] text-start font-mono font-[400]' }, name),
    make('td', { class: 'border-b border-line px-3.5 py-[11px]' }, place),
    make('td', { class: 'border-b border-line px-3.5 py-[11px] min-w-28 wrap-anywhere' }, value),
  )
  return line
}

customElements.define('part-cookie-inspector', CookieInspector)
