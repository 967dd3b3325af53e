import type { Commission } from '@bollard/contracts'
import { csvCell } from '@bollard/export-file/csv'

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
    solutionLabel,
    units(base),
    rate,
    units(amount),
    amount.currency,
    status,
    reason,
    availableAt,
    createdAt,
  ]
  return `${cells.map(csvCell).join(',')}\r\n`
}

function units({ amountMinor, currency }: Commission['amount']): number {
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  return amountMinor / 10 ** digits
}
