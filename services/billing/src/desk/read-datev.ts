import type { DatevQuery } from '@bollard/contracts'
import type { RowOf } from '@bollard/database'
import { type LineTax, totalInvoice } from '@bollard/e-invoice'
import { ProblemError } from '@bollard/http'
import { readMonth } from '../accounting/month.ts'
import type { BillingContext } from '../billing-context.ts'
import { type Posting, type PostingBatch, writePostingBatch } from '../datev/posting-batch.ts'

/** The rate that the usual accounts of a chart add by themselves. */
const standardRate = '19'

/**
 * Invoices and credit notes of a month as a posting batch: for each, and each way in which it is taxed, the gross amount from the
 * account of receivables to one of revenue, which adds the tax by itself or by its key. Throws `validation-failed` where the month is in another
 * fiscal year, or has what no account was given for, and `state-conflict` for an invoice in another currency than EUR.
 */
export async function readDatevBatch(
  { db, now }: Pick<BillingContext, 'db' | 'now'>,
  query: DatevQuery,
): Promise<ReturnType<typeof writePostingBatch>> {
  const month = readMonth(query.period)
  const [from, to] = [dayOf(month.from), dayOf(new Date(month.to.getTime() - 1))]
  checkAccounts(query, from, to)
  const rows = await db.query('billing-datev-invoices', invoicesSql, [month.from, month.to])
  const batch: PostingBatch = {
    createdAt: now(),
    consultant: query.consultant,
    client: query.client,
    fiscalYear: query.fiscalYear,
    from,
    to,
    accountLength: query.accountLength,
    chart: query.chart.slice(-2),
    label: `Bollard ${query.period}`,
    postings: rows.flatMap((row) => postingsOf(row, query)),
  }
  return writePostingBatch(batch)
}

function postingsOf(
  { number, kind, corrects, issuedOn, currency, document }: RowOf<'billing-datev-invoices'>,
  query: DatevQuery,
): Posting[] {
  if (currency !== 'EUR')
    throw new ProblemError(
      'state-conflict',
      `${number} is in ${currency}, which this format takes only with a rate of exchange.`,
    )
  const sign = kind === 'CREDIT_NOTE' ? -1 : 1
  const { name, vatId = '' } = document.buyer
  return totalInvoice(document).groups.flatMap((group) => {
    const amountMinor = sign * (group.net + group.tax)
    if (amountMinor === 0) return []
    return {
      ...revenueOf(group, number, query),
      amountMinor,
      account: query.debtorAccount,
      day: issuedOn,
      document: number,
      text: corrects === null ? name : `${corrects} ${name}`,
      vatId: group.category === 'AE' ? vatId : '',
    }
  })
}

/** Where revenue that is taxed like this goes, with the key that the accountant gave for it. */
function revenueOf(
  { category, rate }: LineTax,
  number: string,
  query: DatevQuery,
): Pick<Posting, 'contraAccount' | 'taxKey'> {
  if (category === 'AE') return { contraAccount: query.reverseChargeAccount, taxKey: query.reverseChargeKey }
  if (category === 'O') return { contraAccount: query.outsideAccount, taxKey: query.outsideKey }
  if (category !== 'S')
    throw new ProblemError('state-conflict', `${number} is taxed in a way that has no account here.`)
  if (rate === standardRate) return { contraAccount: query.standardAccount, taxKey: query.standardKey }
  if (query.otherRateAccount === '')
    refuse('/otherRateAccount', 'required', `${number} has a rate of ${rate} %. Give an account for it.`)
  return { contraAccount: query.otherRateAccount, taxKey: query.otherRateKey }
}

function checkAccounts(query: DatevQuery, from: string, to: string): void {
  const start = new Date(`${query.fiscalYear}T00:00:00Z`)
  const end = new Date(Date.UTC(start.getUTCFullYear() + 1, start.getUTCMonth(), start.getUTCDate()))
  if (from < query.fiscalYear || to >= dayOf(end))
    refuse('/fiscalYear', 'out-of-range', 'The month is not in the fiscal year that begins on this day.')
  const accounts = ['standardAccount', 'reverseChargeAccount', 'outsideAccount', 'otherRateAccount'] as const
  for (const name of accounts)
    if (query[name] !== '' && query[name].length !== query.accountLength)
      refuse(`/${name}`, 'invalid-format', `An account has ${query.accountLength} digits.`)
  if (![query.accountLength, query.accountLength + 1].includes(query.debtorAccount.length))
    refuse(
      '/debtorAccount',
      'invalid-format',
      `An account has ${query.accountLength} digits, a personal one has one more.`,
    )
}

function refuse(pointer: string, code: string, detail: string): never {
  throw new ProblemError('validation-failed', detail, { errors: [{ pointer, code }] })
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const invoicesSql = `select i.number, i.kind, o.number as corrects, i.issued_on::text as "issuedOn", i.currency, i.document
  from billing.invoices i left join billing.invoices o on o.id = i.corrects
  where i.status <> 'DRAFT' and i.issued_on >= $1::date and i.issued_on < $2::date order by i.number`
