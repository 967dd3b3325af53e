import { type RefObject, useEffect } from 'react'
import { isTyping, useSingleKeys } from '../../shell/palette/use-shortcuts.ts'

/** `a` approves and `r` rejects, unless somebody types or has switched keys without a modifier off (WCAG 2.1.4). */
export function useReviewKeys(form: RefObject<HTMLFormElement | null>): boolean {
  const isOn = useSingleKeys()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
      if (!isOn || !isPlain || event.defaultPrevented || event.repeat || isTyping(event)) return
      if (document.querySelector('[role=dialog]') !== null) return
      const state = event.key === 'a' ? 'APPROVED' : event.key === 'r' ? 'REJECTED' : null
      const button = state && form.current?.querySelector<HTMLButtonElement>(`button[value=${state}]`)
      if (!button || button.getAttribute('aria-disabled') === 'true') return
      event.preventDefault()
      button.click()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isOn, form])
  return isOn
}
