import { writeMail } from '@bollard/mail'
import type { BillingContext } from '../billing-context.ts'
import { asSystem } from '../store/as-actor.ts'
import type { Subscription } from '../subscription/subscription-row.ts'
import { billingLink, unsubscribeUrlOf } from '../wording/mail-words.ts'
import { percentOf } from './get-usage.ts'
import type { Month } from './month.ts'

/** Billable verifications of a running month; `included` is null without a limit. */
export interface Use {
  readonly month: Month
  readonly used: number
  readonly included: number | null
}

/**
 * Tells the admins of a solution that it has reached a share of what its plan includes, once a month and share, if they want to
 * be told. Of several shares reached at once only the largest is told of.
 */
export async function alertUsage(
  context: BillingContext,
  { solutionId, usageAlertPercents }: Subscription,
  { month, used, included }: Use,
): Promise<void> {
  const percent = percentOf(used, included)
  const reached = percent === null ? [] : usageAlertPercents.filter((level) => level <= percent)
  const top = Math.max(...reached)
  if (included === null || reached.length === 0) return
  const told = await asSystem(context.db, [solutionId], (tx) =>
    tx.query('billing-alert-known', knownSql, [solutionId, month.period, top]),
  )
  if (told.length > 0) return
  const letters = await lettersOf(context, solutionId, { month, used, included, level: top })
  await asSystem(context.db, [solutionId], async (tx) => {
    const marked = await tx.query('billing-alert-mark', markSql, [solutionId, month.period, reached, context.now()])
    // Another process was first.
    if (!marked.some(({ percent: level }) => level === top)) return
    for (const { mail, key } of letters) await context.enqueueMail(tx, mail, key)
  })
}

async function lettersOf(
  context: BillingContext,
  solutionId: string,
  { month, used, included, level }: Omit<Use, 'included'> & { included: number; level: number },
) {
  const [people, label] = await Promise.all([
    context.solution.findAdmins(solutionId),
    context.solution.findLabel(solutionId),
  ])
  if (label === null) return []
  const letters = await Promise.all(
    people.map(async ({ userId, email: to, givenName, language }) => {
      const url = await unsubscribeUrlOf(context, userId, 'USAGE_ALERTS')
      if (url === null) return null
      const number = new Intl.NumberFormat(language)
      const values = {
        link: billingLink(context, language, solutionId),
        solution: label,
        percent: new Intl.NumberFormat(language, { style: 'percent' }).format(level / 100),
        counted: number.format(used),
        included: number.format(included),
      }
      const mail = writeMail('usage-alert', { language, to, givenName, values, unsubscribe: { url } })
      return { mail, key: `usage-alert:${solutionId}:${month.period}:${level}:${userId}` }
    }),
  )
  return letters.filter((letter) => letter !== null)
}

const knownSql = 'select 1 as one from billing.usage_alerts where solution_id = $1 and period = $2 and percent = $3'
const markSql = `insert into billing.usage_alerts (solution_id, period, percent, at) select $1, $2, level, $4 from unnest($3::int[]) as given (level)
  on conflict do nothing returning percent`
