import type { Ending } from './recorded-decision.ts'

/** Whether a status of the site is an error that a change may have caused: not what visitors ask for in vain, and not our own refusals. */
export function isError(ending: Ending, status: number | null): boolean {
  if (status === null) return ending === 'FAILURE'
  return status >= 400 && status !== 404 && status !== 429
}
