import { useEffect, useEffectEvent, useState } from 'react'
import { useSubmit } from 'react-router'

/**
 * Takes the token behind the `#` out of the address, before anybody copies it from there, and hands it to this site's own server.
 * `looking` until a script has looked, which is never where none runs; `none` where there is nothing to open.
 */
export function useLinkToken(): 'looking' | 'opening' | 'none' {
  const submit = useSubmit()
  const [state, setState] = useState<'looking' | 'opening' | 'none'>('looking')
  const open = useEffectEvent(async (token: string) => {
    setState('opening')
    history.replaceState(history.state, '', `${location.pathname}${location.search}`)
    await submit({ intent: 'open', token }, { method: 'post', replace: true })
    setState('none')
  })
  useEffect(() => {
    const take = () => {
      const token = new URLSearchParams(location.hash.slice(1)).get('token')
      if (token) void open(token)
      else setState('none')
    }
    take()
    // Somebody may follow another link of this kind while the page stands open.
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return state
}
