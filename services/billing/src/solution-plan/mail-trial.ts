import type { Person } from '@bollard/access'
import { dayMs } from '@bollard/contracts'
import { type MailKinds, writeMail } from '@bollard/mail'
import type { BillingContext } from '../billing-context.ts'
import { asSystem } from '../store/as-actor.ts'
import type { Subscription } from '../subscription/subscription-row.ts'
import { billingLink, dateInWords, unsubscribeUrlOf, readMailFacts } from '../wording/mail-words.ts'

/** Days before the end of a trial on which a mail is sent. */
const noticeDays = [7, 1] as const
const atOnce = 100

type TrialMail = 'trial-ending' | 'trial-expiring' | 'trial-ended'

/**
 * Tells the admins of solutions whose trial ends soon, if nothing was chosen that follows it. Each notice is written once, over
 * all processes; one that was missed is left out when the next one is due. Answers how many solutions it told of.
 */
export async function mailEndingTrials(context: BillingContext): Promise<number> {
  const now = context.now()
  let told = 0
  for (const days of noticeDays) {
    const values = [now, new Date(now.getTime() + days * dayMs), days, atOnce]
    const due = await context.db.query('billing-trial-notice-due', dueSql, values)
    for (const { solutionId, solutionType, trialEndsAt } of due) {
      try {
        // Within a day of the end the first notice says nothing that the second one does not.
        const late = days > 1 && trialEndsAt.getTime() - now.getTime() <= dayMs
        if (await notify(context, { solutionId, solutionType, trialEndsAt, days, silent: late })) told += 1
      } catch (error) {
        context.onError(error)
      }
    }
  }
  return told
}

/** Mails the admins of a solution that its trial is over and the free plan has begun. */
export async function mailTrialEnded(context: BillingContext, solutionId: string): Promise<void> {
  try {
    const mails = await lettersOf(context, solutionId, 'trial-ended', () => ({}))
    await asSystem(context.db, [], async (tx) => {
      for (const { mail, key } of mails) await context.enqueueMail(tx, mail, key)
    })
  } catch (error) {
    context.onError(error)
  }
}

interface Trial {
  readonly solutionId: string
  readonly solutionType: Subscription['solutionType']
  readonly trialEndsAt: Date
}

interface Notice extends Trial {
  readonly days: number
  readonly silent: boolean
}

async function notify(
  context: BillingContext,
  { solutionId, solutionType, trialEndsAt, days, silent }: Notice,
): Promise<boolean> {
  const kind = context.plans.freeOf(solutionType) === null ? 'trial-expiring' : 'trial-ending'
  const mails = silent
    ? []
    : await lettersOf(context, solutionId, kind, ({ language }, zone) => ({
        days: String(days),
        date: dateInWords(language, trialEndsAt, zone),
      }))
  return asSystem(context.db, [solutionId], async (tx) => {
    // The process that marks it first writes the mails, in the same transaction.
    const marked = await tx.query('billing-trial-notice-mark', markSql, [solutionId, days, trialEndsAt])
    if (marked.length === 0 || silent) return false
    for (const { mail, key } of mails) await context.enqueueMail(tx, mail, key)
    return mails.length > 0
  })
}

async function lettersOf(
  context: BillingContext,
  solutionId: string,
  kind: TrialMail,
  valuesFor: (person: Person, zone: string) => { days?: string; date?: string },
) {
  const about = await readMailFacts(context, solutionId)
  if (about === null) return []
  const { people, label, zone } = about
  const letters = await Promise.all(
    people.map(async (person) => {
      const { userId, email: to, givenName, language } = person
      const link = billingLink(context, language, solutionId)
      const values = {
        link,
        solution: label,
        days: '',
        date: '',
        ...valuesFor(person, zone),
      } satisfies MailKinds['trial-ending']
      const key = `${kind}:${solutionId}:${values.days}:${userId}`
      if (kind === 'trial-ended')
        return { mail: writeMail(kind, { language, to, givenName, values: { link, solution: label } }), key }
      const url = await unsubscribeUrlOf(context, userId, 'BILLING')
      return url === null
        ? null
        : { mail: writeMail(kind, { language, to, givenName, values, unsubscribe: { url } }), key }
    }),
  )
  return letters.filter((letter) => letter !== null)
}

const dueSql = `select solution_id as "solutionId", solution_type as "solutionType", trial_ends_at as "trialEndsAt" from billing.subscriptions
  where status = 'TRIALING' and trial_ends_at > $1 and trial_ends_at <= $2 and next_plan_code is null and renews
    and (trial_mailed_days is null or trial_mailed_days > $3) order by trial_ends_at limit $4`
const markSql = `update billing.subscriptions set trial_mailed_days = $2 where solution_id = $1 and status = 'TRIALING' and trial_ends_at = $3
    and (trial_mailed_days is null or trial_mailed_days > $2) returning solution_id`
