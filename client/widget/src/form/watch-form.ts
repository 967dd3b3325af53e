import { nextTask } from '@bollard/proof-of-work'

/** A visitor who presses twice means it once. */
const doublePressMs = 1000

interface FormEvents {
  /** The visitor has begun to fill the form, by this event. */
  onTouch(event: Event): void
  /**
   * The form is about to be sent. True lets it go; false holds it back, and `sendAgain` then sends it once there is a
   * token. Undefined where the form is none of the widget's business.
   */
  onSubmit(sendAgain: () => void): boolean | undefined
  /** The form that was let go was held back by another widget in it. */
  onHeldBack(): void
  /** The browser or a script gathers what the form would send. */
  onData(data: FormData): void
}

interface FormWatch {
  /** Listens to the form in which the widget stands now, or to the whole document where it stands in none. */
  follow(form: HTMLFormElement | null): void
  stop(): void
}

export function watchForms(host: Element, events: FormEvents): FormWatch {
  let watch: AbortController | undefined
  let watched: HTMLFormElement | null = null
  return {
    follow(form) {
      if (watch?.signal.aborted === false && form === watched) return
      watch?.abort()
      watch = new AbortController()
      watched = form
      watchForm(form, host, events, watch.signal)
    },
    stop: () => watch?.abort(),
  }
}

/** By any widget of the page. */
const heldBack = new WeakSet<Event>()

function watchForm(form: HTMLFormElement | null, host: Element, events: FormEvents, signal: AbortSignal): void {
  const place: HTMLElement = form ?? document.body
  const options = { capture: true, passive: true, signal }
  const touched = (event: Event) => {
    const [target] = event.composedPath()
    if (!event.composedPath().includes(host) && target instanceof Element && (form || isField(target)))
      events.onTouch(event)
  }
  for (const type of ['focusin', 'input', 'change', 'pointerdown']) place.addEventListener(type, touched, options)
  // Tab only passes through.
  place.addEventListener('keydown', (event) => event.key !== 'Tab' && touched(event), options)
  if (!form) return
  form.addEventListener('formdata', ({ formData }) => events.onData(formData), { signal })
  let sentAt = -Infinity
  form.addEventListener(
    'submit',
    (event) => {
      const submitter =
        event.submitter instanceof HTMLButtonElement || event.submitter instanceof HTMLInputElement
          ? event.submitter
          : null
      // The page may have replaced the button by the time that the form is sent.
      const sendAgain = () => form.requestSubmit(submitter?.form === form ? submitter : null)
      const maySend = event.timeStamp - sentAt >= doublePressMs && events.onSubmit(sendAgain)
      if (maySend) {
        void nextTask().then(() => {
          if (heldBack.has(event)) events.onHeldBack()
          // Where the page sends it by script, it may send it again as soon as it likes.
          else if (!event.defaultPrevented) sentAt = event.timeStamp
        })
      }
      if (maySend !== false) return
      heldBack.add(event)
      event.preventDefault()
      // The page's own listeners must not send the form without a token either.
      event.stopImmediatePropagation()
    },
    { capture: true, signal },
  )
}

function isField(target: Element): boolean {
  return target.matches('input,select,textarea,[contenteditable=true]')
}
