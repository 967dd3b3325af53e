import { asRole, type Database, type Queries } from '@bollard/database'

/** In whose name a transaction runs, and the solutions that the policy let it see. */
export interface Scope {
  readonly userId: string
  readonly solutionIds?: readonly string[]
}

/**
 * Runs `work` in one transaction under the role that row-level security binds: a statement that forgets its WHERE sees only
 * the addresses and payment methods of the person, and the plans of the solutions in `scope`.
 */
export function asActor<T>(
  db: Database,
  { userId, solutionIds = [] }: Scope,
  work: (tx: Queries) => Promise<T>,
): Promise<T> {
  return asRole(
    db,
    'bollard_billing',
    { 'bollard.actor': userId, 'bollard.solutions': solutionIds.join(','), 'bollard.system': 'off' },
    work,
  )
}

/**
 * The same for what nobody asked for: it sees the solutions, and the addresses and payment methods that these use. `userId` also
 * opens what belongs to one person, such as a card of which the provider tells something.
 */
export function asSystem<T>(
  db: Database,
  solutionIds: readonly string[],
  work: (tx: Queries) => Promise<T>,
  userId = '',
): Promise<T> {
  return asRole(
    db,
    'bollard_billing',
    { 'bollard.actor': userId, 'bollard.solutions': solutionIds.join(','), 'bollard.system': 'on' },
    work,
  )
}
