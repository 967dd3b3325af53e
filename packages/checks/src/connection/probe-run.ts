import type { CheckOptions } from '../check.ts'
import { CheckFault, type FaultCode } from '../faults.ts'

type Phase = 'dnsMs' | 'connectMs' | 'tlsMs' | 'firstByteMs'

/** One check while it runs: its clock, its phases, and all that has to be gone when it ends. */
export interface ProbeRun {
  readonly options: CheckOptions
  /** Unix milliseconds of the start. */
  readonly at: number
  /** Rejects when the time is up. */
  readonly late: Promise<never>
  readonly phases: Record<Phase, number | null>
  /** Milliseconds since the start. */
  readonly elapsed: () => number
  /** Milliseconds that are left. */
  readonly left: () => number
  /** Adds what a phase took since `from`, a moment of `elapsed`. Redirects add up. */
  readonly took: (phase: Phase, from: number) => void
  /** Keeps what must be destroyed with the run; at once where the run has ended. Returns it. */
  readonly hold: <Held extends Holdable>(held: Held) => Held
  /** Gives up what something else now destroys. */
  readonly release: (held: Holdable) => void
  /** Destroys everything held. */
  readonly end: () => void
}

interface Holdable {
  readonly destroy: () => unknown
  readonly on: (event: 'error' | 'close', listener: () => void) => unknown
}

/** Starts the clock of a check. `lateFault` is what it ends with when the time is up. */
export function startRun(timeoutMs: number, options: CheckOptions, lateFault: FaultCode): ProbeRun {
  const began = performance.now()
  const held = new Set<Holdable>()
  let ended = false
  let tooLate: (fault: CheckFault) => void = () => undefined
  const late = new Promise<never>((_resolve, reject) => {
    tooLate = reject
  })
  // Nobody may be waiting for it when it rejects.
  late.catch(() => undefined)
  const timer = setTimeout(() => tooLate(new CheckFault(lateFault, `nothing after ${timeoutMs} ms`)), timeoutMs)
  const phases: ProbeRun['phases'] = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null }
  const elapsed = () => performance.now() - began
  return {
    options,
    at: (options.now ?? Date.now)(),
    late,
    phases,
    elapsed,
    left: () => Math.max(0, timeoutMs - elapsed()),
    took(phase, from) {
      phases[phase] = (phases[phase] ?? 0) + elapsed() - from
    },
    hold(one) {
      // Whoever waits for it gets the error by a listener of his own; this one is for afterwards.
      one.on('error', () => undefined)
      if (ended) one.destroy()
      else {
        held.add(one)
        one.on('close', () => held.delete(one))
      }
      return one
    },
    release: (one) => void held.delete(one),
    end() {
      ended = true
      clearTimeout(timer)
      // What lies upon something goes before it.
      for (const one of [...held].toReversed()) one.destroy()
      held.clear()
    },
  }
}
