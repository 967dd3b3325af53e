import type { Organization } from '@bollard/contracts'
import { enter, organizationOf } from '../member/entity.ts'
import type { Actor, SolutionDeps } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { describeOrganization, readOrganization } from './organization-row.ts'

type GetDeps = Pick<SolutionDeps, 'db' | 'now' | 'encryptionKey' | 'describeBalances'>

/** One organization, for its members and administrators of the deployment. */
export async function getOrganization(deps: GetDeps, actor: Actor, organizationId: string): Promise<Organization> {
  const row = await asActor(
    deps.db,
    actor,
    async (tx) => {
      await enter(tx, actor, organizationOf(organizationId), 'organization.read', deps.now())
      return readOrganization(tx, actor.userId, organizationId)
    },
    { seesAll: true },
  )
  return describeOrganization(deps, actor, row)
}
