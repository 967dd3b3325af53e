import type { Database } from '@bollard/database'
import { writeMail } from '@bollard/mail'
import { dropFactors } from '../factors/drop-factors.ts'
import { findProtection, isProtected, type Protection } from '../factors/protection.ts'
import type { EnqueueMail } from '../identity-context.ts'
import { recordAudit } from '../users/audit.ts'
import { writeMoment } from '../users/send-mail.ts'
import { findUserByEmail, lockUser } from '../users/user.ts'

interface OperatorDeps {
  readonly db: Database
  readonly enqueueMail: EnqueueMail
  readonly identityUrl: string
  readonly now: () => Date
}

/** An account as the person who runs the server sees it before its factors are removed. */
export interface ProtectedAccount extends Protection {
  readonly email: string
  readonly isAdmin: boolean
}

/** Null when nobody has the address, or nothing but a password protects the account. */
export async function findProtectedAccount(
  { db }: Pick<OperatorDeps, 'db'>,
  address: string,
): Promise<ProtectedAccount | null> {
  const user = await findUserByEmail(db, address)
  const protection = user && (await findProtection(db, user.id))
  return user && protection && isProtected(protection)
    ? { ...protection, email: user.email, isAdmin: user.isAdmin }
    : null
}

/**
 * Removes all second factors of an account on the server's command line, also an administrator's, ends its sessions and mails its owner.
 * The password stays, and the next sign-in leads to where a new factor is set up. How many sessions ended; null as above.
 */
export async function removeFactorsByOperator(
  { db, enqueueMail, identityUrl, now }: OperatorDeps,
  address: string,
): Promise<{ sessionsEnded: number } | null> {
  const found = await findUserByEmail(db, address)
  if (!found) return null
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, found.id)
    if (!user || !isProtected(await findProtection(tx, found.id))) return null
    const at = now()
    const sessionsEnded = await dropFactors(tx, user.id)
    await tx.query('identity-factor-removal-by-operator', doneSql, [user.id, at])
    await recordAudit(tx, null, at, {
      userId: user.id,
      action: 'second-factors.removed',
      after: { by: 'SERVER_COMMAND', sessionsEnded },
    })
    const { language, email: to, givenName } = user
    const values = { link: `${identityUrl}/${language}/account/security`, when: writeMoment(user, at) }
    await enqueueMail(tx, writeMail('factors-removed-by-operator', { language, to, givenName, values }))
    return { sessionsEnded }
  })
}

/** As after the wait: the next sign-in asks for a new factor. A wait that was under way is over. */
const doneSql = `insert into identity.factor_removals as r (user_id, link_expires_at, started_at, removed_at) values ($1, $2, $2, $2)
  on conflict (user_id) do update set token_hash = null, stop_hashes = '{}', next_at = null, removed_at = excluded.removed_at`
