import { z } from 'zod'
import { monthSchema } from './wire.ts'

/** The charts of accounts for which there are values to begin with. */
export const datevCharts = ['SKR03', 'SKR04'] as const
export type DatevChart = (typeof datevCharts)[number]

/**
 * What a form begins with, by chart; nobody but the accountant knows whether a company keeps to it. Receivables without personal
 * accounts, revenue at 19 % (an account that adds the tax by itself), services taxed in another member state by their recipient, and
 * services outside of the Union.
 */
export const datevAccounts = {
  SKR03: { debtorAccount: '1410', standardAccount: '8400', reverseChargeAccount: '8336', outsideAccount: '8338' },
  SKR04: { debtorAccount: '1210', standardAccount: '4400', reverseChargeAccount: '4336', outsideAccount: '4338' },
} as const satisfies Readonly<Record<DatevChart, object>>

const account = z.string().regex(/^\d{4,8}$/u)
/** Four digits, as the format has it; empty where the account says how it is taxed. */
const taxKey = z
  .string()
  .regex(/^(?:\d{4})?$/u)
  .default('')
const digits = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

/** Of a posting batch: whose it is, and to which accounts it posts. Nothing of it has a value unless somebody gives it. */
export const datevQuery = z.strictObject({
  period: monthSchema,
  /** Number of the consultant and of the client, as DATEV gave them. */
  consultant: digits(1001, 9_999_999),
  client: digits(1, 99_999),
  /** First day of the fiscal year that the month is in. */
  fiscalYear: z.iso.date(),
  /** Digits of a general ledger account; a personal account may have one more. */
  accountLength: digits(4, 8),
  /** Empty for a chart of one's own. */
  chart: z.enum([...datevCharts, '']).default(''),
  debtorAccount: z.string().regex(/^\d{4,9}$/u),
  standardAccount: account,
  standardKey: taxKey,
  reverseChargeAccount: account,
  reverseChargeKey: taxKey,
  outsideAccount: account,
  outsideKey: taxKey,
  /** Revenue at another rate than 19 %, such as 16 % in the second half of 2020; needed in a month that has any. */
  otherRateAccount: account.or(z.literal('')).default(''),
  otherRateKey: taxKey,
})
export type DatevQuery = z.infer<typeof datevQuery>
