import { ApiProblem, ApiUnreachable } from '@bollard/api-client'
import type { Problem } from '@bollard/contracts'

export type Attempt<T> = { ok: true; value: T } | { ok: false; problem: Problem }

/** Turns a refusal into a value, for actions that show it beside the form; no answer reads as `unavailable`. Faults of our own stay thrown. */
export async function attempt<T>(call: Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await call }
  } catch (error) {
    if (error instanceof ApiProblem) return { ok: false, problem: error.problem }
    if (!(error instanceof ApiUnreachable)) throw error
    console.error(error)
    return {
      ok: false,
      problem: {
        type: 'about:blank',
        title: 'Unavailable',
        status: 503,
        detail: error.message,
        code: 'unavailable',
        requestId: '',
      },
    }
  }
}
