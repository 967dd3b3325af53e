import { randomBytes } from 'node:crypto'
import type { Queries } from '@bollard/database'
import { isDatabaseAway, ProblemError } from '@bollard/http'
import { writeMail } from '@bollard/mail'
import type { IdentityContext } from '../identity-context.ts'
import { recordAudit } from '../users/audit.ts'
import { writeDay } from '../users/send-mail.ts'
import { findBlockers, refuseBlocked } from './preview.ts'

type DeletionContext = Pick<IdentityContext, 'db' | 'now' | 'enqueueMail' | 'belongings' | 'log'>

/**
 * Ends an account whose day has come: takes its owner out of everything, deletes all that is stored, with us and with the payment
 * provider, and mails a certificate. What stays is the audit log, which knows the account by its id alone, and invoices, by law. Safe to repeat. Answers whether it is gone now.
 */
async function deleteAccount(context: DeletionContext, userId: string): Promise<boolean> {
  refuseBlocked(findBlockers(await context.belongings.list(userId)))
  await context.belongings.requireAll()
  // First, and by itself: leaving twice does no harm, while an account that is gone could not leave any more.
  await context.belongings.leaveAll(userId)
  await context.belongings.forget(userId)
  return context.db.transaction((tx) => eraseAccount(tx, context, userId))
}

/** Deletes an account that has left everything, if its day has come, and mails a certificate. Answers whether it is gone now. */
export async function eraseAccount(
  tx: Queries,
  context: Pick<DeletionContext, 'now' | 'enqueueMail'>,
  userId: string,
): Promise<boolean> {
  const at = context.now()
  const [user] = await tx.query('identity-delete-user', deleteSql, [userId, at])
  if (!user) return false
  const certificate = `${at.toISOString().slice(0, 10)}-${randomBytes(8).toString('hex')}`
  await recordAudit(tx, null, at, { userId, action: 'account.deleted', after: { certificate } })
  const date = writeDay(user, at)
  const { language, givenName, email } = user
  await context.enqueueMail(
    tx,
    writeMail('account-deleted', { language, to: email, givenName, values: { date, certificate } }),
    `account-deleted ${userId}`,
  )
  return true
}

/**
 * Deletes the accounts whose 30 days are over. Where somebody has become the only admin of something meanwhile, the payer, or an
 * admin of something locked by law, and while a database of captchas is away, the account stays until that has changed, and the log says so. Run it about once an hour, anywhere.
 */
export async function deleteDueAccounts(context: DeletionContext): Promise<number> {
  const now = context.now()
  let deleted = 0
  // Page by page, so that any number of accounts that have to stay keeps no other one waiting.
  for (
    let page = await dueAccounts(context.db, now, null);
    page.length > 0;
    page = await dueAccounts(context.db, now, page.at(-1) ?? null)
  ) {
    for (const id of page) if (await tryToDelete(context, id)) deleted += 1
  }
  return deleted
}

/** The next run retries what fails here; nothing else waits for it. */
async function tryToDelete(context: DeletionContext, id: string): Promise<boolean> {
  try {
    return await deleteAccount(context, id)
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'last-admin')
      context.log(`The account ${id} cannot be deleted yet: it is the only admin of something`)
    else if (error instanceof ProblemError && error.code === 'in-use')
      context.log(`The account ${id} cannot be deleted yet: it pays for something with an active plan`)
    else if (error instanceof ProblemError && error.code === 'state-conflict')
      context.log(`The account ${id} cannot be deleted yet: something of it is locked by law`)
    else if (isDatabaseAway(error))
      context.log(`The account ${id} cannot be deleted yet: a database that may keep something of it is away`, error)
    else context.log(`The account ${id} could not be deleted`, error)
    return false
  }
}

/** In the order of the ids, those after one. */
async function dueAccounts(db: Queries, now: Date, after: string | null): Promise<string[]> {
  const rows = await db.query('identity-deletions-due', dueSql, [now, after])
  return rows.map(({ id }) => id)
}

const deleteSql =
  'delete from identity.users where id = $1 and deletion_at <= $2 returning email, given_name as "givenName", language, timezone'
const dueSql =
  'select id from identity.users where deletion_at <= $1 and ($2::uuid is null or id > $2) order by id limit 100'
