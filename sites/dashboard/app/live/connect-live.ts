import type { LiveEvent } from '@bollard/contracts'

export type LiveState = 'connecting' | 'live' | 'retrying' | 'paused'

/** The part of an EventSource that is needed here. */
export interface EventStream {
  onopen: (() => void) | null
  onmessage: ((message: { data: string; lastEventId: string }) => void) | null
  onerror: (() => void) | null
  close(): void
}
export interface LiveOptions {
  /** The id after which the first stream begins: the moment in milliseconds at which what is shown was read; empty for what comes from now on. */
  since: string
  /** Opens the stream; `after` is the id of the last event seen, `since` at first. */
  open: (after: string) => EventStream
  onState: (state: LiveState) => void
  onEvent: (event: LiveEvent) => void
  /** Calls `work` after `ms`; the answer stops that. */
  later: (work: () => void, ms: number) => () => void
  /** 0 … 1, spreads reconnections over time. */
  random: () => number
}
export interface LiveConnection {
  pause(): void
  resume(): void
  close(): void
}

const firstWaitMs = 1_000
const waitMsMax = 30_000

/** Keeps a stream of events open: after a failure it waits twice as long each time, up to half a minute, and misses nothing it can still get. */
export function connectLive({ since, open, onState, onEvent, later, random }: LiveOptions): LiveConnection {
  let stream: EventStream | null = null
  let stopWaiting: (() => void) | null = null
  let failures = 0
  let after = since

  function start(): void {
    stop()
    onState(failures === 0 ? 'connecting' : 'retrying')
    const opened = open(after)
    stream = opened
    opened.onopen = () => {
      failures = 0
      onState('live')
    }
    opened.onmessage = ({ data, lastEventId }) => {
      if (lastEventId !== '') after = lastEventId
      onEvent(parseEvent(data))
    }
    opened.onerror = () => {
      stop()
      const wait = Math.min(waitMsMax, firstWaitMs * 2 ** failures) * (0.5 + random() / 2)
      failures += 1
      onState('retrying')
      stopWaiting = later(start, wait)
    }
  }
  function stop(): void {
    stream?.close()
    stream = null
    stopWaiting?.()
    stopWaiting = null
  }

  start()
  return {
    pause() {
      stop()
      onState('paused')
    },
    resume() {
      failures = 0
      start()
    },
    close: stop,
  }
}

/** Our own server wrote it, from the contract's LiveEvent. */
function parseEvent(data: string): LiveEvent {
  return JSON.parse(data) as LiveEvent
}
