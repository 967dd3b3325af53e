import type { Solution } from '@bollard/contracts'
import type { SolutionContext } from '../solution-context.ts'

/** The language that was chosen for a solution, for mails about it to addresses without an account; null when there is none. */
export async function findLanguage(
  { db }: Pick<SolutionContext, 'db'>,
  solutionId: string,
): Promise<Solution['language'] | null> {
  const [row] = await db.query<{ language: Solution['language'] }>(
    'solution-language',
    'select language from solution.solutions where id = $1',
    [solutionId],
  )
  return row?.language ?? null
}
