import { type Mail, writeMail } from '@bollard/mail'
import type { PartnerDeps } from '../partner-context.ts'
import { grossOf, type PayoutRow } from './payout-row.ts'

/** Tells the admins of an organization that a payout is on its way. Ask outside of a transaction. */
export async function writePayoutLetters(
  deps: Pick<PartnerDeps, 'findOrganizationAdmins' | 'dashboardUrl'>,
  payout: PayoutRow,
): Promise<{ mail: Mail; key: string }[]> {
  const { id, organizationId, number, currency } = payout
  if (number === null) return []
  const people = await deps.findOrganizationAdmins(organizationId)
  return people.map(({ userId, email: to, givenName, language }) => {
    const link = `${deps.dashboardUrl}/${language}/organizations/${organizationId}/earnings`
    const amount = new Intl.NumberFormat(language, { style: 'currency', currency }).format(grossOf(payout) / 100)
    return { mail: writeMail('payout-sent', { language, to, givenName, values: { link, number, amount } }), key: `payout-sent:${id}:${userId}` }
  })
}
