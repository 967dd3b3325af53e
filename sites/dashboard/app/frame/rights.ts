import type { Solution } from '@bollard/contracts'
import { isReadOnly } from './is-read-only.ts'
import { useCurrentSolution } from './use-current-solution.ts'

/** What the person who is signed in may do with a solution. */
export function rightsIn(solution: Pick<Solution, 'myRole' | 'locks' | 'lifecycle'>) {
  const mayAnswer = solution.myRole !== 'VIEWER'
  return {
    /** Answer what cannot wait, which also goes while a solution is read-only. */
    mayAnswer,
    /** Change how it works. */
    mayChange: mayAnswer && !isReadOnly(solution),
    /** Change what only admins may. */
    mayConfigure: solution.myRole === 'ADMIN' && !isReadOnly(solution),
  }
}

/** The same, on pages of a solution. */
export function useRights() {
  const solution = useCurrentSolution()
  if (solution === null) throw new Error('useRights is used outside of the pages of a solution')
  return { solution, ...rightsIn(solution) }
}
