import type { LiveEvent } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react'
import { connectLive, type EventStream, type LiveConnection, type LiveState } from './connect-live.ts'

type Listener = (event: LiveEvent) => void
interface Live {
  state: LiveState
  /** Stops new rows, or lets them come again. */
  toggle: () => void
  subscribe: (listener: Listener) => () => void
  /**
   * Lets only what fits a filter of the log come in, as it stands in an address; empty for everything. What happened after `since` is told
   * as well (milliseconds; null for what comes from now on).
   */
  narrow: (filter: string, since: number | null) => void
}
const LiveContext = createContext<Live>({
  state: 'connecting',
  toggle: () => {},
  subscribe: () => () => {},
  narrow: () => {},
})

/**
 * Listens to what happens on a solution, for everything inside; rests while the tab is hidden. Begins at `since`, when the page was read
 * (milliseconds), so that nothing is missed while the stream opens.
 */
export function LiveProvider({
  solutionId,
  since,
  children,
}: {
  solutionId: string
  since: number
  children: ReactNode
}) {
  const { language } = useSite()
  const [connected, setConnected] = useState<LiveState>('connecting')
  const [isPaused, setPaused] = useState(false)
  const listeners = useRef(new Set<Listener>())
  const [wanted, setWanted] = useState<{ filter: string; since: number | null }>({ filter: '', since })
  const address = `/${language}/solutions/${solutionId}/live?${wanted.filter}`
  const from = wanted.since

  const rest = useRef({ isWanted: false, follow: () => {} })
  useEffect(() => {
    let connection: LiveConnection | null = null
    // Whoever comes back goes on after the last event that was seen.
    const follow = () => {
      if (document.hidden || rest.current.isWanted) connection?.pause()
      else if (connection) connection.resume()
      else
        connection = connect({ address, from }, setConnected, (event) =>
          listeners.current.forEach((listener) => listener(event)),
        )
    }
    rest.current.follow = follow
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      connection?.close()
    }
  }, [address, from])
  const state = isPaused ? 'paused' : connected
  const live = useMemo<Live>(
    () => ({
      state,
      toggle() {
        rest.current.isWanted = !rest.current.isWanted
        setPaused(rest.current.isWanted)
        rest.current.follow()
      },
      subscribe(listener) {
        listeners.current.add(listener)
        return () => void listeners.current.delete(listener)
      },
      narrow: (filter, after) => setWanted({ filter, since: after }),
    }),
    [state],
  )
  return <LiveContext value={live}>{children}</LiveContext>
}

export function useLive(): Live {
  return use(LiveContext)
}

/** Calls `listener` with every event while the component is shown. */
export function useLiveEvents(listener: Listener): void {
  const { subscribe } = useLive()
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => subscribe((event) => latest.current(event)), [subscribe])
}

/**
 * While the component is shown, only verifications come in that fit a filter, as it stands in an address; those from `since` on, when the
 * page was read (milliseconds). What the page shows already may be told again.
 */
export function useLiveFilter(filter: string, since: number): void {
  const { narrow } = useLive()
  useEffect(() => {
    narrow(filter, since)
    return () => narrow('', null)
  }, [narrow, filter, since])
}

function connect(
  { address, from }: { address: string; from: number | null },
  onState: (state: LiveState) => void,
  onEvent: Listener,
): LiveConnection {
  return connectLive({
    since: from === null ? '' : String(from),
    open: (after) => openStream(after === '' ? address : `${address}&after=${encodeURIComponent(after)}`),
    onState,
    onEvent,
    later(work, ms) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    random: Math.random,
  })
}

function openStream(address: string): EventStream {
  const source = new EventSource(address)
  const stream: EventStream = { onopen: null, onmessage: null, onerror: null, close: () => source.close() }
  source.addEventListener('open', () => stream.onopen?.())
  source.addEventListener('message', (message: MessageEvent<string>) => stream.onmessage?.(message))
  source.addEventListener('error', () => stream.onerror?.())
  return stream
}
