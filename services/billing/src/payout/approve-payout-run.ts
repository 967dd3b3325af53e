import type { Actor, Call } from '@bollard/access'
import type { PayoutRun } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { totalInvoice } from '@bollard/e-invoice'
import { ProblemError } from '@bollard/http'
import type { BillingContext, InvoiceSeller } from '../billing-context.ts'
import { fourEyesAboveMinor } from '../policy.ts'
import { asProgramme } from '../store/as-actor.ts'
import { recordOperation } from '../store/record-audit.ts'
import { monthsOf } from './create-payout-run.ts'
import { buildDocument, issueDocument } from './issue-document.ts'
import { movePayout } from './move-payout.ts'
import { lockPayouts, type PayoutRow, readPayouts, runColumns, type RunRow, toRun, totalOf } from './payout-row.ts'
import { type LeftOutReason, type Payable, readPayable } from './read-payable.ts'

/**
 * Approves a run and issues its documents. Payouts of organizations that can no longer be paid are canceled. Of a large run that
 * nobody has made, the first approval is written down and the second one counts. Throws `second-person-needed` for whoever made or approved a
 * large run already, and `state-conflict` for one that is approved or in which nothing is left.
 */
export async function approvePayoutRun(
  context: BillingContext,
  actor: Actor,
  runId: string,
  call: Call,
): Promise<PayoutRun> {
  const { operator } = context
  if (operator === null) throw new ProblemError('not-configured', 'No operator is configured: see OPERATOR_FILE.')
  const known = await readPayouts(context.db, [runId])
  const payables = new Map<string, Payable | LeftOutReason>()
  for (const { organizationId, status } of known)
    if (status === 'DRAFT') payables.set(organizationId, await readPayable(context, operator, organizationId))
  const at = context.now()
  return asProgramme(context.db, { organizationIds: known.map(({ organizationId }) => organizationId) }, async (tx) => {
    const [run] = await tx.query('partner-run-lock', lockSql, [runId])
    if (!run) throw new ProblemError('not-found')
    if (run.status !== 'DRAFT') throw new ProblemError('state-conflict', 'The run is already approved.')
    const drafts = (await lockPayouts(tx, run.id)).filter(({ status }) => status === 'DRAFT')
    if (drafts.length === 0) throw new ProblemError('state-conflict', 'The run is empty.')
    if (totalOf(drafts) > fourEyesAboveMinor) {
      const first = run.createdBy ?? run.checkedBy
      if (first === actor.userId)
        throw new ProblemError(
          'second-person-needed',
          'A run above 1 000 € must be approved by another administrator than the one who created or checked it.',
        )
      if (first === null) return check(tx, { run, actor, call, at })
    }
    for (const payout of drafts)
      await approve(tx, context, {
        payout,
        operator,
        payable: payables.get(payout.organizationId) ?? 'GONE',
        at,
        actor,
        call,
      })
    const [approved] = await tx.query('partner-run-approve', approveSql, [run.id, actor.userId, at])
    if (!approved) throw new Error('A run that was locked is not there')
    const payouts = await readPayouts(tx, [run.id])
    await recordOperation(tx, { actor, call }, at, {
      organizationId: null,
      action: 'payout-run.approved',
      target: { kind: 'PAYOUT_RUN', id: run.id },
      after: { totalMinor: totalOf(payouts) },
    })
    return toRun(approved, payouts)
  })
}

/** The first of two pairs of eyes on a run that was made by itself. */
async function check(
  tx: Queries,
  { run, actor, call, at }: { run: RunRow; actor: Actor; call: Call; at: Date },
): Promise<PayoutRun> {
  const [checked] = await tx.query('partner-run-check', checkSql, [run.id, actor.userId])
  if (!checked) throw new Error('A run that was locked is not there')
  const payouts = await readPayouts(tx, [run.id])
  await recordOperation(tx, { actor, call }, at, {
    organizationId: null,
    action: 'payout-run.checked',
    target: { kind: 'PAYOUT_RUN', id: run.id },
    after: { totalMinor: totalOf(payouts) },
  })
  return toRun(checked, payouts)
}

interface Approval {
  readonly payout: PayoutRow
  readonly operator: InvoiceSeller
  readonly payable: Payable | LeftOutReason
  readonly at: Date
  readonly actor: Actor
  readonly call: Call
}

async function approve(
  tx: Queries,
  context: BillingContext,
  { payout, operator, payable, ...by }: Approval,
): Promise<void> {
  const cancel = (reason: string) => movePayout(tx, { payout, status: 'CANCELED', reason, ...by })
  if (typeof payable === 'string') return cancel(payable)
  const { terms, tax, accountMask } = payable
  const rows = await tx.query('partner-payout-rows', rowsSql, [payout.id])
  const { currency, periodFrom: from, periodTo: to } = payout
  const build = (number: string, issuedOn: string) =>
    buildDocument({ number, terms, operator, tax, months: monthsOf(rows), period: { from, to }, issuedOn, currency })
  // Another account or another tax than the one that was looked at: it comes again with the next run.
  if (accountMask !== payout.accountMask || totalInvoice(build('', from)).tax !== payout.taxMinor)
    return cancel('CHANGED')
  await issueDocument(tx, context, payout, build)
  await movePayout(tx, { payout, status: 'APPROVED', ...by })
}

const lockSql = `select ${runColumns} from billing.payout_runs where id = $1 for update`
const checkSql = `update billing.payout_runs set checked_by = $2 where id = $1 returning ${runColumns}`
const approveSql = `update billing.payout_runs set status = 'APPROVED', approved_by = $2, approved_at = $3 where id = $1 returning ${runColumns}`
const rowsSql = 'select period, amount_minor::float8 as amount from billing.commissions where payout_id = $1'
