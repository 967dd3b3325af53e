import { setTimeout as sleep } from 'node:timers/promises'

/** No bot lives longer, in milliseconds, even where the lab would let it. */
const visitMsMax = 58_000
/** After this long a bot stops waiting for an answer, in time to close what it opened. */
const waitMsMax = 52_000

interface Session<Opened> {
  readonly signal: AbortSignal
  /** Milliseconds, where a bot needs longer than others. */
  readonly longest?: number
  open(): Promise<Opened>
  /** Must end what was opened, also while `use` still runs; called at least once. */
  close(opened: Opened): unknown
  use(opened: Opened, deadline: AbortSignal): Promise<void>
}

/** Opens, uses and closes a browser: closed in the end in any case, and at once when the time is over. */
export async function runSession<Opened>({
  signal,
  longest = visitMsMax,
  open,
  close,
  use,
}: Session<Opened>): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longest)])
  const deadline = AbortSignal.any([limit, AbortSignal.timeout(longest - visitMsMax + waitMsMax)])
  limit.throwIfAborted()
  const opened = await open()
  const closeQuietly = async () => {
    try {
      await Promise.race([close(opened), sleep(4000, undefined, { ref: false })])
    } catch {
      // It had already gone.
    }
  }
  const onLimit = () => void closeQuietly()
  limit.addEventListener('abort', onLimit, { once: true })
  try {
    if (limit.aborted) throw outOfTime()
    await Promise.race([use(opened, deadline), rejectedWhen(limit)])
  } finally {
    limit.removeEventListener('abort', onLimit)
    await closeQuietly()
  }
}

/** Looks at the title until it says done, or until the deadline: who gets no answer by then gives up, as bots do. */
export async function untilDone(readTitle: () => Promise<string>, deadline: AbortSignal): Promise<void> {
  while (!deadline.aborted) {
    const title = await readTitle()
    // Nobody closes the very moment it is done, and what the page still sends gets out.
    await sleep(400)
    if (title.startsWith('done')) return
  }
}

function rejectedWhen(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(outOfTime())
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
}

function outOfTime(): Error {
  return new Error('the bot ran out of time')
}
