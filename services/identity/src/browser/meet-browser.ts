import type { Language } from '@bollard/i18n'
import { unknownBrowserWord } from '@bollard/mail'
import { networkOf } from '@bollard/audit'
import { describeUserAgent } from '@bollard/bot-score'
import type { User } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { IdentityContext } from '../identity-context.ts'
import { hashToken } from '../secrets/token.ts'
import { mailOwner, writeMoment } from '../users/send-mail.ts'
import type { Call } from './read-call.ts'

/**
 * Remembers the browser that signs in, and mails the owner when this account has never used it. The first browser of an
 * account is no news. Of programs that send no id, those with the same name in the same network count as one.
 */
export async function meetBrowser(tx: Queries, context: IdentityContext, call: Call, user: User): Promise<void> {
  const now = context.now()
  const browserHash = call.browserId === null ? null : hashToken(call.browserId)
  const [known] = await tx.query('identity-browser-known', knownSql, [user.id, browserHash])
  if (browserHash !== null) await tx.query('identity-browser-meet', meetSql, [user.id, browserHash, now])
  if (!known?.any || known.this) return
  const network = networkOf(call.from.ip)
  const values = { browser: wordsOf(call, user.language), network, when: writeMoment(user, now) }
  const key = hashToken(JSON.stringify(['new-device', user.id, browserHash ?? [call.from.userAgent, network]]))
  await mailOwner(context, tx, user, 'new-device', values, key)
}

function wordsOf(call: Call, language: Language): string {
  const { browser, operatingSystem } = describeUserAgent(call.from.userAgent ?? '')
  const known = [browser, operatingSystem].filter((word) => word !== 'Unknown')
  return known.length > 0 ? known.join(', ') : unknownBrowserWord(language)
}

const knownSql = `select count(*) > 0 as any, coalesce(bool_or(browser_hash = $2), false) as this from identity.known_browsers where user_id = $1`
const meetSql = `insert into identity.known_browsers (user_id, browser_hash, last_seen_at) values ($1, $2, $3)
  on conflict (user_id, browser_hash) do update set last_seen_at = excluded.last_seen_at`
