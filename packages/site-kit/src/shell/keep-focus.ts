import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After going to another page without reloading, reading goes on at its content. */
export function useFocusOnNewPage(pathname: string): void {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    // A menu that was open on a phone is still closing, and the page behind it still inert.
    requestAnimationFrame(() => {
      // The search may have been opened meanwhile. Coming back to it would mark what is typed there, and the next letter replace it.
      if (document.querySelector('[role=dialog]') === null)
        document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
    })
  }, [pathname])
}

/**
 * A form may be gone from the page that answers it, and the focus with it: a keyboard would begin at the top of the page again. It then
 * goes to the message that tells of the result, which was not there when the page was opened, or else to the heading.
 */
export function useFocusOnAnswer(): void {
  // Each answer has a key of its own; whether a form is on its way may never be rendered, where the answer is quick.
  const { key, pathname } = useLocation()
  const wasSent = useRef(false)
  const atFirst = useRef<ReadonlySet<Element>>(new Set())
  useEffect(() => void (atFirst.current = new Set(messages())), [pathname])
  useEffect(() => {
    const note = ({ target }: SubmitEvent) => {
      if (target instanceof HTMLFormElement && target.method === 'post') wasSent.current = true
    }
    document.addEventListener('submit', note)
    return () => document.removeEventListener('submit', note)
  }, [])
  useEffect(() => {
    if (!wasSent.current) return
    wasSent.current = false
    if (document.activeElement !== document.body) return
    const result = messages().find((message) => !atFirst.current.has(message))
    const target = result ?? document.querySelector<HTMLElement>('#content h1')
    // A heading takes the focus from here alone.
    if (target?.hasAttribute('tabindex') === false) target.tabIndex = -1
    target?.focus()
  }, [key])
}

/** Everything that the page says in boxes of its own. */
function messages(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('#content [data-slot="alert"]')]
}
