export interface FormHold {
  /** Submits what was held back, if anything was, and stops holding. */
  release(): void
  stop(): void
}

/**
 * Holds back the form around an element that the widget's script hasn't reached yet, as the widget does afterwards: a form that is submitted
 * without a token is refused by the server, and the visitor's work is lost. `held` is called each time.
 */
export function holdForm(element: HTMLElement, isAside: () => boolean, held: () => void): FormHold {
  const stop = new AbortController()
  let again: (() => void) | undefined
  // Events of forms don't leave their shadow root.
  const form = formOf(element)
  const root = form?.isConnected ? form.getRootNode() : document
  root.addEventListener(
    'submit',
    (event) => {
      const form = event.target
      if (!(form instanceof HTMLFormElement) || form !== formOf(element) || isAside()) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const submitter = event instanceof SubmitEvent ? event.submitter : null
      // The page may have replaced the button by then.
      again = () => form.requestSubmit(submitter && 'form' in submitter && submitter.form === form ? submitter : null)
      held()
    },
    { capture: true, signal: stop.signal },
  )
  return {
    release() {
      stop.abort()
      const sendAgain = again
      again = undefined
      sendAgain?.()
    },
    stop: () => stop.abort(),
  }
}

/** The form that the element will belong to, also where the root of another element lies in between. */
function formOf(element: Element): HTMLFormElement | null {
  const id = element.getAttribute('form')
  const root = element.getRootNode()
  const named = id === null ? element.closest('form') : document.getElementById(id)
  if (named instanceof HTMLFormElement) return named
  return id === null && root instanceof ShadowRoot ? formOf(root.host) : null
}
