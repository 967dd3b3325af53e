import { useSyncExternalStore } from 'react'

/**
 * Whether this is the page as the server sent it, which has to be whole for browsers without scripts. A page that was gone to by a
 * link can draw what is out of sight later.
 */
export function useIsSentWhole(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
}

const never = () => () => undefined
