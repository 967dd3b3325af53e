import { writeMail } from '@bollard/mail'
import type { IdentityContext } from '../identity-context.ts'
import { gatherAccount } from './gather.ts'

type ExportContext = Pick<IdentityContext, 'db' | 'now' | 'enqueueMail' | 'exportParts' | 'identityUrl' | 'log'>

const keptHours = 24
const attemptsMax = 3

/** Makes the file of an export and tells its owner. Of two that make it at once, one file stays. */
export async function makeExport(context: ExportContext, exportId: string, userId: string): Promise<void> {
  try {
    const file = await gatherAccount(context.db, context.exportParts, userId, context.now())
    const expiresAt = new Date(context.now().getTime() + keptHours * 3_600_000)
    await context.db.transaction(async (tx) => {
      const [done] = await tx.query('identity-export-ready', readySql, [exportId, Buffer.from(file), expiresAt])
      if (!done) return
      const { language, givenName, email } = done
      const link = `${context.identityUrl}/${language}/account/export`
      await context.enqueueMail(
        tx,
        writeMail('account-export-ready', { language, to: email, givenName, values: { link } }),
        `account-export ${exportId}`,
      )
    })
  } catch (error) {
    context.log('An export of an account could not be made', error)
    await context.db.query(
      'identity-export-failed',
      `update identity.account_exports set status = 'FAILED' where id = $1 and status = 'PENDING' and attempts >= $2`,
      [exportId, attemptsMax],
    )
  }
}

/** Makes again what a process that ended left behind, and empties files that have ended. Run it every few minutes, anywhere. */
export async function runDueExports(context: ExportContext): Promise<void> {
  const now = context.now()
  const due = await context.db.query('identity-exports-due', dueSql, [now])
  for (const { id, userId } of due) await makeExport(context, id, userId)
  await context.db.query(
    'identity-exports-empty',
    'update identity.account_exports set file = null where file is not null and expires_at <= $1',
    [now],
  )
  await context.db.query(
    'identity-exports-forget',
    `delete from identity.account_exports where created_at <= $1::timestamptz - interval '7 days'`,
    [now],
  )
}

const readySql = `with done as (
    update identity.account_exports set status = 'READY', file = $2, expires_at = $3 where id = $1 and status = 'PENDING' returning user_id)
  select email, given_name as "givenName", language from identity.users join done on done.user_id = users.id`
const dueSql = `update identity.account_exports set started_at = $1, attempts = attempts + 1 where id in (
    select id from identity.account_exports where status = 'PENDING' and started_at <= $1::timestamptz - interval '10 minutes'
    order by id limit 20 for update skip locked)
  returning id, user_id as "userId"`
