import type { InviteTokenPreview } from '@bollard/contracts'
import type { SolutionDeps } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { findShownToken } from './find-shown.ts'

/** Which organization a link belongs to and what it is for, for whoever holds it. */
export async function previewInviteToken(
  deps: Pick<SolutionDeps, 'db' | 'now'>,
  token: string,
): Promise<InviteTokenPreview> {
  const { organizationName, verified, purpose, role, expiresAt } = await asActor(deps.db, { userId: '' }, (tx) =>
    findShownToken(tx, token, deps.now()),
  )
  return {
    organization: { name: organizationName, verified },
    purpose,
    role,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
