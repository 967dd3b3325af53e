import type { InvoiceView } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { type Invoice, totalInvoice } from '@bollard/e-invoice'
import { recordAudit } from '../store/record-audit.ts'
import type { MethodKind } from '../subscription/means-of-paying.ts'

export type InvoiceStatus = InvoiceView['status']

/** An invoice as the statements of this service select it. Days are text, money is in minor units. */
export interface InvoiceRow {
  readonly id: string
  readonly kind: InvoiceView['kind']
  readonly solutionId: string
  readonly userId: string
  readonly status: InvoiceStatus
  readonly number: string | null
  readonly corrects: string | null
  readonly document: Invoice | null
  readonly issuedOn: string | null
  readonly dueOn: string | null
  readonly currency: string
  readonly netMinor: number | null
  readonly taxMinor: number | null
  readonly grossMinor: number | null
  readonly paymentKind: MethodKind
  readonly createdAt: Date
  readonly issuedAt: Date | null
  readonly paidMinor: number
  /** By credit notes. */
  readonly creditedMinor: number
  readonly creditedNetMinor: number
  readonly paidAt: Date | null
  readonly voidWanted: string | null
  readonly tries: number
  readonly nextTryAt: Date | null
  readonly dunningSince: Date | null
  readonly dunningStep: number
  readonly noticedAt: Date | null
  readonly lockWantedAt: Date | null
}

export interface IssuedInvoice extends InvoiceRow {
  readonly number: string
  readonly document: Invoice
  readonly issuedOn: string
  readonly netMinor: number
  readonly taxMinor: number
  readonly grossMinor: number
}

export const invoiceColumns = `id, kind, solution_id as "solutionId", user_id as "userId", status, number, corrects, document, issued_on::text as "issuedOn",
  due_on::text as "dueOn", currency, net_minor::float8 as "netMinor", tax_minor::float8 as "taxMinor", gross_minor::float8 as "grossMinor",
  payment_kind as "paymentKind", created_at as "createdAt", issued_at as "issuedAt", paid_minor::float8 as "paidMinor", credited_minor::float8 as "creditedMinor",
  credited_net_minor::float8 as "creditedNetMinor", paid_at as "paidAt",
  void_wanted as "voidWanted", tries, next_try_at as "nextTryAt", dunning_since as "dunningSince", dunning_step as "dunningStep", noticed_at as "noticedAt",
  lock_wanted_at as "lockWantedAt"`

/** What is left to pay, in minor units; negative where more came than was owed. */
export function openMinor({ kind, grossMinor, creditedMinor, paidMinor }: IssuedInvoice): number {
  if (kind === 'CREDIT_NOTE') return 0
  return grossMinor - creditedMinor - paidMinor
}

export function toInvoiceView(row: IssuedInvoice): InvoiceView {
  const { document } = row
  const totals = totalInvoice(document)
  const money = (amountMinor: number) => ({ amountMinor, currency: row.currency })
  return {
    id: row.id,
    kind: row.kind,
    number: row.number,
    solutionId: row.solutionId,
    status: row.status,
    period: document.period,
    issuedOn: row.issuedOn,
    dueOn: row.dueOn,
    net: money(row.netMinor),
    tax: money(row.taxMinor),
    gross: money(row.grossMinor),
    paid: money(row.paidMinor),
    credited: money(row.creditedMinor),
    open: money(openMinor(row)),
    lines: document.lines.map(({ name, description = '', quantity, unit, price, tax }, index) => ({
      name,
      description,
      quantity,
      unit,
      price,
      net: money(totals.lineNets[index] ?? 0),
      taxRate: tax.rate,
    })),
    taxes: totals.groups.map(({ category, rate, net, tax, reason }) => ({
      category,
      rate,
      net: money(net),
      tax: money(tax),
      reason: reason ?? null,
    })),
    seller: partyOf(document.seller),
    buyer: partyOf(document.buyer),
    purchaseOrder: document.buyer.purchaseOrder ?? '',
    buyerReference: document.buyer.reference ?? '',
    eInvoice: document.profile === 'XRECHNUNG' ? 'XRECHNUNG_XML' : 'ZUGFERD_PDF',
    paymentKind: row.paymentKind,
    transfer: transferOf(document),
    corrects: row.corrects,
    paidAt: row.paidAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

/** The account to which an invoice is to be transferred, as the invoice itself says it; null for one that is paid in another way. */
export function transferOf({ kind, payment }: Pick<Invoice, 'kind' | 'payment'>): InvoiceView['transfer'] {
  const { means, iban, bic = null, accountHolder, reference } = payment
  if (kind === 'CREDIT_NOTE' || means !== '58' || iban === undefined || accountHolder === undefined) return null
  return { accountHolder, iban, bic, reference }
}

function partyOf({ name, address, email, vatId }: Invoice['seller'] | Invoice['buyer']): InvoiceView['buyer'] {
  const { street, line2 = '', postalCode, city, region = '', countryCode } = address
  return { name, street, line2, postalCode, city, region, countryCode, email, vatId: vatId ?? null }
}

/** Records a status that an invoice reached automatically, because it was paid or left unpaid for too long. */
export async function recordInvoiceState(
  tx: Queries,
  { id, solutionId, number, status: before }: Pick<IssuedInvoice, 'id' | 'solutionId' | 'number' | 'status'>,
  status: Extract<InvoiceStatus, 'PAID' | 'OVERDUE' | 'UNCOLLECTIBLE'>,
  at: Date,
): Promise<void> {
  await recordAudit(tx, null, null, at, {
    scope: 'SOLUTION',
    scopeId: solutionId,
    action: `invoice.${status.toLowerCase()}`,
    target: { kind: 'invoice', id },
    before: { status: before },
    after: { status, number },
  })
}
