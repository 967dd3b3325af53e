import type { Actor, Call } from '@bollard/access'
import type { CreditNoteInput, InvoiceView } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { asSystem } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { settleStanding } from '../subscription/standing.ts'
import { lockSubscription, type Subscription } from '../subscription/subscription-row.ts'
import { invoiceWords } from '../wording/invoice-words.ts'
import { dayOf } from './compose.ts'
import { mirrorInvoice, partsOf } from './credit-parts.ts'
import { finishInvoice, keepPdf, keepXml } from './finish.ts'
import { findInvoice } from './get.ts'
import { findRecipients, type Recipient, writeCreditMails } from './invoice-mails.ts'
import { invoiceColumns, type IssuedInvoice, openMinor, recordInvoiceState, toInvoiceView } from './invoice-row.ts'
import { assertSecondAdmin, rememberRequest } from './second-admin.ts'
import { tellProgramme } from './tell-programme.ts'

/**
 * Takes an invoice back for an operator, as a whole or in parts. Throws `state-conflict` for a credit note and for what is void already,
 * `validation-failed` for more than is left, `four-eyes` where much that was paid goes back and nobody else has asked for it.
 */
export async function createCreditNote(
  context: BillingContext,
  actor: Actor,
  { invoiceId, ...input }: CreditNoteInput & { readonly invoiceId: string },
  call: Call,
): Promise<InvoiceView> {
  const { solutionId } = await findInvoice(context, actor, invoiceId, 'invoice.operate')
  const at = context.now()
  const recipients = await findRecipients(context, solutionId)
  const work = async (tx: Queries) => {
    const credit = { solutionId, invoiceId, input, recipients, by: { actor, call } }
    return call.keepAnswer(tx, toInvoiceView(await creditInvoice(tx, context, credit)))
  }
  try {
    const note = await asSystem(context.db, [solutionId], work, actor.userId)
    await keepPdf(context, solutionId, note.id)
    return note
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'four-eyes')
      await asSystem(context.db, [solutionId], (tx) => rememberRequest(tx, invoiceId, { actor, input, at }))
    throw error
  }
}

export interface Credit {
  readonly solutionId: string
  readonly invoiceId: string
  readonly input: CreditNoteInput
  /** The people who get a mail about it; nobody where the caller sends mails of its own. */
  readonly recipients?: readonly Recipient[]
  /** Null for what is credited automatically. */
  readonly by: { readonly actor: Pick<Actor, 'userId'>; readonly call: Pick<Call, 'from'> } | null
}

/** The same in the caller's transaction; the caller draws the PDF of the credit note afterwards. */
export async function creditInvoice(tx: Queries, context: BillingContext, credit: Credit): Promise<IssuedInvoice> {
  const { solutionId, invoiceId, input, recipients = [], by } = credit
  const { reason, lines, reissue } = input
  const now = context.now()
  const subscription = await lockSubscription(tx, solutionId)
  const [original] = await tx.query(
    'billing-credit-lock',
    `select ${invoiceColumns} from billing.invoices where id = $1 for update`,
    [invoiceId],
  )
  if (!subscription || !original) throw new ProblemError('not-found')
  if (original.kind !== 'INVOICE' || original.status === 'VOID')
    throw new ProblemError('state-conflict', 'Only an invoice that is not void can be credited.')
  if (reissue && (lines !== undefined || original.creditedMinor > 0))
    throw new ProblemError('state-conflict', 'An invoice that was credited in parts cannot be reissued.')
  const earlier = await tx.query('billing-credit-earlier', earlierSql, [invoiceId])
  const parts = partsOf(original.document, earlier, lines)
  const { invoice, xml, net, tax, gross } = await finishInvoice(tx, (number) =>
    mirrorInvoice(original, { ...parts, number, reason, issuedOn: dayOf(now) }),
  )
  if (by !== null) await assertSecondAdmin(tx, original, gross, { actor: by.actor, input, at: now })
  const id = context.newId()
  const amounts = [net, tax, gross, original.currency, original.paymentKind]
  const values = [
    id,
    solutionId,
    original.userId,
    invoice.number,
    invoiceId,
    reason,
    JSON.stringify(invoice),
    invoice.issuedOn,
    ...amounts,
    now,
  ]
  const [row] = await tx.query('billing-credit-add', addSql, [...values, JSON.stringify(parts.credited)])
  if (!row) throw new ProblemError('internal')
  await keepXml(tx, id, xml, now)
  const told = { id, solutionId, document: invoice, grossMinor: gross, corrected: original.number }
  for (const { mail, key } of writeCreditMails(context, recipients, told)) await context.enqueueMail(tx, mail, key)
  await takeOff(tx, original, { net, gross }, { subscription, now })
  if (reissue)
    await tx.query(
      'billing-credit-reopen',
      `update billing.charges set status = 'OPEN', invoice_id = null where invoice_id = $1`,
      [invoiceId],
    )
  await recordAudit(tx, by?.actor ?? null, by?.call ?? null, now, {
    scope: 'SOLUTION',
    scopeId: solutionId,
    action: 'invoice.credited',
    target: { kind: 'invoice', id: invoiceId },
    before: { number: original.number, status: original.status },
    after: { creditNote: invoice.number, grossMinor: gross, reason, reissue },
    asOperator: by !== null,
  })
  return row
}

