import type { LockEffect, Organization, Solution } from '@bollard/contracts'
import type { Language } from '@bollard/i18n'
import type { LockJson } from './store/solution-row.ts'

/** Columns that hold more than the schema says. */
export interface ColumnTypes {
  'solution.invitations.language': Language
  'solution.organization_evidence.details': Readonly<Record<string, string>>
  'solution.organizations.address': Partial<Organization['address']>
  'solution.organizations.language': Language
  'solution.solutions.language': Language
}

/** What the statements build of `solutionColumns`. */
interface BuiltOfSolution {
  managementOrganization: Solution['managementOrganization']
  members: Solution['members']
  locks: readonly LockJson[]
}

/** Columns of rows, and why they are more than the schema can say. */
export interface ResultTypes {
  'organization-expire': {
    /** The statement takes only those whose time is over. */
    until: Date
  }
  'organization-solutions': {
    /** The statement leaves out what is deleted. */
    lifecycle: Exclude<Solution['lifecycle'], 'DELETED'>
  }
  'solution-by-ids': BuiltOfSolution
  'solution-due-exports': {
    /** The statement takes only those that somebody has asked for. */
    requestedBy: string
  }
  'solution-latest': BuiltOfSolution
  'solution-latest-any': BuiltOfSolution
  'solution-latest-far': BuiltOfSolution
  'solution-latest-near': BuiltOfSolution
  'solution-list': BuiltOfSolution
  'solution-load': BuiltOfSolution
  'solution-restriction': {
    /** Collected from a column that a check restricts. */
    effects: LockEffect[]
  }
}
