import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const everyMs = 3_000

/** Loads the page's data again every few seconds until the first request was seen, while somebody looks at the page. */
export function useFirstRequest(isSeen: boolean): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (isSeen || state !== 'idle') return
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, everyMs)
    const onShown = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    document.addEventListener('visibilitychange', onShown)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onShown)
    }
  }, [isSeen, revalidate, state])
}
