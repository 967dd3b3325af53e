import type { Actor } from '@bollard/access'
import type { Organization } from '@bollard/contracts'
import { organizationOf, requireAccess } from '../access/entity.ts'
import { describeOrganization, readOrganization } from './organization-row.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'

type GetContext = Pick<SolutionContext, 'db' | 'now' | 'encryptionKey' | 'billing'>

/** One organization, for its members and administrators of the deployment. */
export async function getOrganization(
  context: GetContext,
  actor: Actor,
  organizationId: string,
): Promise<Organization> {
  const row = await asActor(
    context.db,
    actor,
    async (tx) => {
      await requireAccess(tx, actor, organizationOf(organizationId), 'organization.read', context.now())
      return readOrganization(tx, actor.userId, organizationId)
    },
    { seesAll: true },
  )
  return describeOrganization(context, actor, row)
}
