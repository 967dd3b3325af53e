import { useEffect, useSyncExternalStore } from 'react'

/** Where `g` and a letter lead, below the solution one is looking at or below the language. */
export const destinations = {
  d: { path: 'dashboard', isOfSolution: false },
  c: { path: 'captchas', isOfSolution: false },
  b: { path: 'billing', isOfSolution: false },
  o: { path: 'overview', isOfSolution: true },
  v: { path: 'captcha/verifications', isOfSolution: true },
  m: { path: 'settings/members', isOfSolution: true },
} as const
export type Destination = keyof typeof destinations

const sequenceMs = 1500
const storageKey = 'shortcuts'

interface Shortcuts {
  onSearch: () => void
  onHelp: () => void
  onGo: (destination: Destination) => void
}

/**
 * Ctrl or ⌘ and K opens the search, `?` the list of shortcuts, `g` and a letter goes somewhere. Keys without a modifier do nothing while
 * somebody types, while a dialog is open, and where the person has switched them off (WCAG 2.1.4).
 */
export function useShortcuts({ onSearch, onHelp, onGo }: Shortcuts): void {
  const isOn = useSingleKeys()
  useEffect(() => {
    let beganAt = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        onSearch()
        return
      }
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isOn || !isPlain || isTyping(event) || document.querySelector('[role=dialog]') !== null) return
      const isSecond = event.timeStamp - beganAt < sequenceMs
      beganAt = Number.NEGATIVE_INFINITY
      if (event.key === '?') onHelp()
      else if (event.key === 'g' && !isSecond) beganAt = event.timeStamp
      else if (isSecond && isDestination(event.key)) onGo(event.key)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isOn, onSearch, onHelp, onGo])
}

/** Whether keys without a modifier count in this browser. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(
    watch,
    () => readSingleKeys(),
    () => true,
  )
}

export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // A browser that keeps nothing forgets the choice with the page.
  }
  dispatchEvent(new Event(storageKey))
}

function readSingleKeys(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

function watch(onChange: () => void): () => void {
  for (const name of [storageKey, 'storage']) addEventListener(name, onChange)
  return () => {
    for (const name of [storageKey, 'storage']) removeEventListener(name, onChange)
  }
}

/** Whether a key belongs to a control that somebody types into. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select') !== null)
  )
}

function isDestination(key: string): key is Destination {
  return Object.hasOwn(destinations, key)
}
