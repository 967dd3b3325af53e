import type { PerformanceEventsNew } from '@bollard/contracts'

type Event = PerformanceEventsNew['events'][number]

/** Limits of the agent, from the specification. */
export const monitoring = {
  eventsPerMinute: 80,
  flushMs: 500,
  transactionReuseMs: 5_000,
  /** Share of page loads that are measured. */
  sampleRate: 1,
} as const

export interface Monitor {
  /** Notes one value: milliseconds, and thousandths for `CLS`. Above the limit of events it is dropped. */
  add(metric: Event['metric'], value: number): void
  /** Notes an interaction. Those within five seconds are one transaction, which counts by its slowest. */
  interaction(milliseconds: number): void
  /** Ends the transaction and sends what waits, since the page may go. */
  end(): void
}

/** Gathers events and sends them together, half a second after the first. `later` is `setTimeout`; `now` is in milliseconds. */
export function createMonitor({
  now,
  later,
  send,
}: {
  readonly now: () => number
  readonly later: (work: () => void, milliseconds: number) => void
  readonly send: (events: readonly Event[]) => void
}): Monitor {
  let waiting: Event[] = []
  let minute = { began: Number.NEGATIVE_INFINITY, events: 0 }
  let transaction: { began: number; slowest: number } | null = null

  function flush(): void {
    if (waiting.length > 0) send(waiting)
    waiting = []
  }
  function add(metric: Event['metric'], value: number): void {
    if (now() - minute.began >= 60_000) minute = { began: now(), events: 0 }
    minute.events += 1
    if (minute.events > monitoring.eventsPerMinute) return
    waiting.push({ metric, value: Math.max(0, Math.round(value)) })
    if (waiting.length === 1) later(flush, monitoring.flushMs)
  }
  function endTransaction(): void {
    if (transaction !== null) add('INTERACTION', transaction.slowest)
    transaction = null
  }
  return {
    add,
    interaction(milliseconds) {
      if (transaction !== null && now() - transaction.began >= monitoring.transactionReuseMs) endTransaction()
      transaction ??= { began: now(), slowest: 0 }
      transaction.slowest = Math.max(transaction.slowest, milliseconds)
    },
    end() {
      endTransaction()
      flush()
    },
  }
}
