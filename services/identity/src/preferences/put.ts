import type { NotificationPreferences } from '@bollard/contracts'
import { lockUser } from '../users/lock-user.ts'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { changesOf, recordAudit } from '../users/audit.ts'
import { requireActor } from '../session/actor.ts'
import { defaultPreferences, findPreferences, keepPreferences } from './preferences.ts'

/** Chooses which mails the signed-in person gets. Of two windows the later one wins, since each sends the whole choice. */
export async function putPreferences(
  context: IdentityContext,
  caller: Caller,
  chosen: NotificationPreferences,
): Promise<NotificationPreferences> {
  const { userId } = await requireActor(context, caller)
  await context.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const known = (await findPreferences(tx, userId)) ?? defaultPreferences
    await keepPreferences(tx, userId, chosen)
    const changes = changesOf(flat(known), flat(chosen))
    if (changes)
      await recordAudit(tx, caller, context.now(), { userId, action: 'notification-preferences.changed', ...changes })
  })
  return chosen
}

const flat = ({ mails, weeklyReportDay }: NotificationPreferences) => ({ ...mails, weeklyReportDay })