/** What a credit note does to its invoice: void once it is fully credited, paid once nothing is left to pay. */
async function takeOff(
  tx: Queries,
  original: IssuedInvoice,
  note: { readonly net: number; readonly gross: number },
  { subscription, now }: { readonly subscription: Subscription; readonly now: Date },
): Promise<void> {
  const [row] = await tx.query('billing-credit-take-off', takeOffSql, [original.id, note.gross, note.net, now])
  if (!row) throw new ProblemError('internal')
  if (row.creditedMinor === row.grossMinor) {
    await tx.query('billing-credit-void', voidSql, [row.id])
    await tellProgramme(tx, row, now, 'CREDIT_NOTE')
  } else if (row.status === 'PAID') {
    await tellProgramme(tx, row, now, 'CREDIT_NOTE')
  } else if (openMinor(row) <= 0) {
    await tx.query('billing-credit-settled', settledSql, [row.id, now])
    await recordInvoiceState(tx, row, 'PAID', now)
    await tellProgramme(tx, row, now, 'PAYMENT')
  } else return
  await settleStanding(tx, subscription, now)
}

/** Credits invoices that nobody paid in time, as `dropInvoicedPeriod` requested. */
export async function creditDropped(context: BillingContext): Promise<void> {
  const wanted = await context.db.query('billing-credit-wanted', wantedSql, [])
  for (const { id, solutionId, language } of wanted) {
    try {
      const recipients = await findRecipients(context, solutionId)
      const credit = {
        solutionId,
        invoiceId: id,
        input: { reason: invoiceWords(language).notPaid, reissue: false },
        recipients,
        by: null,
      }
      const note = await asSystem(context.db, [solutionId], (tx) => creditInvoice(tx, context, credit))
      await keepPdf(context, solutionId, note.id)
    } catch (error) {
      // Another process was first.
      if (!(error instanceof ProblemError && error.code === 'state-conflict')) context.onError(error)
    }
  }
}

const earlierSql = `select (part->>'line')::int as line, (part->>'netMinor')::float8 as "netMinor"
  from billing.invoices c, jsonb_array_elements(c.credited_lines) part where c.corrects = $1`
const addSql = `insert into billing.invoices (id, kind, solution_id, user_id, status, number, corrects, reason, document, issued_on, net_minor, tax_minor,
    gross_minor, currency, payment_kind, created_at, issued_at, updated_at, credited_lines)
  values ($1, 'CREDIT_NOTE', $2, $3, 'ISSUED', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $14, $15) returning ${invoiceColumns}`
const takeOffSql = `update billing.invoices set credited_minor = credited_minor + $2, credited_net_minor = credited_net_minor + $3, updated_at = $4
  where id = $1 returning ${invoiceColumns}`
const voidSql = `update billing.invoices set status = 'VOID', next_try_at = null, dunning_since = null, void_wanted = null where id = $1`
/** No receipt is mailed, since it was credited and not paid. */
const settledSql = `update billing.invoices set status = 'PAID', paid_at = $2, paid_told = true, next_try_at = null, dunning_since = null, dunning_step = 0,
    noticed_at = null where id = $1`
const wantedSql = `select id, solution_id as "solutionId", document->>'language' as language from billing.invoices
  where void_wanted is not null and status not in ('DRAFT', 'VOID') order by id limit 50`
