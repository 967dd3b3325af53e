import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useLive, useLiveEvents } from '../../live/live-provider.tsx'

/** Figures are loaded again this long after something happened, together with whatever else happens meanwhile. */
const settleMs = 4_000

/** Loads the page's figures again while verifications come in, and once after the stream had been away. */
export function useRefreshed(): void {
  const { state } = useLive()
  const revalidator = useRevalidator()
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const wasAway = useRef(false)
  const refresh = useRef(() => {})
  useEffect(() => {
    refresh.current = () => void revalidator.revalidate()
  })
  useEffect(() => () => clearTimeout(timer.current ?? undefined), [])

  useLiveEvents(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      refresh.current()
    }, settleMs)
  })
  useEffect(() => {
    if (state === 'paused' || state === 'retrying') wasAway.current = true
    else if (state === 'live' && wasAway.current) {
      wasAway.current = false
      refresh.current()
    }
  }, [state])
}
