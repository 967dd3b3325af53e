import type { Queries } from '@bollard/database'
import { checkRules, formatMinor, type Invoice, type RuleId, toCii, totalInvoice } from '@bollard/e-invoice'
import type { BillingContext, InvoiceSeller } from '../billing-context.ts'
import type { PayoutTerms } from '../ports/solution-port.ts'
import { monthName, payoutTexts } from '../wording/invoice-words.ts'
import { maskAccount, type PayoutRow } from './payout-row.ts'
import type { PayoutTax } from './payout-tax.ts'

type IssueContext = Pick<BillingContext, 'newId' | 'now'>

/** Gives a document the next number of the year, in the transaction that issues it. Throws where it breaks a rule of EN 16931 or is not about what is transferred. */
export async function issueDocument(
  tx: Queries,
  { newId, now }: IssueContext,
  payout: Pick<PayoutRow, 'id' | 'organizationId' | 'netMinor' | 'taxMinor'>,
  build: (number: string, issuedOn: string) => Invoice,
  corrects: string | null = null,
): Promise<void> {
  const at = now()
  const issuedOn = at.toISOString().slice(0, 10)
  const document = build(await nextNumber(tx, issuedOn.slice(0, 4)), issuedOn)
  const faults = faultsOf(document)
  if (faults.length > 0) throw new Error(`The document of payout ${payout.id} breaks ${faults.join(', ')}`)
  const { net, tax } = totalInvoice(document)
  const sign = corrects === null ? 1 : -1
  if (net !== sign * payout.netMinor || tax !== sign * payout.taxMinor)
    throw new Error(`The document of payout ${payout.id} has another amount`)
  const values = [
    newId(),
    payout.id,
    payout.organizationId,
    document.number,
    corrects,
    JSON.stringify(document),
    issuedOn,
    at,
  ]
  await tx.query('partner-document-insert', insertSql, values)
}

/** Takes the document of a payout back that came to nothing. */
export async function issueCorrection(tx: Queries, context: IssueContext, payout: PayoutRow): Promise<void> {
  const [issued] = await tx.query('partner-document-of-payout', issuedSql, [payout.id])
  if (!issued) throw new Error(`Payout ${payout.id} has no document`)
  await issueDocument(
    tx,
    context,
    payout,
    (number, issuedOn) => buildCorrection(issued.document, { number, issuedOn }),
    issued.id,
  )
}

async function nextNumber(tx: Queries, year: string): Promise<string> {
  const [row] = await tx.query('partner-document-number', numberSql, [year])
  if (!row) throw new Error('A number was not given')
  return `GS-${year}-${String(row.last).padStart(6, '0')}`
}

const numberSql = `insert into billing.payout_counters as c (series, last) values ($1, 1)
  on conflict (series) do update set last = c.last + 1 returning last`
const insertSql = `insert into billing.payout_documents (id, payout_id, organization_id, number, corrects, document, issued_on, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`
const issuedSql = 'select id, document from billing.payout_documents where payout_id = $1 and corrects is null'

export interface DocumentFacts {
  readonly number: string
  readonly terms: PayoutTerms
  readonly operator: InvoiceSeller
  readonly tax: PayoutTax
  /** Net by month, in minor units. */
  readonly months: readonly { readonly month: string; readonly netMinor: number }[]
  readonly period: { readonly from: string; readonly to: string }
  readonly issuedOn: string
  readonly currency: string
}

/** The document that the operator writes in the name of a partner: the partner sells, the operator buys. Its account is masked, as all members read it. */
export function buildDocument({
  number,
  terms,
  operator,
  tax,
  months,
  period,
  issuedOn,
  currency,
}: DocumentFacts): Invoice {
  const texts = payoutTexts[terms.language]
  const name = terms.legalName ?? terms.name
  const { account, address, contactEmail: email } = terms
  return {
    number,
    kind: 'SELF_BILLED',
    issuedOn,
    dueOn: null,
    currency,
    language: terms.language,
    period,
    seller: {
      name,
      address: {
        street: address.street,
        line2: address.addressLine2 || undefined,
        postalCode: address.postalCode,
        city: address.city,
        region: address.region || undefined,
        countryCode: terms.countryCode,
      },
      email,
      vatId: tax.vatId?.text,
      registerNumber: terms.registerNumber ?? undefined,
      // Organizations give no telephone number.
      contact: { name, phone: '', email },
    },
    buyer: {
      name: operator.legalName,
      address: operator.address,
      email: operator.email,
      vatId: operator.vatId,
      registerNumber: operator.registerNumber,
    },
    lines: months.map(({ month, netMinor }) => ({
      name: texts.line.replace('{{month}}', monthName(month, terms.language)),
      quantity: netMinor < 0 ? '-1' : '1',
      unit: 'C62',
      price: formatMinor(Math.abs(netMinor)),
      tax: tax.tax,
    })),
    prepaid: 0,
    payment: {
      means: '58',
      iban: account === null ? undefined : maskAccount(account.iban),
      accountHolder: account?.accountHolder,
      reference: number,
      terms: texts.paid,
    },
    notes: [],
  }
}

/** The document that takes another one back, line by line. */
export function buildCorrection(
  document: Invoice,
  { number, issuedOn }: { readonly number: string; readonly issuedOn: string },
): Invoice {
  const terms = payoutTexts[document.language].takenBack.replace('{{number}}', document.number)
  return {
    ...document,
    number,
    issuedOn,
    corrects: { number: document.number, issuedOn: document.issuedOn },
    lines: document.lines.map((line) => ({ ...line, quantity: line.quantity === '1' ? '-1' : '1' })),
    payment: { ...document.payment, terms, reference: number },
  }
}

/** The rules of EN 16931 that a document breaks, and the particulars of § 14 UStG that it lacks; empty when it may leave. */
export function faultsOf(document: Invoice): (RuleId | 'ADDRESS')[] {
  const { street, postalCode, city } = document.seller.address
  return [...checkRules(toCii(document)), ...(street && postalCode && city ? [] : ['ADDRESS' as const])]
}
