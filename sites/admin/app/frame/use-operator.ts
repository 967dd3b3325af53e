import type { OperatorSession } from '@bollard/contracts'
import { useRouteLoaderData } from 'react-router'

/** What the shell loads for all of its pages. */
export interface Operator {
  user: { id: string; givenName: string; email: string }
  timeZone: string
  changeMode: OperatorSession['changeMode']
}

/** Who operates. Undefined outside of the shell. */
export function useOperator(): Operator | undefined {
  return useRouteLoaderData<Operator>('shell/shell')
}

/** Whether the change mode is on: without it, pages leave out what changes something. */
export function useMayChange(): boolean {
  return (useOperator()?.changeMode ?? null) !== null
}
