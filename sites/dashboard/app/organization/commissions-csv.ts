import type { Commission } from '@bollard/contracts'

const columns = [
  'id',
  'period',
  'customer',
  'solution',
  'paid',
  'rate',
  'commission',
  'currency',
  'status',
  'reason',
  'availableAt',
  'createdAt',
] as const

/** A byte order mark, without which spreadsheets take UTF-8 for something else, and the names of the columns. */
export const commissionsCsvHead = `\ufeff${columns.join(',')}\r\n`

/** One commission as a line of RFC 4180, with its CRLF. Amounts are in units of the currency with a point, the rate is in percent. */
export function commissionsCsvLine(commission: Commission): string {
  const { id, period, customerMask, solutionLabel, base, rate, amount, status, reason, availableAt, createdAt } =
    commission
  const cells = [
    id,
    period,
    customerMask,
    solutionLabel ?? '',
    units(base),
    rate,
    units(amount),
    amount.currency,
    status,
    reason ?? '',
    availableAt,
    createdAt,
  ]
  return `${cells.map(cell).join(',')}\r\n`
}

function units({ amountMinor, currency }: Commission['amount']): number {
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  return amountMinor / 10 ** digits
}

/** What a spreadsheet takes for the beginning of a formula, in full width too: customers choose the labels of their solutions. */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/u
/** The same behind a semicolon, which ends a cell in spreadsheets of most of Europe. */
const hiddenFormula = /([;\t\r\n]["'\s]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/gu
const needsQuotes = /[",\r\n]|^\s|\s$/u

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const harmless = (formula.test(value) ? `'${value}` : value).replaceAll(hiddenFormula, "$1'")
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
