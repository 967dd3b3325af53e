export interface Honeypot {
  isFilled(): boolean
  empty(): void
}

/** Between two looks at whether the page is ready for it. */
const lookAgainMs = 100

/**
 * Lays a field into the widget that no visitor can reach: children of an element with a shadow root are not drawn, not
 * focused, not filled in by browsers and not read out. Whoever fills in every field of the page's source fills it in
 * too. It belongs to no form, so it is sent with none. Aborting the signal takes it away.
 */
export function placeHoneypot(widget: HTMLElement, signal: AbortSignal): Honeypot {
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
  const place = () => {
    if (signal.aborted) return
    // Scripts that take over a page begin with it while it loads.
    if (document.readyState !== 'complete' || awaitsReact(widget)) setTimeout(place, lookAgainMs)
    else widget.append(input)
  }
  setTimeout(place)
  signal.addEventListener('abort', () => input.remove())
  return {
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
