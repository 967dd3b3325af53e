import { ProblemError } from '@bollard/http'
import { fillText } from '@bollard/i18n'
import type { BillingContext } from '../billing-context.ts'
import type { PayoutTerms } from '../ports/solution-port.ts'
import { payoutTexts } from '../wording/invoice-words.ts'
import { type CreditTransfer, writeCreditTransferFile } from './credit-transfer-file.ts'
import { grossOf, maskAccount, type PayoutRow, readPayouts, runColumns } from './payout-row.ts'
import { payingOperator, termsOf } from './transfer-payout-run.ts'

/**
 * The transfers of a run for the operator's bank, as `transferPayoutRun` has put them in process; the same each time. Throws
 * `state-conflict` for a run that is not transferred yet, has nothing to transfer, or names an account that is another one by now: accounts are
 * not kept here.
 */
export async function readTransferFile(
  context: BillingContext,
  runId: string,
): Promise<{ name: string; content: Buffer }> {
  const operator = payingOperator(context)
  const [run] = await context.db.query(
    'partner-run-of-file',
    `select ${runColumns} from billing.payout_runs where id = $1`,
    [runId],
  )
  if (!run) throw new ProblemError('not-found')
  if (run.fileAt === null)
    throw new ProblemError('state-conflict', 'The run is not transferred yet. Transfer it first.')
  const payouts = (await readPayouts(context.db, [run.id])).filter(({ inFile }) => inFile)
  if (payouts.length === 0) throw new ProblemError('state-conflict', 'The run has no transfers.')
  const terms = await termsOf(context, payouts)
  const transfers = payouts.map((payout) => transferOf(payout, terms.get(payout.organizationId) ?? null))
  const { accountHolder: holder, iban, bic } = operator.bank
  const messageId = run.id.replaceAll('-', '')
  const executeOn = run.fileAt.toISOString().slice(0, 10)
  const content = writeCreditTransferFile({
    messageId,
    createdAt: run.fileAt,
    executeOn,
    debtor: { holder, iban, bic },
    transfers,
  })
  return { name: `payouts-${run.month}.xml`, content: Buffer.from(content) }
}

function transferOf(payout: PayoutRow, terms: PayoutTerms | null): CreditTransfer {
  const account = terms?.account ?? null
  if (terms === null || account === null || maskAccount(account.iban) !== payout.accountMask)
    throw new ProblemError(
      'state-conflict',
      'An account in this file has changed. Use the file that was downloaded first.',
    )
  const { accountHolder: holder, iban, bic } = account
  const number = payout.number ?? payout.id.replaceAll('-', '')
  const purpose = fillText(payoutTexts[terms.language].purpose, { number })
  return { reference: number, amountMinor: grossOf(payout), holder, iban, bic, purpose }
}
