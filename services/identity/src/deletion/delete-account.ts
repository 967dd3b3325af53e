import { randomBytes } from 'node:crypto'
import { writeMail } from '@bollard/mail'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { IdentityContext } from '../identity-context.ts'
import { recordAudit } from '../record-audit.ts'

type DeletionContext = Pick<IdentityContext, 'db' | 'now' | 'enqueueMail' | 'belongings' | 'log'>

/**
 * Ends an account whose day has come: takes its owner out of everything, deletes all that is stored, and mails a certificate.
 * What stays is the audit log, which knows the account by its id alone. Safe to repeat. Answers whether it is gone now.
 */
export async function deleteAccount(context: DeletionContext, userId: string): Promise<boolean> {
  // First, and by itself: leaving twice does no harm, while an account that is gone could not leave any more.
  await context.belongings.leaveAll(userId)
  const at = context.now()
  return context.db.transaction(async (tx) => {
    const [user] = await tx.query<{ email: string; givenName: string; language: 'en' | 'de' }>('identity-delete-user', deleteSql, [userId, at])
    if (!user) return false
    const certificate = `${at.toISOString().slice(0, 10)}-${randomBytes(8).toString('hex')}`
    await recordAudit(tx, null, at, { userId, action: 'account.deleted', after: { certificate } })
    const date = new Intl.DateTimeFormat(user.language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
    const { language, givenName, email } = user
    await context.enqueueMail(tx, writeMail('account-deleted', { language, to: email, givenName, values: { date, certificate } }), `account-deleted ${userId}`)
    return true
  })
}

/**
 * Deletes the accounts whose 30 days are over. Where somebody has become the only admin of something meanwhile, the account
 * stays until another one is found, and the log says so. Run it about once an hour, anywhere.
 */
export async function deleteDueAccounts(context: DeletionContext): Promise<number> {
  const due = await dueAccounts(context.db, context.now())
  let deleted = 0
  for (const { id } of due) {
    try {
      if (await deleteAccount(context, id)) deleted += 1
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'last-admin') throw error
      context.log(`The account ${id} cannot be deleted yet: it is the only admin of something`)
    }
  }
  return deleted
}

async function dueAccounts(db: Queries, now: Date): Promise<{ id: string }[]> {
  return db.query('identity-deletions-due', 'SELECT id FROM identity.users WHERE deletion_at <= $1 ORDER BY deletion_at LIMIT 100', [now])
}

const deleteSql = 'DELETE FROM identity.users WHERE id = $1 AND deletion_at <= $2 RETURNING email, given_name AS "givenName", language'
