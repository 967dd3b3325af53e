import type { Actor, Call } from '@bollard/access'
import type { Payout, PayoutStateInput } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { asProgramme } from '../store/as-actor.ts'
import { issueCorrection } from './issue-document.ts'
import { movePayout, writePayoutLetters } from './move-payout.ts'
import { payoutColumns, toPayout } from './payout-row.ts'

/** A transfer may also be made by hand, without the bank's file. */
const reachable: Readonly<Record<PayoutStateInput['status'], readonly Payout['status'][]>> = {
  SENT: ['APPROVED', 'PROCESSING'],
  COMPLETED: ['SENT'],
  FAILED: ['APPROVED', 'PROCESSING', 'SENT'],
  CANCELED: ['DRAFT'],
}

interface StateChange {
  readonly payoutId: string
  readonly status: PayoutStateInput['status']
  readonly reason?: string | null | undefined
}

/**
 * Says what became of a payout; saying it again changes nothing. One that failed is taken back by a document of its own, and its
 * commissions come with the next run. Throws `state-conflict` where the state cannot follow.
 */
export async function setPayoutState(
  context: BillingContext,
  actor: Actor,
  { payoutId, status, reason = null }: StateChange,
  call: Call,
): Promise<Payout> {
  const [known] = await context.db.query('partner-payout-find', findSql, [payoutId])
  if (!known) throw new ProblemError('not-found')
  const { id, organizationId } = known
  const letters = status === 'SENT' || status === 'FAILED' ? await writePayoutLetters(context, known, status) : []
  const at = context.now()
  return asProgramme(context.db, { organizationIds: [organizationId] }, async (tx) => {
    const [before] = await tx.query('partner-payout-lock', `${findSql} for update`, [id])
    if (!before) throw new ProblemError('not-found')
    if (before.status === status) return toPayout(before)
    if (!reachable[status].includes(before.status))
      throw new ProblemError('state-conflict', `A payout that is ${before.status} does not become ${status}.`)
    if (status === 'FAILED') await issueCorrection(tx, context, before)
    await movePayout(tx, { payout: before, status, reason, at, actor, call })
    for (const { mail, key } of letters) await context.enqueueMail(tx, mail, key)
    const [after] = await tx.query('partner-payout-find', findSql, [id])
    return toPayout(after ?? before)
  })
}

const findSql = `select ${payoutColumns} from billing.payouts p where p.id = $1`
