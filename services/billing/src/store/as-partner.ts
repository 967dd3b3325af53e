import { asRole, type Database, type Queries } from '@bollard/database'

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
