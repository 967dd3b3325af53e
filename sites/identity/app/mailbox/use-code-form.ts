import { useSearchParams } from 'react-router'

/**
 * The form that waits for the code of a mail, where somebody came to the mailbox from it. `kept` are its own parameters, which the links
 * of the mailbox carry along, with the question mark.
 */
export function useCodeForm(): { waits: boolean; kept: string } {
  const [search] = useSearchParams()
  const kept = new URLSearchParams()
  for (const name of ['email', 'returnTo']) {
    const value = search.get(name)
    if (value !== null) kept.set(name, value)
  }
  return { waits: kept.has('email'), kept: kept.size > 0 ? `?${kept}` : '' }
}
