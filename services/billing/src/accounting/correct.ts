import { isDeepStrictEqual } from 'node:util'
import type { Actor, Call } from '@bollard/access'
import type { AccountingCorrection, Money } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { keepPdf } from '../invoice/finish.ts'
import { findRecipients } from '../invoice/invoice-mails.ts'
import type { UsageOfDay } from '../ports/usage-port.ts'
import { keepRefundRequest, SecondPersonError, takeRefundRequest } from '../second-person/refund-request.ts'
import { asSystem } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { lockSubscription } from '../subscription/subscription-row.ts'
import { accountingColumns, type AccountingRow } from './accounting-row.ts'
import { insertAccounting } from './close.ts'
import { type Month, readMonth } from './month.ts'
import { readTerms } from './read-terms.ts'
import { planSettling, settleCorrection, type Settling } from './settle-correction.ts'
import { type Settlement, settleMonth } from './settle-month.ts'

/** The result of recounting a closed month, without writing anything. Throws `not-found` for a month that is not closed. */
export async function previewCorrection(
  context: BillingContext,
  { solutionId, period }: { readonly solutionId: string; readonly period: string },
): Promise<AccountingCorrection> {
  const month = readMonth(period)
  const usage = await context.captcha.readUsage([solutionId], month)
  return asSystem(context.db, [solutionId], async (tx) => {
    const { present, settled } = await weigh(tx, context, { solutionId, month, usage })
    return describe(present, settled, await planSettling(tx, present, settled), [])
  })
}

/**
 * Recounts a closed month and replaces its entry. What it costs more is owed like the overage itself, what it costs
 * less goes back by credit notes. Throws `not-found` for a month that is not closed, `state-conflict` where nothing differs,
 * `second-person-needed` where money goes back and no other operator has asked for the same: the request is then kept for one.
 */
export async function correctAccounting(
  context: BillingContext,
  actor: Actor,
  {
    solutionId,
    period,
    reason,
    requestId = null,
  }: {
    readonly solutionId: string
    readonly period: string
    readonly reason: string
    readonly requestId?: string | null
  },
  call: Call,
): Promise<AccountingCorrection> {
  const at = context.now()
  const month = readMonth(period)
  const [usage, recipients] = await Promise.all([
    context.captcha.readUsage([solutionId], month),
    findRecipients(context, solutionId),
  ])
  const asking = { solutionId, refund: { kind: 'CORRECTION', input: { period, reason } }, actor, at } as const
  try {
    const correction = await asSystem(context.db, [solutionId], async (tx) => {
      // Nobody invoices what is owed meanwhile.
      await lockSubscription(tx, solutionId)
      const { present, settled } = await weigh(tx, context, { solutionId, month, usage })
      if (isSame(present, settled)) throw new ProblemError('state-conflict', 'Recounting changes nothing.')
      const id = await insertAccounting(tx, context, { solutionId, month, settled, corrects: present.id })
      if (id === null) throw new ProblemError('state-conflict', 'This month was just corrected by somebody else.')
      const settling = await planSettling(tx, present, settled)
      const taken = await takeRefundRequest(tx, asking, requestId)
      const notes = await settleCorrection(tx, context, {
        id,
        present,
        settled,
        settling,
        month,
        reason,
        by: { actor, call, requestId: taken },
        recipients,
      })
      const described = describe(present, settled, settling, notes)
      const { before, after, settledBy, difference } = described
      await recordAudit(tx, actor, call, at, {
        scope: 'SOLUTION',
        scopeId: solutionId,
        action: 'accounting.corrected',
        target: { kind: 'accounting', id },
        before,
        after: { ...after, period, reason, settledBy, differenceMinor: difference.amountMinor, creditNoteIds: notes },
        asOperator: true,
      })
      return described
    })
    for (const noteId of correction.creditNoteIds) await keepPdf(context, solutionId, noteId)
    return correction
  } catch (error) {
    if (error instanceof SecondPersonError)
      await asSystem(context.db, [solutionId], (tx) => keepRefundRequest(tx, context, asking, { call, amount: null }))
    throw error
  }
}

interface Weighing {
  readonly solutionId: string
  readonly month: Month
  readonly usage: readonly UsageOfDay[]
}

async function weigh(
  tx: Queries,
  context: BillingContext,
  { solutionId, month, usage }: Weighing,
): Promise<{ present: AccountingRow; settled: Settlement }> {
  const [present] = await tx.query('billing-accounting-latest', latestSql, [solutionId, month.period])
  if (!present) throw new ProblemError('not-found')
  return { present, settled: settleMonth(usage, await readTerms(tx, context.plans, solutionId, month), month) }
}

function isSame(present: AccountingRow, settled: Settlement): boolean {
  return (
    isDeepStrictEqual(settled.perDay, present.perDay) &&
    settled.included === present.included &&
    settled.overageUnits === present.overageUnits
  )
}

function describe(
  present: AccountingRow,
  settled: Settlement,
  settling: Settling,
  creditNoteIds: string[],
): AccountingCorrection {
  const money = (amountMinor: number): Money => ({ amountMinor, currency: present.currency })
  const differenceMinor = settled.overage.amountMinor - present.overageMinor
  const { solutionId, period, counted, included, overageUnits } = present
  return {
    solutionId,
    period,
    before: { billable: counted.billable, included, overageUnits, overageAmount: money(present.overageMinor) },
    after: {
      billable: settled.counted.billable,
      included: settled.included,
      overageUnits: settled.overageUnits,
      overageAmount: money(settled.overage.amountMinor),
    },
    difference: money(differenceMinor),
    settledBy: differenceMinor === 0 ? 'NOTHING' : settling.credits.length > 0 ? 'CREDIT_NOTE' : 'CHARGE',
    creditNoteIds,
  }
}

const latestSql = `select ${accountingColumns} from billing.accountings a
  where a.solution_id = $1 and a.period = $2 and not exists (select from billing.accountings c where c.corrects = a.id)`
