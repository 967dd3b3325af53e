import type { Problem } from '@bollard/contracts'
import { ApiProblem } from './call-route.ts'

export type Attempt<T> = { ok: true; value: T } | { ok: false; problem: Problem }

/** Turns a refusal into a value, for actions that show it beside the form. Faults of our own stay thrown. */
export async function attempt<T>(call: Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await call }
  } catch (error) {
    if (error instanceof ApiProblem) return { ok: false, problem: error.problem }
    throw error
  }
}
