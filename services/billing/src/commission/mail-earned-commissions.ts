import { writeMail } from '@bollard/mail'
import type { BillingContext } from '../billing-context.ts'
import { asProgramme } from '../store/as-actor.ts'
import { unsubscribeUrlOf } from '../wording/mail-words.ts'
import { payoutCurrency } from './describe-earnings.ts'

const atOnce = 100

/** Mails the admins of organizations what they earned last month, once a month across all processes. Returns the number of organizations. */
export async function mailEarnedCommissions(context: BillingContext): Promise<number> {
  const month = monthBefore(context.now())
  const due = await context.db.query('partner-earned-due', dueSql, [month, payoutCurrency, atOnce])
  let told = 0
  for (const { organizationId, amountMinor } of due) {
    try {
      if (await tell(context, { organizationId, amountMinor, month })) told += 1
    } catch (error) {
      context.onError(error)
    }
  }
  return told
}

interface Earned {
  readonly organizationId: string
  readonly amountMinor: number
  readonly month: string
}

async function tell(context: BillingContext, { organizationId, amountMinor, month }: Earned): Promise<boolean> {
  const [terms, people] = await Promise.all([
    context.solution.payoutTermsOf(organizationId),
    context.solution.findOrganizationAdmins(organizationId),
  ])
  const organization = terms?.name ?? null
  const letters = await Promise.all(
    people.map(async ({ userId, email: to, givenName, language }) => {
      const url = await unsubscribeUrlOf(context, userId, 'BILLING')
      if (url === null || organization === null) return null
      const amount = new Intl.NumberFormat(language, { style: 'currency', currency: payoutCurrency }).format(
        amountMinor / 100,
      )
      const values = {
        link: `${context.dashboardUrl}/${language}/organizations/${organizationId}/earnings`,
        organization,
        amount,
      }
      const key = `commission-earned:${organizationId}:${month}:${userId}`
      return { mail: writeMail('commission-earned', { language, to, givenName, values, unsubscribe: { url } }), key }
    }),
  )
  return asProgramme(context.db, { organizationIds: [organizationId] }, async (tx) => {
    const marked = await tx.query('partner-earned-mark', markSql, [organizationId, month, context.now()])
    if (marked.length === 0) return false
    for (const letter of letters) if (letter !== null) await context.enqueueMail(tx, letter.mail, letter.key)
    return true
  })
}

function monthBefore(at: Date): string {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
}

const dueSql = `select organization_id as "organizationId", sum(amount_minor)::float8 as "amountMinor" from billing.commissions c
  where period = $1 and currency = $2 and status not in ('FRAUD', 'CANCELED')
    and not exists (select from billing.commission_notices n where n.organization_id = c.organization_id and n.month = $1)
  group by organization_id having sum(amount_minor) > 0 order by organization_id limit $3`
const markSql = `insert into billing.commission_notices (organization_id, month, at) values ($1, $2, $3) on conflict do nothing returning 1 as one`
