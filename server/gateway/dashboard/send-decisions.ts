import { protectionRoutes, reportedDecisionsMax } from '@bollard/contracts'
import type { Reported } from '@bollard/guard'
import { askDashboard, backOffMs, type Dashboard, reasonOf, RefusedCall } from './ask-dashboard.ts'
import { type Outcome, toWire } from './to-wire.ts'

export interface DecisionSender {
  take(reported: Reported): void
  /** What became of a request that was taken; a stream of events need not be over for that. */
  end(id: string, outcome: Outcome): void
  state(): { readonly waiting: number; readonly lost: number; readonly fault: string | null }
  /** Sends what it has and what is due. One call at a time. */
  flush(): Promise<void>
  /** Sends what is left, for a few seconds at most. */
  stop(): Promise<void>
}

export interface SenderOptions {
  /** Decisions that the dashboard will not see. */
  readonly onLost: (count: number) => void
  readonly onFault: (message: string) => void
  /** Milliseconds since 1970. */
  readonly now?: () => number
  readonly waitingMax?: number
  readonly everyMs?: number
}

interface Waiting {
  readonly reported: Reported
  outcome: Outcome | null
}

const usualEveryMs = 1_000
/** About 20 MB of text. */
const usualWaitingMax = 20_000
/** A site that takes longer to begin its answer is reported without its ending. */
const endingMaxMs = 60_000
/** Below what the API takes. */
const bytesMax = 3_500_000
const timeoutMs = 10_000
const stopMs = 5_000

/**
 * Tells a dashboard what was decided, a second later and in batches. What there is no room for is counted, and the dashboard is told how
 * many it did not see.
 */
export function sendDecisions(dashboard: Dashboard, options: SenderOptions): DecisionSender {
  const { onLost, onFault, now = Date.now, waitingMax = usualWaitingMax, everyMs = usualEveryMs } = options
  const stopping = new AbortController()
  const open = new Map<string, Waiting>()
  let ready: string[] = []
  let lost = 0
  let untold = 0
  let failures = 0
  let nextAt = 0
  let fault: string | null = null

  function lose(count: number): void {
    lost += count
    untold += count
    onLost(count)
  }

  function collect(all: boolean): void {
    const at = now()
    for (const [id, { reported, outcome }] of open) {
      if (outcome === null && !all && at - reported.now < endingMaxMs) continue
      open.delete(id)
      const wire = toWire(reported, outcome)
      if (wire === null) lose(1)
      else ready.push(JSON.stringify(wire))
    }
  }

  function nextBatch(): string[] {
    let bytes = 0
    const end = ready.findIndex((text, index) => {
      bytes += Buffer.byteLength(text)
      return index > 0 && (index >= reportedDecisionsMax || bytes > bytesMax)
    })
    // A copy, since more is collected while it is under way.
    return ready.slice(0, end === -1 ? ready.length : end)
  }

  /** Whether the batch is done with. */
  async function send(batch: readonly string[]): Promise<boolean> {
    const lostBefore = untold
    const body = `{"from":"GATEWAY","lost":${lostBefore},"decisions":[${batch.join(',')}]}`
    const { path } = protectionRoutes.reportDecisions
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)])
    try {
      await askDashboard(dashboard, { method: 'POST', path, body, signal })
      untold -= lostBefore
      failures = 0
      fault = null
      return true
    } catch (error) {
      const reason = reasonOf(error)
      if (fault !== reason) onFault(`Decisions do not get to the dashboard at ${dashboard.api}: ${reason}`)
      fault = reason
      failures += 1
      nextAt = now() + backOffMs(failures)
      // What is wrong with it stays wrong.
      if (!(error instanceof RefusedCall) || ![400, 413, 422].includes(error.status)) return false
      lose(batch.length)
      return true
    }
  }

  let flushing = Promise.resolve()
  async function flushOnce(all: boolean): Promise<void> {
    collect(all)
    if (now() < nextAt && !all) return
    while (ready.length > 0) {
      const batch = nextBatch()
      const isDone = await send(batch)
      if (isDone) ready = ready.slice(batch.length)
      if (fault !== null) return
    }
  }
  const flush = (all = false): Promise<void> => (flushing = flushing.then(() => flushOnce(all)))

  let isDue = true
  const timer = setInterval(() => {
    // A call that takes long is waited for.
    if (!isDue) return void collect(false)
    isDue = false
    void flush().finally(() => (isDue = true))
  }, everyMs)
  timer.unref()
  return {
    take(reported) {
      if (open.size + ready.length >= waitingMax) lose(1)
      else open.set(reported.decision.id, { reported, outcome: null })
    },
    end(id, outcome) {
      const waiting = open.get(id)
      if (waiting !== undefined) waiting.outcome = outcome
    },
    state: () => ({ waiting: open.size + ready.length, lost, fault }),
    flush: () => flush(),
    async stop() {
      clearInterval(timer)
      const late = setTimeout(() => stopping.abort(), stopMs)
      await flush(true)
      clearTimeout(late)
      if (ready.length > 0) onFault(`${ready.length} decisions did not get to the dashboard at ${dashboard.api}.`)
    },
  }
}
