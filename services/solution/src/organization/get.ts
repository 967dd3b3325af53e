import type { Actor } from '@bollard/access'
import type { Organization } from '@bollard/contracts'
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
  const row = await asActor(context.db, actor, (tx) => readOrganization(tx, actor.userId, organizationId), {
    seesAll: true,
  })
  return describeOrganization(context, actor, row)
}
