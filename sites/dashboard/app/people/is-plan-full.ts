import type { ShownProblem } from '@bollard/site-kit'

/** Whether the plan of the solution has no room, and not the hundred members that there can be at most. */
export function isPlanFull(problem: ShownProblem | null): boolean {
  return (
    problem?.code === 'quota-exceeded' &&
    (problem.errors ?? []).some(({ code, params }) => code === 'limit-exceeded' && params?.['limit'] === 'members')
  )
}
