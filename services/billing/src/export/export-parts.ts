import type { StatementRows } from '@bollard/database'
import type { ExportPart } from '@bollard/export-file'
import { accountingColumns, toAccounting } from '../accounting/accounting-row.ts'
import type { BillingContext } from '../billing-context.ts'
import { addressColumns, toAddress } from '../invoice-address/address-row.ts'
import { keepPdf } from '../invoice/finish.ts'
import { invoiceColumns, toInvoiceView } from '../invoice/invoice-row.ts'
import { methodColumns, toPaymentMethod } from '../payment-method/method-row.ts'
import { asActor, asSystem } from '../store/as-actor.ts'
import { subscriptionColumns, toSolutionPlan } from '../subscription/subscription-row.ts'
import { toVatCheck, vatCheckColumns } from '../vat-check/list.ts'

type PartContext = Pick<BillingContext, 'db' | 'now' | 'plans'>

/** The bills in a solution's export: its plan, the months that were counted, and every invoice with its files. The caller has checked access. */
export async function* exportParts(context: PartContext, solutionId: string): AsyncGenerator<ExportPart> {
  const read = <Name extends keyof StatementRows>(name: Name, sql: string, values: readonly unknown[] = [solutionId]) =>
    asSystem(context.db, [solutionId], (tx) => tx.query(name, sql, values))
  const [plan] = await read(
    'billing-parts-plan',
    `select ${subscriptionColumns} from billing.subscriptions where solution_id = $1`,
  )
  if (plan !== undefined) yield { path: 'billing/plan.json', content: toSolutionPlan(context.plans, plan, 'ADMIN') }
  const months = await read(
    'billing-parts-months',
    `select ${accountingColumns} from billing.accountings a where a.solution_id = $1 order by a.id`,
  )
  yield { path: 'billing/accountings.json', content: months.map(toAccounting) }
  const invoices = await read('billing-parts-invoices', invoicesSql)
  yield { path: 'billing/invoices.json', content: invoices.map(toInvoiceView) }
  for (const { id, number } of invoices) {
    await keepPdf(context, solutionId, id)
    const files = await read(
      'billing-parts-files',
      'select format, content from billing.invoice_files where invoice_id = $1 order by format',
      [id],
    )
    for (const { format, content } of files)
      yield { path: `billing/invoices/${number}.${format.toLowerCase()}`, content, isPacked: format === 'PDF' }
  }
}

/** What is stored about a person: invoice addresses, payment methods without their tokens, and their invoices. */
export async function partsOfPerson({ db, now }: PartContext, userId: string): Promise<ExportPart[]> {
  return asActor(db, { userId }, async (tx) => {
    const addresses = await tx.query(
      'billing-parts-addresses',
      `select ${addressColumns} from billing.invoice_addresses where user_id = $1 order by id`,
      [userId],
    )
    const methods = await tx.query(
      'billing-parts-methods',
      `select ${methodColumns} from billing.payment_methods where user_id = $1 order by id`,
      [userId],
    )
    const invoices = await tx.query('billing-parts-own-invoices', ownInvoicesSql, [userId])
    const checks = await tx.query('billing-parts-vat-checks', ownChecksSql, [userId])
    const confirmed = await tx.query('billing-parts-confirmed', confirmedSql, [userId])
    return [
      { path: 'billing/confirmed-emails.json', content: confirmed },
      { path: 'billing/invoice-addresses.json', content: addresses.map(toAddress) },
      { path: 'billing/payment-methods.json', content: methods.map((row) => toPaymentMethod(row, now())) },
      { path: 'billing/invoices.json', content: invoices.map(toInvoiceView) },
      { path: 'billing/vat-checks.json', content: checks.map(toVatCheck) },
    ]
  })
}

const confirmedSql = `select email, 'CONFIRMED' as state, confirmed_at as at from billing.confirmed_emails where user_id = $1
  union all select email, 'ASKED', created_at from billing.email_confirmations where user_id = $1 order by 3`
const invoicesSql = `select ${invoiceColumns} from billing.invoices where solution_id = $1 and status <> 'DRAFT' order by id`
const ownInvoicesSql = `select ${invoiceColumns} from billing.invoices where user_id = $1 and status <> 'DRAFT' order by id`
const ownChecksSql = `select ${vatCheckColumns} from billing.vat_checks c where c.holder_kind = 'ACCOUNT' and c.holder_id = $1 order by c.id`
