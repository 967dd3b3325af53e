import { ProblemError } from '@bollard/http'
import { fillText } from '@bollard/i18n'
import type { Actor, Call } from '../../billing-context.ts'
import { assertAllowed } from '../../policy.ts'
import { asProgramme } from '../as-partner.ts'
import type { PartnerDeps, PayoutTerms } from '../partner-context.ts'
import { recordOperation } from '../record-operation.ts'
import { type CreditTransfer, writeCreditTransferFile } from './credit-transfer-file.ts'
import { issueCorrection } from './issue-document.ts'
import { maskAccount } from './mask-account.ts'
import { movePayout } from './move-payout.ts'
import { grossOf, type PayoutRow } from './payout-row.ts'
import { payoutTexts } from './payout-texts.ts'
import { refusalOf } from './read-payable.ts'
import { lockPayouts, readPayouts, runColumns, type RunRow } from './run-row.ts'

/**
 * The transfers of an approved run for the operator's bank. Fetched first, it puts the payouts in process, and lets those fail whose
 * organization must not be paid any more; afterwards it says the same. Throws `state-conflict` for a run that is not approved, has
 * nothing to transfer, or names an account that is another one by now: accounts are not kept here.
 */
export async function readTransferFile(deps: PartnerDeps, actor: Actor, runId: string, call: Call): Promise<{ name: string; content: Buffer }> {
  assertAllowed(actor, 'payout.operate')
  const { operator } = deps
  if (operator === null) throw new ProblemError('not-configured', 'Nobody has said who pays: see OPERATOR_FILE.')
  const organizationIds = (await readPayouts(deps.db, [runId])).map(({ organizationId }) => organizationId)
  const terms = new Map(await Promise.all(organizationIds.map(async (id) => [id, await deps.payoutTermsOf(id)] as const)))
  const at = deps.now()
  const { run, payouts } = await asProgramme(deps.db, { organizationIds }, async (tx) => {
    const [found] = await tx.query<RunRow>('partner-run-lock', `select ${runColumns} from billing.payout_runs where id = $1 for update`, [runId])
    if (!found) throw new ProblemError('not-found')
    if (found.status !== 'APPROVED') throw new ProblemError('state-conflict', 'The run is not approved.')
    if (found.fileAt !== null) return { run: found, payouts: await readPayouts(tx, [found.id]) }
    const waiting = (await lockPayouts(tx, found.id)).filter(({ status }) => status === 'APPROVED')
    for (const payout of waiting) {
      const obstacle = obstacleOf(payout, terms.get(payout.organizationId) ?? null, at)
      if (obstacle !== null) await issueCorrection(tx, deps, payout)
      const inFile = obstacle === null
      await movePayout(tx, { payout, status: inFile ? 'PROCESSING' : 'FAILED', reason: obstacle, inFile, at, actor, call })
    }
    await tx.query('partner-run-file', 'update billing.payout_runs set file_at = $2 where id = $1', [found.id, at])
    await recordOperation(tx, actor, call, at, { organizationId: null, action: 'payout-run.file-made', target: { kind: 'PAYOUT_RUN', id: found.id } })
    return { run: { ...found, fileAt: at }, payouts: await readPayouts(tx, [found.id]) }
  })
  const createdAt = run.fileAt ?? at
  const transfers = payouts.filter(({ inFile }) => inFile).map((payout) => transferOf(payout, terms.get(payout.organizationId) ?? null))
  if (transfers.length === 0) throw new ProblemError('state-conflict', 'Nothing of the run is to be transferred.')
  const { accountHolder: holder, iban, bic } = operator.bank
  const messageId = run.id.replaceAll('-', '')
  const executeOn = createdAt.toISOString().slice(0, 10)
  const content = writeCreditTransferFile({ messageId, createdAt, executeOn, debtor: { holder, iban, bic }, transfers })
  return { name: `payouts-${run.month}.xml`, content: Buffer.from(content) }
}

function obstacleOf({ accountMask }: PayoutRow, terms: PayoutTerms | null, at: Date): string | null {
  if (terms === null) return 'GONE'
  return refusalOf(terms, at) ?? (terms.account !== null && maskAccount(terms.account.iban) === accountMask ? null : 'CHANGED')
}

function transferOf(payout: PayoutRow, terms: PayoutTerms | null): CreditTransfer {
  const account = terms?.account ?? null
  if (terms === null || account === null || maskAccount(account.iban) !== payout.accountMask)
    throw new ProblemError('state-conflict', 'An account of the file is another one by now. Use the file that was fetched first.')
  const { accountHolder: holder, iban, bic } = account
  const number = payout.number ?? payout.id.replaceAll('-', '')
  const purpose = fillText(payoutTexts[terms.language].purpose, { number })
  return { reference: number, amountMinor: grossOf(payout), holder, iban, bic, purpose }
}
