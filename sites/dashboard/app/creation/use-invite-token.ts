import type { InviteTokenPreview } from '@bollard/contracts'
import { type ShownProblem, useSite } from '@bollard/site-kit'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import type { action } from './invite-token.ts'

export interface HeldInvite {
  token: string
  /** Null while it is being asked for, and where it was refused. */
  preview: InviteTokenPreview | null
  problem: ShownProblem | null
  /** Goes on as if the link had carried nothing. */
  forget: () => void
}

/**
 * The invite token behind the `#` of the address. It moves into the memory of this page and out of the address before anybody
 * copies it from there; a reload has forgotten it. Null where there is none.
 */
export function useInviteToken(): HeldInvite | null {
  const { language } = useSite()
  const fetcher = useFetcher<typeof action>()
  const [token, setToken] = useState<string | null>(null)
  const hold = useEffectEvent(async (found: string) => {
    history.replaceState(history.state, '', `${location.pathname}${location.search}`)
    setToken(found)
    await fetcher.submit({ token: found }, { method: 'post', action: `/${language}/invite-token` })
  })
  useEffect(() => {
    const take = () => {
      const found = new URLSearchParams(location.hash.slice(1)).get('inviteToken')
      if (found) void hold(found)
    }
    take()
    // Somebody may follow another link of this kind while the page stands open.
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  if (token === null) return null
  return {
    token,
    preview: fetcher.data?.preview ?? null,
    problem: fetcher.data?.problem ?? null,
    forget: () => setToken(null),
  }
}
