import { dayMs, type Money, type Plan, type UsageCounts } from '@bollard/contracts'
import type { UsageOfDay } from '../ports/usage-port.ts'
import type { BillingStatus, Interval } from '../subscription/subscription-row.ts'
import type { Month } from './month.ts'

/** A plan from a moment on, until the next one. */
export interface Term {
  readonly at: Date
  readonly planCode: string
  readonly plan: Plan
  readonly interval: Interval | null
  readonly status: BillingStatus
}

export interface DayCounts extends UsageCounts {
  readonly day: string
}

/** What a month comes to. */
export interface Settlement {
  readonly planCode: string
  readonly plan: Plan
  readonly included: number | null
  readonly counted: UsageCounts
  readonly perDay: readonly DayCounts[]
  readonly overageUnits: number
  /** For each 1000, net; null where more is not billed. */
  readonly pricePerThousand: Money | null
  readonly overage: Money
}

const counts = ['started', 'completed', 'billable', 'bypass', 'rejectedOrigin', 'failedBots', 'clientFailover'] as const

/**
 * Settles the usage of one solution in a month. Where plans change within it, each includes the share of its days. What goes
 * beyond costs the price of the last paid plan, and never more than was used on days with one. `terms` are in order; the first
 * one counts from the beginning of the month.
 */
export function settleMonth(usage: readonly UsageOfDay[], terms: readonly Term[], month: Month): Settlement {
  const spans = spansOf(terms, month)
  const paid = spans.filter(isPaid)
  const last = paid.at(-1) ?? spans.at(-1)
  if (!last) throw new RangeError('A month without any plan cannot be settled')
  const perDay = usage.map(toDay).toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const counted = sum(perDay)
  const included = includedIn(spans, month)
  const price = paid.length > 0 ? last.plan.overagePerThousand : null
  const whilePaid = sum(perDay.filter(({ day }) => paid.some((span) => overlaps(span, day)))).billable
  const overageUnits =
    included === null || price === null ? 0 : Math.min(Math.max(0, counted.billable - included), whilePaid)
  const currency = price?.currency ?? last.plan.monthly?.currency ?? 'EUR'
  return {
    planCode: last.planCode,
    plan: last.plan,
    included,
    counted,
    perDay,
    overageUnits,
    pricePerThousand: price,
    overage: { amountMinor: price === null ? 0 : overageOf(overageUnits, price.amountMinor), currency },
  }
}

/** Verifications that the plans of a month include; null without a limit. `terms` as for `settleMonth`. */
export function includedOf(terms: readonly Term[], month: Month): number | null {
  return includedIn(spansOf(terms, month), month)
}

/** Minor units for so many verifications at a price for each 1000, half up, as the line of an invoice is rounded. */
export function overageOf(units: number, perThousandMinor: number): number {
  return Number((2n * BigInt(units) * BigInt(perThousandMinor) + 1000n) / 2000n)
}

interface Span extends Term {
  readonly from: Date
  readonly to: Date
}

/** What was in force in the month. After its end a solution keeps what it had, since nothing new is counted. */
function spansOf(terms: readonly Term[], { from, to }: Month): Span[] {
  const live = terms.filter(({ status }, index) => status !== 'CANCELED' || index === 0)
  return live
    .map((term, index) => ({
      ...term,
      from: index === 0 || term.at < from ? from : term.at,
      to: earlier(live[index + 1]?.at ?? to, to),
    }))
    .filter((span) => span.from < span.to)
}

function isPaid({ interval, status }: Term): boolean {
  return interval !== null && status !== 'INCOMPLETE' && status !== 'TRIALING'
}

/** Weighed by time, rounded up. No limit for a part of the month is none for all of it. */
function includedIn(spans: readonly Span[], { from, to }: Month): number | null {
  let weighed = 0n
  for (const span of spans) {
    const limit = span.plan.limits.verifications
    if (limit === null) return null
    weighed += BigInt(limit) * BigInt(span.to.getTime() - span.from.getTime())
  }
  const whole = BigInt(to.getTime() - from.getTime())
  return Number((weighed + whole - 1n) / whole)
}

function overlaps({ from, to }: Span, day: string): boolean {
  const start = Date.parse(`${day}T00:00:00Z`)
  return start < to.getTime() && start + dayMs > from.getTime()
}

function toDay({
  day,
  started,
  completed,
  billable,
  bypass,
  failedBots,
  clientFailover,
  rejectedOrigin,
}: UsageOfDay): DayCounts {
  return { day, started, completed, billable, bypass, rejectedOrigin, failedBots, clientFailover }
}

function sum(days: readonly UsageCounts[]): UsageCounts {
  const total = {
    started: 0,
    completed: 0,
    billable: 0,
    bypass: 0,
    rejectedOrigin: 0,
    failedBots: 0,
    clientFailover: 0,
  }
  for (const day of days) for (const name of counts) total[name] += day[name]
  return total
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}
