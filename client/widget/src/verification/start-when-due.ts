import type { Answer, Call } from '../api/call-api.ts'
import { CallFailure } from '../api/failure.ts'
import type { Start } from './start-of.ts'

/** How long a start still waits, in whole seconds. */
export interface Countdown {
  readonly secondsLeft: number
  /** What was left when the visitor was told of it first. */
  readonly secondsInAll: number
  /** The service has just said so; false where a check that was begun anew waits for the rest. */
  readonly isNews: boolean
}

/** Where a visitor stands in the line of those who are throttled. */
export interface Place {
  /** On the clock of `now`. */
  readonly dueAt: number
  readonly seconds: number
  readonly ticket: string | undefined
}

export interface StartPorts {
  readonly call: Call
  /** Outlives the check: to begin anew costs no visitor the place. */
  readonly line: { place: Place | undefined }
  readonly onCountdown: (countdown: Countdown) => void
  readonly onProgress: (progress: number, more: boolean) => void
  readonly signal: AbortSignal
  /** Milliseconds since 1970 and a pause; both given from outside so that tests need no clock. */
  readonly now: () => number
  readonly wait: (ms: number) => Promise<unknown>
}

/** The service throttles nobody twice. Should it do so, this is enough to not ask it for ever. */
const throttledMax = 3
/** The service usually asks for less than a minute; nobody waits for longer than this before a form. */
const secondsMax = 300

/** Asks for work; where the service says that it is too soon, waits as long as it says and asks again with its ticket. */
export function startWhenDue(start: Start, ports: StartPorts): Promise<Answer> {
  return callWhenDue('', start, ports)
}

/** The same for any call. An answer that came too soon is not used up, so it goes out again as it is. */
export async function callWhenDue(path: string, body: object, ports: StartPorts): Promise<Answer> {
  const { line } = ports
  for (let throttled = 0; ;) {
    await waitInLine(ports, throttled > 0)
    const { place } = line
    line.place = undefined
    try {
      return await ports.call(path, place?.ticket ? { ...body, ticket: place.ticket } : body)
    } catch (failure) {
      const refused = failure instanceof CallFailure && failure.outage === undefined ? failure : undefined
      // Given up, or never arrived: the ticket may still be good.
      if (!refused) line.place = place
      const throttle = refused?.throttle
      if (!throttle || throttle.retryAfterSeconds > secondsMax || ++throttled > throttledMax) throw failure
      const seconds = Math.ceil(throttle.retryAfterSeconds)
      line.place = { seconds, dueAt: ports.now() + seconds * 1000, ticket: throttle.ticket }
    }
  }
}

async function waitInLine({ line, now, wait, onCountdown, onProgress, signal }: StartPorts, isNews: boolean) {
  const { place } = line
  if (!place) return
  const left = () => Math.ceil((place.dueAt - now()) / 1000)
  const secondsInAll = Math.min(place.seconds, left())
  // Each pass takes a second off, also where the visitor's clock was set back meanwhile.
  for (let secondsLeft = secondsInAll; secondsLeft > 0; secondsLeft = Math.min(secondsLeft - 1, left())) {
    onCountdown({ secondsLeft, secondsInAll, isNews: isNews && secondsLeft === secondsInAll })
    await wait((place.dueAt - now()) % 1000 || 1000)
    signal.throwIfAborted()
  }
  if (secondsInAll > 0) onProgress(0, false)
}
