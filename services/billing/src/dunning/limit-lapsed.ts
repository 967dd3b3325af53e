import { daysAfter } from '@bollard/contracts'
import { writeMail } from '@bollard/mail'
import type { BillingContext } from '../billing-context.ts'
import { asSystem } from '../store/as-actor.ts'
import { billingLink, dateInWords, readMailFacts } from '../wording/mail-words.ts'
import { openLock, setLock } from './locks.ts'
import { noticeDays } from './schedule.ts'

/** After the first notice, on which the second one is sent. */
const reminderDay = 7
/** How long a solution works on with proof of work alone, before the lock refuses: see `due-locks.ts` of the solution service. */
const workOnlyDays = 14
const atOnce = 100

interface Lapse {
  readonly solutionId: string
  readonly noticedAt: Date
  readonly remindedAt: Date | null
}

/**
 * Restricts solutions that have no plan any more, since their trial has ended and no plan is free: their admins are told at once
 * and a week later, and two weeks after the first notice the lock is asked for. Each step is taken once over all processes.
 */
export async function limitLapsed(context: BillingContext): Promise<void> {
  const now = context.now()
  const untold = await context.db.query('billing-lapse-untold', untoldSql, [atOnce])
  for (const { solutionId } of untold)
    await tell(context, { solutionId, noticedAt: now, step: 'first' }).catch(context.onError)
  const late = await context.db.query('billing-lapse-late', lateSql, [
    daysAfter(now, -reminderDay),
    daysAfter(now, -noticeDays),
    atOnce,
  ])
  for (const lapse of late) await tell(context, { ...lapse, step: 'second' }).catch(context.onError)
  const due = await context.db.query('billing-lapse-due', dueSql, [daysAfter(now, -noticeDays), atOnce])
  for (const lapse of due) await lock(context, lapse).catch(context.onError)
}

/** Opens what was locked for want of a plan once there is one, and nothing of it waits for its first payment; of one solution, or of all. */
export async function releasePlanned(
  context: Pick<BillingContext, 'db' | 'solution' | 'now' | 'onError'>,
  solutionId: string | null = null,
): Promise<void> {
  const planned = await context.db.query('billing-lapse-over', overSql, [solutionId])
  for (const { solutionId: owner } of planned) {
    try {
      await openLock(context, { solutionId: owner, reason: 'TRIAL_EXPIRED' })
      await asSystem(context.db, [owner], (tx) => tx.query('billing-lapse-end', endSql, [owner]))
    } catch (error) {
      context.onError(error)
    }
  }
}

async function tell(
  context: BillingContext,
  {
    solutionId,
    noticedAt,
    step,
  }: { readonly solutionId: string; readonly noticedAt: Date; readonly step: 'first' | 'second' },
): Promise<void> {
  const now = context.now()
  const about = await readMailFacts(context, solutionId)
  if (about === null) return
  const { people, label: solution, zone } = about
  const lockAt = daysAfter(noticedAt, noticeDays)
  await asSystem(context.db, [solutionId], async (tx) => {
    const [name, sql] =
      step === 'first' ? (['billing-lapse-notice', noticeSql] as const) : (['billing-lapse-remind', remindSql] as const)
    // A plan was chosen meanwhile, or another process was first.
    if ((await tx.query(name, sql, [solutionId, now])).length === 0) return
    for (const { userId, email: to, givenName, language } of people) {
      const values = {
        link: billingLink(context, language, solutionId),
        solution,
        lockDate: dateInWords(language, lockAt, zone),
        refuseDate: dateInWords(language, daysAfter(lockAt, workOnlyDays), zone),
      }
      const key = `trial-expired:${solutionId}:${noticedAt.toISOString().slice(0, 10)}:${step}:${userId}`
      await context.enqueueMail(tx, writeMail('trial-expired', { language, to, givenName, values }), key)
    }
  })
}

async function lock(context: BillingContext, { solutionId, noticedAt }: Lapse): Promise<void> {
  await setLock(context, { solutionId, reason: 'TRIAL_EXPIRED', notifiedAt: noticedAt })
  const isOver = await asSystem(context.db, [solutionId], async (tx) => {
    await tx.query('billing-lapse-locked', lockedSql, [solutionId, context.now()])
    return (await tx.query('billing-lapse-let-go', letGoSql, [solutionId])).length > 0
  })
  // A plan began in between and was released before the lock: nobody else would open it.
  if (isOver) await openLock(context, { solutionId, reason: 'TRIAL_EXPIRED' })
}

const untoldSql = `select s.solution_id as "solutionId" from billing.subscriptions s
  where s.status = 'PAUSED' and not exists (select from billing.lapse_notices n where n.solution_id = s.solution_id) order by s.solution_id limit $1`
const noticeSql = `insert into billing.lapse_notices (solution_id, noticed_at)
  select solution_id, $2 from billing.subscriptions where solution_id = $1 and status = 'PAUSED' on conflict do nothing returning solution_id`
const open = `select n.solution_id as "solutionId", n.noticed_at as "noticedAt", n.reminded_at as "remindedAt"
  from billing.lapse_notices n join billing.subscriptions s using (solution_id) where s.status = 'PAUSED' and n.locked_at is null`
/** What is to be locked at the same moment needs no reminder of that. */
const lateSql = `${open} and n.reminded_at is null and n.noticed_at <= $1 and n.noticed_at > $2 order by n.noticed_at limit $3`
const dueSql = `${open} and n.noticed_at <= $1 order by n.noticed_at limit $2`
const remindSql = `update billing.lapse_notices set reminded_at = $2 where solution_id = $1 and reminded_at is null
    and exists (select from billing.subscriptions s where s.solution_id = $1 and s.status = 'PAUSED') returning solution_id`
const lockedSql = 'update billing.lapse_notices set locked_at = $2 where solution_id = $1 and locked_at is null'
const letGoSql = `select 1 as one where not exists (select from billing.lapse_notices where solution_id = $1)
  and exists (select from billing.subscriptions where solution_id = $1 and status not in ('PAUSED', 'INCOMPLETE'))`
const isPlanned = `exists (select from billing.subscriptions s where s.solution_id = n.solution_id and s.status not in ('PAUSED', 'INCOMPLETE'))`
const overSql = `select n.solution_id as "solutionId" from billing.lapse_notices n where ($1::uuid is null or n.solution_id = $1) and ${isPlanned}`
const endSql = `delete from billing.lapse_notices n where n.solution_id = $1 and ${isPlanned}`
