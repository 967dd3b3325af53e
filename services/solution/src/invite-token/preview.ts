import type { InviteTokenPreview } from '@bollard/contracts'
import { findShownToken } from './find-shown.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'

/** Which organization a link belongs to and what it is for, for whoever holds it. */
export async function previewInviteToken(
  context: Pick<SolutionContext, 'db' | 'now'>,
  token: string,
): Promise<InviteTokenPreview> {
  const { organizationName, verified, purpose, role, expiresAt } = await asActor(context.db, { userId: '' }, (tx) =>
    findShownToken(tx, token, context.now()),
  )
  return {
    organization: { name: organizationName, verified },
    purpose,
    role,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
