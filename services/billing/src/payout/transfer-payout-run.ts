import type { Actor, Call } from '@bollard/access'
import type { PayoutRun } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { BillingContext, InvoiceSeller } from '../billing-context.ts'
import type { PayoutTerms } from '../ports/solution-port.ts'
import { asProgramme } from '../store/as-actor.ts'
import { recordOperation } from '../store/record-audit.ts'
import { issueCorrection } from './issue-document.ts'
import { movePayout, writePayoutLetters } from './move-payout.ts'
import { lockPayouts, maskAccount, type PayoutRow, readPayouts, runColumns, toRun } from './payout-row.ts'
import { refusalOf } from './read-payable.ts'

/**
 * Puts the payouts of an approved run in process, whose transfers the bank's file then holds, and lets those fail whose organization
 * may no longer be paid. Repeating it changes nothing. Throws `state-conflict` for a run that is not approved.
 */
export async function transferPayoutRun(
  context: BillingContext,
  actor: Actor,
  runId: string,
  call: Call,
): Promise<PayoutRun> {
  payingOperator(context)
  const known = await readPayouts(context.db, [runId])
  const terms = await termsOf(context, known)
  const letters = new Map(
    await Promise.all(
      known.map(async (payout) => [payout.id, await writePayoutLetters(context, payout, 'FAILED')] as const),
    ),
  )
  const at = context.now()
  return asProgramme(context.db, { organizationIds: known.map(({ organizationId }) => organizationId) }, async (tx) => {
    const [run] = await tx.query(
      'partner-run-lock',
      `select ${runColumns} from billing.payout_runs where id = $1 for update`,
      [runId],
    )
    if (!run) throw new ProblemError('not-found')
    if (run.status !== 'APPROVED') throw new ProblemError('state-conflict', 'The run is not approved.')
    if (run.fileAt !== null) return toRun(run, await readPayouts(tx, [run.id]))
    const waiting = (await lockPayouts(tx, run.id)).filter(({ status }) => status === 'APPROVED')
    for (const payout of waiting) {
      const obstacle = obstacleOf(payout, terms.get(payout.organizationId) ?? null, at)
      if (obstacle !== null) await issueCorrection(tx, context, payout)
      const inFile = obstacle === null
      await movePayout(tx, {
        payout,
        status: inFile ? 'PROCESSING' : 'FAILED',
        reason: obstacle,
        inFile,
        at,
        actor,
        call,
      })
      if (!inFile) for (const { mail, key } of letters.get(payout.id) ?? []) await context.enqueueMail(tx, mail, key)
    }
    await tx.query('partner-run-file', 'update billing.payout_runs set file_at = $2 where id = $1', [run.id, at])
    await recordOperation(tx, { actor, call }, at, {
      organizationId: null,
      action: 'payout-run.transferred',
      target: { kind: 'PAYOUT_RUN', id: run.id },
    })
    return toRun({ ...run, fileAt: at }, await readPayouts(tx, [run.id]))
  })
}

/** The company that pays; throws `not-configured` if there is none. */
export function payingOperator({ operator }: Pick<BillingContext, 'operator'>): InvoiceSeller {
  if (operator === null) throw new ProblemError('not-configured', 'No operator is configured: see OPERATOR_FILE.')
  return operator
}

/** What payouts have to know of their organizations, asked outside of transactions. */
export async function termsOf(
  { solution }: Pick<BillingContext, 'solution'>,
  payouts: readonly PayoutRow[],
): Promise<ReadonlyMap<string, PayoutTerms | null>> {
  return new Map(
    await Promise.all(
      payouts.map(
        async ({ organizationId }) => [organizationId, await solution.payoutTermsOf(organizationId)] as const,
      ),
    ),
  )
}

function obstacleOf({ accountMask }: PayoutRow, terms: PayoutTerms | null, at: Date): string | null {
  if (terms === null) return 'GONE'
  return (
    refusalOf(terms, at) ??
    (terms.account !== null && maskAccount(terms.account.iban) === accountMask ? null : 'CHANGED')
  )
}
