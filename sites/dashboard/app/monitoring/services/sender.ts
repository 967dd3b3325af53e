import type { RouterContextProvider } from 'react-router'

/** On whose behalf a page asks, and of which solution. */
export interface Sender {
  readonly context: Readonly<RouterContextProvider>
  readonly request: Request
  readonly solutionId: string
}
