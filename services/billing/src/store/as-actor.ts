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

interface PartnerScope {
  readonly organizationIds: readonly string[]
  readonly solutionIds?: readonly string[]
}

/** Runs `work` in one transaction under the role that row-level security binds; it reads what belongs to the organizations and changes nothing. */
export function asPartner<T>(
  db: Database,
  userId: string,
  { organizationIds }: PartnerScope,
  work: (tx: Queries) => Promise<T>,
): Promise<T> {
  const settings = {
    'bollard.actor': userId,
    'bollard.solutions': '',
    'bollard.organizations': organizationIds.join(','),
    'bollard.system': 'off',
  }
  return asRole(db, 'bollard_billing', settings, work)
}

/** The same for what an operator does, or nobody asked for: it may change what belongs to the organizations. */
export function asProgramme<T>(
  db: Database,
  { organizationIds, solutionIds = [] }: PartnerScope,
  work: (tx: Queries) => Promise<T>,
): Promise<T> {
  const scope = { 'bollard.solutions': solutionIds.join(','), 'bollard.organizations': organizationIds.join(',') }
  return asRole(db, 'bollard_billing', { 'bollard.actor': '', ...scope, 'bollard.system': 'on' }, work)
}

/** Whether a deletion failed because another row needs the one that was to go (SQLSTATE 23503, and 23001 for "restrict"). */
export function isStillReferenced(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '23503' || error.code === '23001')
}
