import type { CreditNoteInput, InvoiceView } from '@bollard/contracts'
import type { Invoice } from '@bollard/e-invoice'
import { ProblemError } from '@bollard/http'
import type { Actor, Call } from '../billing-context.ts'
import type { InvoicingDeps } from '../invoicing-context.ts'
import { asSystem } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { lockSubscription } from '../subscription/subscription-row.ts'
import { dayOf } from './compose.ts'
import { findInvoice } from './find.ts'
import { finishInvoice, keepXml } from './finish.ts'
import { invoiceColumns, type IssuedInvoice, toInvoiceView } from './invoice-row.ts'
import { invoiceWords } from './invoice-words.ts'
import { keepPdf } from './keep-pdf.ts'
import { mirrorInvoice } from './mirror.ts'
import { settleStanding } from './standing.ts'
import { tellProgramme } from './tell-programme.ts'

/** Takes an invoice back for an operator. Throws `state-conflict` for a credit note and for what is void already. */
export async function createCreditNote(deps: InvoicingDeps, actor: Actor, invoiceId: string, input: CreditNoteInput, call: Call): Promise<InvoiceView> {
  const { solutionId } = await findInvoice(deps, actor, invoiceId, 'invoice.operate')
  return toInvoiceView(await creditInvoice(deps, { solutionId, invoiceId, ...input, actor, call }))
}

interface Credit extends CreditNoteInput {
  readonly solutionId: string
  readonly invoiceId: string
  readonly actor: Pick<Actor, 'userId'> | null
  readonly call: Pick<Call, 'from'> | null
}

async function creditInvoice(deps: InvoicingDeps, { solutionId, invoiceId, reason, reissue, actor, call }: Credit): Promise<IssuedInvoice> {
  const now = deps.now()
  const note = await asSystem(deps.db, [solutionId], async (tx) => {
    const subscription = await lockSubscription(tx, solutionId)
    const [original] = await tx.query<IssuedInvoice>('billing-credit-lock', `select ${invoiceColumns} from billing.invoices where id = $1 for update`, [
      invoiceId,
    ])
    if (!subscription || !original) throw new ProblemError('not-found')
    if (original.kind !== 'INVOICE' || original.status === 'VOID')
      throw new ProblemError('state-conflict', 'Only an invoice that is not void can be taken back.')
    const { invoice, xml, net, tax, gross } = await finishInvoice(tx, (number) => mirrorInvoice(original, { number, reason, issuedOn: dayOf(now) }))
    const id = deps.newId()
    const amounts = [net, tax, gross, original.currency, original.paymentKind]
    const values = [id, solutionId, original.userId, invoice.number, invoiceId, reason, JSON.stringify(invoice), invoice.issuedOn, ...amounts, now]
    const [row] = await tx.query<IssuedInvoice>('billing-credit-add', addSql, values)
    if (!row) throw new ProblemError('internal')
    await keepXml(tx, id, xml, now)
    await tx.query('billing-credit-void', voidSql, [invoiceId, now])
    await tellProgramme(tx, original, now, 'CREDIT_NOTE')
    if (reissue) await tx.query('billing-credit-reopen', `update billing.charges set status = 'OPEN', invoice_id = null where invoice_id = $1`, [invoiceId])
    await settleStanding(tx, subscription, now)
    await recordAudit(tx, actor, call, now, {
      scope: 'SOLUTION',
      scopeId: solutionId,
      action: 'invoice.credited',
      target: { kind: 'invoice', id: invoiceId },
      before: { number: original.number, status: original.status },
      after: { creditNote: invoice.number, reason, reissue },
    })
    return row
  })
  await keepPdf(deps, solutionId, note.id)
  return note
}

/** Takes back what nobody paid in time, as `periodDropped` has asked for. */
export async function creditDropped(deps: InvoicingDeps): Promise<void> {
  const wanted = await deps.db.query<{ id: string; solutionId: string; language: Invoice['language'] }>('billing-credit-wanted', wantedSql, [])
  for (const { id, solutionId, language } of wanted) {
    const reason = invoiceWords(language).notPaid
    await creditInvoice(deps, { solutionId, invoiceId: id, reason, reissue: false, actor: null, call: null }).catch((error: unknown) => {
      // Another process was first.
      if (!(error instanceof ProblemError && error.code === 'state-conflict')) deps.onError(error)
    })
  }
}

const addSql = `insert into billing.invoices (id, kind, solution_id, user_id, status, number, corrects, reason, document, issued_on, net_minor, tax_minor,
    gross_minor, currency, payment_kind, created_at, issued_at, updated_at)
  values ($1, 'CREDIT_NOTE', $2, $3, 'ISSUED', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $14) returning ${invoiceColumns}`
const voidSql = `update billing.invoices set status = 'VOID', next_try_at = null, dunning_since = null, void_wanted = null, updated_at = $2 where id = $1`
const wantedSql = `select id, solution_id as "solutionId", document->>'language' as language from billing.invoices
  where void_wanted is not null and status not in ('DRAFT', 'VOID') order by id limit 50`
