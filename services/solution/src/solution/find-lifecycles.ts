import type { Lifecycle } from '@bollard/contracts'
import type { SolutionContext } from '../solution-context.ts'

export interface FoundLifecycle {
  readonly lifecycle: Lifecycle
  readonly endsAt: Date | null
  readonly deletionAt: Date | null
}

/** How far the lives of solutions are. Asked by services, so in nobody's name; unknown ids are left out. */
export async function findLifecycles(
  { db }: Pick<SolutionContext, 'db'>,
  solutionIds: readonly string[],
): Promise<Map<string, FoundLifecycle>> {
  const rows = await db.query<FoundLifecycle & { id: string }>(
    'solution-lifecycles',
    'select id, lifecycle, ends_at as "endsAt", deletion_at as "deletionAt" from solution.solutions where id = any($1::uuid[])',
    [solutionIds],
  )
  return new Map(rows.map(({ id, ...found }) => [id, found]))
}
