import { tellPage } from '@bollard/ui/tell-page'
import { forgetVisit } from '../replay/visit.ts'

const passing = ['gclid', 'ref', 'firstsignin']
/** What a click is kept under in the tab, where that is the mode. */
const keptClick = 'gclid'
const clickPattern = /^[A-Za-z0-9_-]{10,512}$/u

/**
 * Takes what advertisements, links of partners and sign-ins put into the address out of it, and sends the visitor's answer without a reload. The click
 * is in the form that the server wrote. In strict mode nothing is stored here; else a click without a yes is kept until the tab is closed. In
 * both, nothing is sent before there is a yes.
 */
class VisitorConsent extends HTMLElement {
  #left = new AbortController()

  connectedCallback(): void {
    if (this.#keepsClick && this.dataset['consent'] !== 'accepted') keepClickOfAddress()
    clearAddress()
    const form = this.querySelector('form')
    // The page of the settings asks by itself, further down.
    const { signal } = (this.#left = new AbortController())
    document.addEventListener('submit', (event) => this.#answerSettings(event), { signal })
    if (this.dataset['consent'] === 'accepted') {
      clearLinks()
      if (form !== null && this.#clickOf(form) !== null) void this.#send(form, 'accepted')
    } else if (this.dataset['consent'] === 'rejected') {
      clearLinks()
      forgetVisit()
    } else form?.addEventListener('submit', (event) => this.#answer(event, form))
  }

  disconnectedCallback(): void {
    this.#left.abort()
  }

  #answerSettings(event: SubmitEvent): void {
    const form = event.target instanceof Element ? event.target.closest('form') : null
    if (form?.matches('[data-consent-settings] form')) this.#answer(event, form)
  }

  #answer(event: SubmitEvent, form: HTMLFormElement): void {
    const { submitter } = event
    if (!(submitter instanceof HTMLButtonElement)) return
    event.preventDefault()
    void this.#send(form, submitter.value).then(async (isKept) => {
      if (!isKept) return sendAsPage(form, submitter.value)
      clearLinks()
      const isBanner = this.contains(form)
      const isYes = isBanner ? submitter.value === 'accepted' : await showSettings()
      if (isYes === null) return location.reload()
      this.#followAnswer(isYes)
      this.replaceChildren()
      if (isBanner) document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
      tellPage(this, { type: 'SUCCESS', said: 'answerSaved' })
    })
  }

  /** Begins to record the visit with a yes, as far as there is a recorder; ends it with a no. Only now is its script loaded. */
  #followAnswer(hasAgreed: boolean): void {
    document.querySelectorAll('session-replay').forEach((recorder) => recorder.remove())
    const { replay } = this.dataset
    if (!hasAgreed || replay === undefined) return
    const script = document.createElement('script')
    Object.assign(script, { type: 'module', src: replay })
    const recorder = document.createElement('session-replay')
    recorder.append(script)
    this.after(recorder)
  }

  /** Whether the server remembers the answer now. It answers with the way back, which is where we are. */
  async #send(form: HTMLFormElement, answer: string): Promise<boolean> {
    const body = new FormData(form)
    body.set('cookie_consent', answer)
    const kept = this.#keepsClick ? readClick() : null
    if (answer === 'accepted' && kept !== null && !body.has('gclid')) body.set('gclid', kept)
    const response = await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => null)
    if (response?.type !== 'opaqueredirect') return false
    if (answer === 'accepted') forgetClick()
    return true
  }

  /** The click that there is to hand over: in the form, or kept in the tab; null without one. */
  #clickOf(form: HTMLFormElement): string | null {
    const inForm = form.querySelector<HTMLInputElement>('input[name="gclid"], input[name="referralCode"]')
    return inForm?.value ?? (this.#keepsClick ? readClick() : null)
  }

  get #keepsClick(): boolean {
    return this.dataset['keepsClick'] !== undefined
  }
}

function keepClickOfAddress(): void {
  const click = new URL(location.href).searchParams.get('gclid')
  if (click !== null && clickPattern.test(click)) inTab((storage) => storage.setItem(keptClick, click))
}

const readClick = (): string | null => inTab((storage) => storage.getItem(keptClick)) ?? null
const forgetClick = (): void => inTab((storage) => storage.removeItem(keptClick))

/** Browsers may refuse storage altogether; then a click lasts as long as its page. */
function inTab<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}

/** Shows what the settings are now, and answers whether they are a yes, which a browser may have forbidden; null where the page is not to be had. */
async function showSettings(): Promise<boolean | null> {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => null)
  if (!answer?.ok) return null
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const state = page.querySelector('[data-consent-state]')?.textContent
  const place = document.querySelector('[data-consent-state]')
  if (place === null || state === undefined) return null
  place.textContent = state
  return page.querySelector<HTMLElement>('visitor-consent')?.dataset['consent'] === 'accepted'
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
