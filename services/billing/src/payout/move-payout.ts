import type { Actor, Call } from '@bollard/access'
import type { Payout } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { type Mail, writeMail } from '@bollard/mail'
import type { BillingContext } from '../billing-context.ts'
import { recordOperation } from '../store/record-audit.ts'
import { attachPayout } from '../wording/mail-words.ts'
import { grossOf, type PayoutRow } from './payout-row.ts'

export interface PayoutMove {
  /** As it is before, locked. */
  readonly payout: PayoutRow
  readonly status: Payout['status']
  readonly reason?: string | null
  readonly inFile?: boolean
  readonly at: Date
  readonly actor: Actor
  readonly call: Call
}

/** Writes down that a payout has another state; what it holds goes with it: paid with COMPLETED, payable again with FAILED and CANCELED. */
export async function movePayout(
  tx: Queries,
  { payout, status, reason = null, inFile = false, at, actor, call }: PayoutMove,
): Promise<void> {
  const { id, organizationId } = payout
  await tx.query('partner-payout-move', moveSql, [id, status, reason, at, inFile])
  if (status === 'COMPLETED') await tx.query('partner-payout-paid', paidSql, [id, at])
  if (status === 'FAILED' || status === 'CANCELED') await tx.query('partner-payout-release', releaseSql, [id, at])
  await recordOperation(tx, { actor, call }, at, {
    organizationId,
    action: 'payout.state-changed',
    target: { kind: 'PAYOUT', id },
    before: { status: payout.status },
    after: { status, ...(reason === null ? {} : { reason }) },
  })
}

const moveSql = `update billing.payouts set status = $2, reason = coalesce($3, reason), updated_at = $4, in_file = in_file or $5,
    sent_at = case when $2 = 'SENT' then $4 else sent_at end, completed_at = case when $2 = 'COMPLETED' then $4 else completed_at end
  where id = $1`
const paidSql = `update billing.commissions set status = 'PAID', updated_at = $2 where payout_id = $1 and status = 'IN_PAYOUT'`
const releaseSql = `update billing.commissions set status = 'APPROVED', payout_id = null, updated_at = $2 where payout_id = $1 and status = 'IN_PAYOUT'`

/** Tells the admins of an organization that a payout is on its way, with its document, or that it failed. Ask outside of a transaction. */
export async function writePayoutLetters(
  context: Pick<BillingContext, 'solution' | 'dashboardUrl'>,
  payout: PayoutRow,
  became: 'SENT' | 'FAILED' = 'SENT',
): Promise<{ mail: Mail; key: string }[]> {
  const { id, organizationId, number, currency } = payout
  if (number === null) return []
  const people = await context.solution.findOrganizationAdmins(organizationId)
  return people.map(({ userId, email: to, givenName, language }) => {
    const link = `${context.dashboardUrl}/${language}/organizations/${organizationId}/earnings`
    const amount = new Intl.NumberFormat(language, { style: 'currency', currency }).format(grossOf(payout) / 100)
    const values = { link, number, amount }
    if (became === 'FAILED')
      return {
        mail: writeMail('payout-failed', { language, to, givenName, values }),
        key: `payout-failed:${id}:${userId}`,
      }
    const attachments = [attachPayout(language, { id, number })]
    return {
      mail: writeMail('payout-sent', { language, to, givenName, values, attachments }),
      key: `payout-sent:${id}:${userId}`,
    }
  })
}
