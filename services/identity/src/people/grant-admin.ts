import type { Database } from '@bollard/database'
import { writeMail } from '@bollard/mail'
import type { EnqueueMail } from '../identity-context.ts'
import { endSessions } from '../session/end.ts'
import { recordAudit } from '../users/audit.ts'
import { writeMoment } from '../users/send-mail.ts'
import { findUserByEmail, lockUser } from '../users/user.ts'
import { countAdministrators, lockAdministrators, setAdminSql } from './requests.ts'

interface OperatorDeps {
  readonly db: Database
  readonly enqueueMail: EnqueueMail
  readonly identityUrl: string
  readonly now: () => Date
}

/** `unknown`: nobody has confirmed the address, or the account is suspended or about to be deleted. `enough`: two administrators can do it. */
type Granted = 'granted' | 'unknown' | 'already' | 'enough'

/** Makes somebody an administrator on the server's command line, where there are not yet two who could do it together. */
export async function grantAdminByCommand(
  { db, enqueueMail, identityUrl, now }: OperatorDeps,
  address: string,
): Promise<Granted> {
  const found = await findUserByEmail(db, address)
  if (!found) return 'unknown'
  return db.transaction(async (tx) => {
    await lockAdministrators(tx)
    const user = await lockUser(tx, found.id)
    const [usable] = await tx.query(
      'identity-user-usable',
      'select 1 as one from identity.users where id = $1 and email_verified and suspended_at is null and deletion_at is null',
      [found.id],
    )
    if (!user || !usable) return 'unknown'
    if (user.isAdmin) return 'already'
    if ((await countAdministrators(tx)) > 1) return 'enough'
    const at = now()
    await tx.query('identity-admin-set', setAdminSql, [user.id, true, at])
    await endSessions(tx, user.id)
    await recordAudit(tx, null, at, { userId: user.id, action: 'account.made-admin', after: { by: 'SERVER_COMMAND' } })
    const { language, email: to, givenName } = user
    const values = { link: `${identityUrl}/${language}/account/security`, when: writeMoment(user, at) }
    await enqueueMail(tx, writeMail('administrator-added', { language, to, givenName, values }))
    return 'granted'
  })
}
