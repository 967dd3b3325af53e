import { type Mail, writeMail } from '@bollard/mail'
import { attachPayout } from '../wording/attach.ts'
import type { BillingContext } from '../billing-context.ts'
import { grossOf, type PayoutRow } from './payout-row.ts'

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
