import type { Person } from '@bollard/access'
import type { SolutionContext } from '../solution-context.ts'

/** The admins of an organization, for mails to them. Ask outside of a transaction, since the identity service needs a connection of its own. */
export async function findOrganizationAdmins(
  { db, identity }: Pick<SolutionContext, 'db' | 'identity'>,
  organizationId: string,
): Promise<Person[]> {
  const rows = await db.query<{ userId: string }>('organization-admins', adminsSql, [organizationId])
  return rows.length === 0 ? [] : identity.findPeople(rows.map(({ userId }) => userId))
}

const adminsSql = `select user_id as "userId" from solution.organization_members where organization_id = $1 and role = 'ADMIN' order by user_id`
