import type { SolutionContext } from '../solution-context.ts'

type TellContext = Pick<SolutionContext, 'db' | 'applySolutionState'>

/** Looked at in one go; the next call takes the next ones. */
const atOnce = 100

/**
 * Tells the captcha what holds for a solution now. Call it after the commit that changed it; what fails or is killed in
 * between stays marked, and `reconcile` tells it.
 */
export async function notifyCaptcha({ db, applySolutionState }: TellContext, solutionId: string): Promise<void> {
  const [row] = await db.query('solution-restriction', restrictionSql, [solutionId])
  if (!row) return
  await applySolutionState(solutionId, row)
  await db.query(
    'solution-restriction-told',
    'update solution.solutions set told_number = greatest(told_number, $2) where id = $1',
    [solutionId, row.number],
  )
}

/** Tells the captcha what it was not told. Answers how many solutions that were. In several processes at once it only tells some things twice. */
export async function reconcile(context: TellContext): Promise<number> {
  const rows = await context.db.query('solution-untold', untoldSql, [atOnce])
  const results = await Promise.allSettled(rows.map(({ id }) => notifyCaptcha(context, id)))
  const failed = results.filter((result) => result.status === 'rejected')
  if (failed.length > 0)
    throw new AggregateError(
      failed.map(({ reason }) => reason),
      `The captcha was not told of ${failed.length} solutions`,
    )
  return rows.length
}

// One statement: the effects are those of the number.
const restrictionSql =
  'select solution.effects_of(id) as effects, timezone as "timeZone", restriction_number as number from solution.solutions where id = $1'
const untoldSql = 'select id from solution.solutions where told_number < restriction_number order by id limit $1'
