import type { StatementRows } from '@bollard/database'
import { daysAfter } from '@bollard/contracts'
import { writeMail } from '@bollard/mail'
import type { BillingContext } from '../billing-context.ts'
import { openLock, setLock } from '../dunning/locks.ts'
import { noticeDays } from '../dunning/schedule.ts'
import { asSystem } from '../store/as-actor.ts'
import type { Subscription } from '../subscription/subscription-row.ts'
import { billingLink, dateInWords, readMailFacts } from '../wording/mail-words.ts'
import type { Use } from './alert-usage.ts'

/** The share of what is included that is never limited, in percent. */
export const tolerancePercentMax = 120

interface Limited extends Use {
  /** How much of it was beyond a plan that was paid, and is billed as such. */
  readonly billed: number
  /** Whether the plan of now bills what goes beyond it. */
  readonly isBilled: boolean
}

/**
 * Reduces a solution to proof of work while it uses more than 120 % of a plan that bills nothing for more, two weeks after its admins
 * were told and not before. With the next month, or a larger plan, that ends. Forms work all the time.
 */
export async function limitUsage(context: BillingContext, { solutionId }: Subscription, use: Limited): Promise<void> {
  const { used, included, billed, isBilled } = use
  const exceeds =
    included !== null && included > 0 && !isBilled && (used - billed) * 100 > included * tolerancePercentMax
  const run = <Name extends keyof StatementRows>(name: Name, sql: string, values: unknown[]) =>
    asSystem(context.db, [solutionId], (tx) => tx.query(name, sql, [solutionId, ...values]))
  const [notice] = await run('billing-quota-find', findSql, [])
  if (!exceeds) {
    if (!notice) return
    await openLock(context, { solutionId, reason: 'QUOTA_EXCEEDED' })
    await run('billing-quota-end', 'delete from billing.quota_notices where solution_id = $1', [])
    return
  }
  if (!notice) return tell(context, solutionId, { used, included })
  if (notice.lockedAt !== null || daysAfter(notice.noticedAt, noticeDays) > context.now()) return
  await setLock(context, { solutionId, reason: 'QUOTA_EXCEEDED', notifiedAt: notice.noticedAt })
  await run('billing-quota-locked', 'update billing.quota_notices set locked_at = $2 where solution_id = $1', [
    context.now(),
  ])
}

async function tell(
  context: BillingContext,
  solutionId: string,
  { used, included }: { readonly used: number; readonly included: number },
): Promise<void> {
  const now = context.now()
  const about = await readMailFacts(context, solutionId)
  if (about === null) return
  const { people, label: solution, zone } = about
  await asSystem(context.db, [solutionId], async (tx) => {
    const first = await tx.query('billing-quota-notice', noticeSql, [solutionId, now])
    if (first.length === 0) return
    for (const { userId, email: to, givenName, language } of people) {
      const number = new Intl.NumberFormat(language)
      const link = billingLink(context, language, solutionId)
      const lockDate = dateInWords(language, daysAfter(now, noticeDays), zone)
      const values = { link, solution, counted: number.format(used), included: number.format(included), lockDate }
      const key = `quota-notice:${solutionId}:${now.toISOString().slice(0, 10)}:${userId}`
      await context.enqueueMail(tx, writeMail('quota-notice', { language, to, givenName, values }), key)
    }
  })
}

const findSql =
  'select noticed_at as "noticedAt", locked_at as "lockedAt" from billing.quota_notices where solution_id = $1'
const noticeSql =
  'insert into billing.quota_notices (solution_id, noticed_at) values ($1, $2) on conflict do nothing returning solution_id'
