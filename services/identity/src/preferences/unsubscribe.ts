import { mailCategories } from '@bollard/contracts'
import { ProblemError, limitedIp } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { isKeyedHash, keyedHash, type Secrets } from '../secrets/derive-key.ts'
import { recordAudit } from '../users/audit.ts'
import { findUser, isUuid, lockUser } from '../users/user.ts'
import { defaultPreferences, findPreferences, keepPreferences, type MailCategory } from './preferences.ts'

/** Switches one category of mails off. Without effect and without error when it is off already, or the account is gone. */
export async function unsubscribe(context: IdentityContext, token: string, call: Call): Promise<void> {
  const ip = limitedIp(call.from.ip)
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
    await recordAudit(tx, call, context.now(), { userId, action: 'notification-preferences.changed', ...changes })
  })
}

/** The page where a person can do the same: what a mail program shows that only follows the address. Changes nothing. */
export async function unsubscribePage(context: IdentityContext, token: string): Promise<string> {
  const wanted = readUnsubscribeToken(context.secret, token)
  const user = wanted && (await findUser(context.db, wanted.userId))
  return `${context.identityUrl}/${user?.language ?? 'en'}/unsubscribe?token=${encodeURIComponent(token)}`
}

/** What a token stands for. */
export interface Unsubscription {
  readonly userId: string
  readonly category: MailCategory
}

/** For the `List-Unsubscribe` header of one mail category to one person. It never ends, as old mails have to work, and it opens nothing else. */
export function unsubscribeUrl(
  { apiUrl, secret }: { apiUrl: string; secret: Secrets },
  userId: string,
  category: MailCategory,
): string {
  return `${apiUrl}/identity/v1/unsubscriptions?token=${createUnsubscribeToken(secret, { userId, category })}`
}

/** `userId.category.signature`, all of it safe in an address. */
export function createUnsubscribeToken(secret: Secrets, { userId, category }: Unsubscription): string {
  return `${userId}.${category}.${keyedHash(secret, 'unsubscribe', `${userId}\0${category}`)}`
}

/** Null for anything that we have not signed. */
export function readUnsubscribeToken(secret: Secrets, token: string): Unsubscription | null {
  const [userId = '', name = '', signature = '', ...more] = token.split('.')
  const category = mailCategories.find((each) => each === name)
  if (category === undefined || !isUuid(userId) || more.length > 0) return null
  return isKeyedHash(signature, secret, 'unsubscribe', `${userId}\0${category}`) ? { userId, category } : null
}
