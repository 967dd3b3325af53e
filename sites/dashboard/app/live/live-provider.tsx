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
  /** Lets only what fits a filter of the log come in, as it stands in an address; empty for everything. */
  narrow: (filter: string) => void
}
const LiveContext = createContext<Live>({
  state: 'connecting',
  toggle: () => {},
  subscribe: () => () => {},
  narrow: () => {},
})

/** Listens to what happens on a solution, for everything inside; rests while the tab is hidden. */
export function LiveProvider({ solutionId, children }: { solutionId: string; children: ReactNode }) {
  const { language } = useSite()
  const [connected, setConnected] = useState<LiveState>('connecting')
  const [isPaused, setPaused] = useState(false)
  const listeners = useRef(new Set<Listener>())
  const [filter, setFilter] = useState('')
  const address = `/${language}/solutions/${solutionId}/live?${filter}`

  useEffect(() => {
    if (isPaused) return
    let connection: LiveConnection | null = null
    const follow = () => {
      if (document.hidden) connection?.pause()
      else if (connection) connection.resume()
      else
        connection = connect(address, setConnected, (event) => listeners.current.forEach((listener) => listener(event)))
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      connection?.close()
    }
  }, [address, isPaused])

  const state = isPaused ? 'paused' : connected
  const live = useMemo<Live>(
    () => ({
      state,
      toggle: () => setPaused((before) => !before),
      subscribe(listener) {
        listeners.current.add(listener)
        return () => void listeners.current.delete(listener)
      },
      narrow: setFilter,
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

/** While the component is shown, only verifications come in that fit a filter, as it stands in an address. */
export function useLiveFilter(filter: string): void {
  const { narrow } = useLive()
  useEffect(() => {
    narrow(filter)
    return () => narrow('')
  }, [narrow, filter])
}

function connect(address: string, onState: (state: LiveState) => void, onEvent: Listener): LiveConnection {
  return connectLive({
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
