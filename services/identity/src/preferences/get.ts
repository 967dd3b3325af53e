import type { NotificationPreferences } from '@bollard/contracts'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { requireActor } from '../session/actor.ts'
import { defaultPreferences, findPreferences } from './preferences.ts'

/** Which mails the signed-in person gets. */
export async function getPreferences(context: IdentityContext, caller: Caller): Promise<NotificationPreferences> {
  const { userId } = await requireActor(context, caller)
  return (await findPreferences(context.db, userId)) ?? defaultPreferences
}
