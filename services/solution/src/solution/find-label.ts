import type { SolutionContext } from '../solution-context.ts'

/** What its owner calls a solution, for mails to the owner; null when there is none. Asked by services, so in nobody's name. */
export async function findLabel({ db }: Pick<SolutionContext, 'db'>, solutionId: string): Promise<string | null> {
  const [row] = await db.query<{ label: string }>(
    'solution-label',
    'select label from solution.solutions where id = $1',
    [solutionId],
  )
  return row?.label ?? null
}
