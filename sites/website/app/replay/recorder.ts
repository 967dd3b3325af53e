import { record } from 'rrweb'
import { redactEvent, type ReplayEvent, starred } from './redact-event.ts'
import { currentVisit, forgetVisit, hasRoom, keepVisit, type Visit } from './visit.ts'

const address = '/measuring/replay-batches'
const sendMs = 5_000
/** A batch leaves early once it has so many characters; an event that is larger than a batch may be ends the recording. */
const batchCharacters = 300_000
const batchCharactersMax = 700_000
const eventsPerBatch = 1_000
/** Browsers send no more from a page that ends. */
const lastCharactersMax = 60_000

/** Parts that are not for recording: what has secrets or personal data in it, and what makes nothing but pictures of its own. */
const blocked = '[data-no-replay], bollard-captcha, iframe'

/** Whether a page may be recorded: none that asks for or shows secrets or personal data. */
export const mayRecord = (): boolean => document.querySelector('[data-no-replay], input[type="password"]') === null

const hasAgreed = (): boolean => /(?:^|;\s*)cookie_consent=accepted(?:;|$)/u.test(document.cookie)

/** A running recording of this page. */
export interface Recording {
  /** Ends it and sends what is there yet. */
  finish(): void
  /** Ends it; what was not sent is forgotten, and so is the visit. */
  drop(): void
}

/**
 * Records what happens on this page, and sends it every five seconds as long as the visitor's yes holds, the visit has room and the server
 * takes it.
 */
export function startRecording(): Recording {
  const visit: Visit = currentVisit(Date.now())
  // The server's own page repeats nothing that was typed unless its address has it, or somebody typed before they agreed.
  const mayRepeat = location.search !== '' || isTypedInto()
  let waiting: string[] = []
  let characters = 0
  let isOver = !hasRoom(visit, 0, Date.now())
  const stop = isOver ? undefined : record({ emit: take, ...settings(mayRepeat) })
  const timer = setInterval(() => send(false), sendMs)

  function take(event: ReplayEvent): void {
    const redacted = isOver ? null : redactEvent(event, mayRepeat)
    if (redacted === null) return
    const text = JSON.stringify(redacted)
    if (text.length > batchCharactersMax) return end()
    if (characters + text.length > batchCharacters || waiting.length >= eventsPerBatch) send(false)
    waiting.push(text)
    characters += text.length
  }

  function send(isLast: boolean): void {
    if (isOver || waiting.length === 0) return
    if (!hasAgreed()) return drop()
    if (!hasRoom(visit, characters, Date.now())) return end()
    const events = waiting
    const body = JSON.stringify({
      visit: visit.id,
      number: visit.batches,
      path: location.pathname.slice(3),
      language: document.documentElement.lang,
      events,
    })
    waiting = []
    visit.batches += 1
    visit.characters += characters
    characters = 0
    keepVisit(visit)
    const headers = { 'content-type': 'application/json' }
    if (isLast) {
      if (body.length <= lastCharactersMax)
        navigator.sendBeacon(address, new Blob([body], { type: headers['content-type'] }))
      return
    }
    fetch(address, { method: 'POST', headers, body }).then(
      // A replay with a hole shows nothing that is true. A tab that was copied has the visit of the other one, and gets its own with the next page.
      ({ ok, status }) => (ok ? undefined : status === 409 ? drop() : end()),
      () => end(),
    )
  }

  function end(): void {
    isOver = true
    waiting = []
    clearInterval(timer)
    stop?.()
  }

  function drop(): void {
    end()
    forgetVisit()
  }

  return {
    finish() {
      send(true)
      end()
    },
    drop,
  }
}

/** How rrweb is to look at the page. `mayRepeat`: then every text is masked, as inputs are in any case. */
function settings(mayRepeat: boolean): Omit<NonNullable<Parameters<typeof record>[0]>, 'emit'> {
  return {
    maskAllInputs: true,
    maskInputFn: (text) => (text === '' ? '' : '***'),
    maskTextSelector: mayRepeat ? '*' : 'output, [contenteditable], [aria-live], [role="status"], [role="alert"]',
    maskTextFn: starred,
    blockSelector: blocked,
    recordCanvas: false,
    recordCrossOriginIframes: false,
    collectFonts: false,
    inlineImages: false,
    inlineStylesheet: true,
    slimDOMOptions: 'all',
    sampling: { mousemove: 100, scroll: 200, input: 'last', media: 800 },
  }
}

/** Whether an input holds something else than the server has written into it. */
function isTypedInto(): boolean {
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    ({ value, defaultValue }) => value !== defaultValue,
  )
}
