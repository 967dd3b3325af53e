export interface Honeypot {
  /** The visitor has begun with the form. */
  touched(): void
  isFilled(): boolean
  empty(): void
}

/** Between two looks at whether the page is ready for it. */
const lookAgainMs = 100

/**
 * Lays a field into the widget that no visitor can reach: children of an element with a shadow root are not drawn, not
 * focused, not filled in by browsers and not read out. Whoever fills in every field of the page's source fills it in
 * too. It belongs to no form, so it is sent with none. Aborting the signal takes it away.
 *
 * An element that came with the page's source may be about to be taken over by React, which complains about children that its server did
 * not send and draws the page anew for them. Nothing tells so beforehand, so there the field waits until the form is touched.
 */
export function placeHoneypot(widget: HTMLElement, cameWithPage: boolean, signal: AbortSignal): Honeypot {
  const input = document.createElement('input')
  // A name that address books of browsers do not know; the data attributes speak to password managers.
  for (const [name, value] of Object.entries({
    type: 'url',
    name: 'website',
    form: '',
    autocomplete: 'off',
    'data-1p-ignore': '',
    'data-lpignore': 'true',
    'data-bwignore': '',
  }))
    input.setAttribute(name, value)
  let touched = !cameWithPage
  const place = () => {
    if (signal.aborted || input.isConnected) return
    // Scripts that take over a page begin with it while it loads.
    if (document.readyState !== 'complete' || awaitsReact(widget)) setTimeout(place, lookAgainMs)
    else widget.append(input)
  }
  if (touched) setTimeout(place)
  signal.addEventListener('abort', () => input.remove())
  return {
    touched() {
      if (!touched) place()
      touched = true
    },
    isFilled: () => input.value !== '',
    empty: () => void (input.value = ''),
  }
}

/**
 * Whether React is about to take over this part of a page that came from a server: until it has, it complains about
 * elements that the server did not send. What it has taken over, and only that, carries its marks.
 */
function awaitsReact(widget: Node): boolean {
  for (let node: Node | null = widget; node; node = node.parentNode) {
    const marks = Object.keys(node).join()
    if (marks.includes('__reactFiber$')) return false
    if (marks.includes('__reactContainer$')) return true
  }
  return false
}
