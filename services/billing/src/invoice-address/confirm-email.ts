import type { Call } from '@bollard/access'
import { dayMs } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { asSystem } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { hashToken } from './ask-to-confirm.ts'

/**
 * Says for whoever reads an address that invoices may go there, with the token of the mail. Throws `token-invalid` for one that
 * was used or never given out, `token-expired` after a day.
 */
export async function confirmInvoiceEmail(
  { db, now }: Pick<BillingContext, 'db' | 'now'>,
  token: string,
  call: Pick<Call, 'from'>,
): Promise<void> {
  const hash = hashToken(token)
  const at = now()
  const [link] = await asSystem(db, [], (tx) => tx.query('billing-confirm-find', findSql, [hash]))
  if (!link) throw new ProblemError('token-invalid')
  if (link.expiresAt <= at) throw new ProblemError('token-expired')
  const { userId, email } = link
  await asSystem(
    db,
    [],
    async (tx) => {
      // With it go the other links to the same address; of two at once one is left over.
      const used = await tx.query('billing-confirm-use', useSql, [userId, email])
      if (used.length === 0) throw new ProblemError('token-invalid')
      await tx.query('billing-confirm-keep', keepSql, [userId, email, at])
      const target = { kind: 'invoice-address', id: userId }
      await recordAudit(tx, null, call, at, {
        scope: 'ACCOUNT',
        scopeId: userId,
        action: 'invoice-address.email-confirmed',
        target,
      })
    },
    userId,
  )
}

/** Deletes links that expired a week ago. */
export async function forgetOldLinks({ db, now }: Pick<BillingContext, 'db' | 'now'>): Promise<void> {
  await db.query('billing-confirm-sweep', 'delete from billing.email_confirmations where expires_at < $1', [
    new Date(now().getTime() - 7 * dayMs),
  ])
}

const findSql =
  'select user_id as "userId", email, expires_at as "expiresAt" from billing.email_confirmations where token_hash = $1'
const useSql = 'delete from billing.email_confirmations where user_id = $1 and email = $2 returning 1 as one'
const keepSql = 'insert into billing.confirmed_emails values ($1, $2, $3) on conflict do nothing'
