import { ProblemError } from '@bollard/http'
import { lockUser } from '../users/lock-user.ts'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { recordAudit } from '../users/audit.ts'
import { limitedIp } from '../limits/rate-limit.ts'
import { findUser } from '../users/user.ts'
import { defaultPreferences, findPreferences, keepPreferences } from './preferences.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

/** Switches one category of mails off. Without effect and without error when it is off already, or the account is gone. */
export async function unsubscribe(context: IdentityContext, caller: Caller, token: string): Promise<void> {
  const ip = limitedIp(caller.ip)
  await context.limiter.take('unsubscribePerIp', ip)
  const wanted = readUnsubscribeToken(context.secret, token)
  if (!wanted) throw new ProblemError('token-invalid', 'The link is incomplete.')
  // Providers send this for many people from one address, so that only failures count.
  await context.limiter.giveBack('unsubscribePerIp', ip)
  const { userId, category } = wanted
  await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    const known = (await findPreferences(tx, userId)) ?? defaultPreferences
    if (!user || !known.mails[category]) return
    await keepPreferences(tx, userId, { ...known, mails: { ...known.mails, [category]: false } })
    const changes = { before: { [category]: true }, after: { [category]: false } }
    await recordAudit(tx, caller, context.now(), { userId, action: 'notification-preferences.changed', ...changes })
  })
}

/** The page where a person can do the same: what a mail program shows that only follows the address. Changes nothing. */
export async function unsubscribePage(context: IdentityContext, token: string): Promise<string> {
  const wanted = readUnsubscribeToken(context.secret, token)
  const user = wanted && (await findUser(context.db, wanted.userId))
  return `${context.identityUrl}/${user?.language ?? 'en'}/unsubscribe?token=${encodeURIComponent(token)}`
}
