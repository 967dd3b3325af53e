import type { LimitedCall } from '@bollard/limits'
import type { Ending } from '../record/recorded-decision.ts'
import type { Seen } from './tally.ts'

/** A request that was let through, until somebody says what became of it. */
export interface OpenCall {
  readonly call: LimitedCall
  readonly tried: readonly Seen[]
}

export interface OpenCalls {
  readonly add: (solutionId: string, id: string, open: OpenCall) => void
  /** Takes a call out; undefined for one that is not known here, or has ended. */
  readonly take: (solutionId: string, id: string) => OpenCall | undefined
}

/** Of one process. Who never says what became of a request has it forgotten first; leases end by themselves. */
const openMax = 100_000

export function createOpenCalls(): OpenCalls {
  const calls = new Map<string, OpenCall>()
  return {
    add(solutionId, id, open) {
      if (calls.size >= openMax) for (const oldest of calls.keys()) if (calls.delete(oldest)) break
      calls.set(`${solutionId} ${id}`, open)
    },
    take(solutionId, id) {
      const name = `${solutionId} ${id}`
      const open = calls.get(name)
      calls.delete(name)
      return open
    },
  }
}

/** Whether a status of the site is an error that a change may have caused: not what visitors ask for in vain, and not our own refusals. */
export function isError(ending: Ending, status: number | null): boolean {
  if (status === null) return ending === 'FAILURE'
  return status >= 400 && status !== 404 && status !== 429
}
