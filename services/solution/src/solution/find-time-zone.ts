import type { SolutionContext } from '../solution-context.ts'

/** The time zone in which mails about a solution name days, such as `Europe/Berlin`; null when there is no such solution. */
export async function findTimeZone({ db }: Pick<SolutionContext, 'db'>, solutionId: string): Promise<string | null> {
  const [row] = await db.query<{ timezone: string }>(
    'solution-time-zone',
    'select timezone from solution.solutions where id = $1',
    [solutionId],
  )
  return row?.timezone ?? null
}
