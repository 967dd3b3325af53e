import type { Role, Solution } from '@bollard/contracts'

/** A solution as the statements of this service select it; the table's checks hold the unions. */
export interface SolutionRow {
  readonly id: string
  readonly label: string
  readonly type: Solution['item']['type']
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly members: Solution['members']
  readonly myRole: Role
}

/** Columns of `SolutionRow` save `myRole`, from `solution.solutions s`. */
export const solutionColumns = `s.id, s.label, s.type, s.version, s.created_at as "createdAt", s.updated_at as "updatedAt",
  (select json_agg(json_build_object('userId', m.user_id, 'role', m.role) order by m.created_at, m.user_id)
     from solution.members m where m.solution_id = s.id) as members`

export function toSolution(row: SolutionRow): Solution {
  return {
    id: row.id,
    label: row.label,
    item: { type: row.type },
    managementOrganization: null,
    members: row.members,
    myRole: row.myRole,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
