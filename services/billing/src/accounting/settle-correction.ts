import type { CreditNoteInput } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { type Invoice, totalInvoice } from '@bollard/e-invoice'
import type { BillingContext } from '../billing-context.ts'
import { type Credit, creditInvoice } from '../invoice/credit.ts'
import type { Recipient } from '../invoice/invoice-mails.ts'
import type { AccountingRow } from './accounting-row.ts'
import { addOverage } from './close.ts'
import type { Month } from './month.ts'
import { overageOf, type Settlement } from './settle-month.ts'

export interface CreditRequest {
  readonly invoiceId: string
  /** Which line, from 0 on, and how much of it, net. */
  readonly line: number
  readonly netMinor: number
  readonly document: Invoice
}

/** How the money of a correction is settled. */
export interface Settling {
  /** Charges that no issued invoice names: what is new takes their place. */
  readonly replaced: readonly string[]
  /** What is owed in their place, or on top of what is billed. */
  readonly units: number
  readonly credits: readonly CreditRequest[]
}

/** Works out how the present entry of a month becomes the settled one. What was given back out of goodwill stays given. */
export async function planSettling(tx: Queries, present: AccountingRow, settled: Settlement): Promise<Settling> {
  const charges = await tx.query('billing-correct-charges', chargesSql, [present.solutionId, present.period])
  const open = charges.filter(({ document }) => document === null)
  const booked = {
    units: present.overageUnits - open.reduce((sum, { units }) => sum + units, 0),
    minor: present.overageMinor - open.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  }
  const replaced = open.map(({ id }) => id)
  if (settled.overageUnits >= booked.units) return { replaced, units: settled.overageUnits - booked.units, credits: [] }
  let rest = booked.minor - settled.overage.amountMinor
  const credits: CreditRequest[] = []
  // The newest bill gives back first.
  for (const { invoiceId, document, line, creditedMinor } of charges.toReversed()) {
    if (document === null || invoiceId === null) continue
    const netMinor = Math.min(rest, (totalInvoice(document).lineNets[line] ?? 0) - creditedMinor)
    if (netMinor <= 0) continue
    rest -= netMinor
    credits.push({ invoiceId, line, netMinor, document })
  }
  return { replaced, units: 0, credits }
}

interface Carrying {
  /** Of the entry that takes the place of the present one. */
  readonly id: string
  readonly present: AccountingRow
  readonly settled: Settlement
  readonly settling: Settling
  readonly month: Month
  readonly reason: string
  readonly by: NonNullable<Credit['by']>
  /** The recipients of credit notes. */
  readonly recipients: readonly Recipient[]
}

/** Writes charges and credit notes; answers the ids of the latter. */
export async function settleCorrection(tx: Queries, context: BillingContext, carrying: Carrying): Promise<string[]> {
  const { id, present, settled, settling, month, reason, by, recipients } = carrying
  const { solutionId, planCode } = present
  await tx.query('billing-correct-cancel', cancelSql, [settling.replaced])
  if (settling.units > 0 && settled.pricePerThousand !== null) {
    const { amountMinor: price, currency } = settled.pricePerThousand
    const amount = { amountMinor: overageOf(settling.units, price), currency }
    await addOverage(tx, context, {
      solutionId,
      planCode,
      month,
      accountingId: id,
      units: settling.units,
      price,
      amount,
    })
  }
  const notes: string[] = []
  for (const { invoiceId, line, netMinor, document } of settling.credits) {
    const input = { reason, reissue: false, lines: linesOf(document, line, netMinor) }
    notes.push((await creditInvoice(tx, context, { solutionId, invoiceId, input, recipients, by })).id)
  }
  return notes
}

/** With the share of a discount that was given on it. */
function linesOf(document: Invoice, line: number, netMinor: number): NonNullable<CreditNoteInput['lines']> {
  const { lineNets } = totalInvoice(document)
  const tax = (place: number) => `${document.lines[place]?.tax.category} ${document.lines[place]?.tax.rate}`
  const alike = [...document.lines.keys()].filter((place) => tax(place) === tax(line))
  const given = alike.reduce((sum, place) => sum + Math.max(0, lineNets[place] ?? 0), 0)
  const shares = alike.flatMap((place) => {
    const off = Math.max(0, -(lineNets[place] ?? 0))
    const amountMinor = given === 0 ? 0 : Math.round((netMinor * off) / given)
    return amountMinor > 0 ? [{ line: place + 1, amountMinor }] : []
  })
  return [{ line: line + 1, amountMinor: netMinor }, ...shares]
}

/** Lines of an invoice stand in the order of its charges; discounts follow them. */
const chargesSql = `select c.id, c.units::float8 as units, c.amount_minor::float8 as "amountMinor", i.id as "invoiceId", i.document, l.line,
    (select coalesce(sum((part->>'netMinor')::bigint), 0)::float8 from billing.invoices n, jsonb_array_elements(n.credited_lines) part
      where n.corrects = i.id and (part->>'line')::int = l.line) as "creditedMinor"
  from billing.charges c
  join billing.accountings a on a.id = c.accounting_id
  left join billing.invoices i on i.id = c.invoice_id and i.status <> 'DRAFT'
  left join lateral (select count(*)::int as line from billing.charges b where b.invoice_id = i.id and b.id < c.id) l on true
  where a.solution_id = $1 and a.period = $2 and c.status <> 'CANCELED' order by c.id`
const cancelSql = `update billing.charges set status = 'CANCELED', invoice_id = null where id = any($1::uuid[])`
