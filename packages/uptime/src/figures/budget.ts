import { requireWhole } from '../calendar/uptime-fault.ts'

/** How much downtime an objective leaves in a period, and what has become of it. Milliseconds. */
export interface DowntimeBudget {
  readonly allowedMs: number
  readonly spentMs: number
  /** Below 0 where the objective is missed. */
  readonly leftMs: number
  /** Spent of allowed, in whole per cent, rounded up; null where nothing is allowed and something was spent. */
  readonly spentPercent: number | null
}

const million = 1_000_000

/**
 * The budget of an objective in parts of a million, such as 999,000 for 99.9 %. `downMs` counts halves for what a
 * formula weighs by half. Throws an UptimeFault with the code `out-of-range` for an objective below 0 or above
 * 1,000,000.
 */
export function downtimeBudget(objective: number, periodMs: number, downMs: number): DowntimeBudget {
  requireWhole(objective, 'objective', 0, million)
  // Rounded down: what is promised is kept even where a millisecond is lost.
  const allowedMs = Number((BigInt(Math.floor(periodMs)) * BigInt(million - objective)) / BigInt(million))
  const spentPercent = downMs === 0 ? 0 : allowedMs === 0 ? null : Math.ceil((downMs * 100) / allowedMs)
  return { allowedMs, spentMs: downMs, leftMs: allowedMs - downMs, spentPercent }
}

/**
 * How fast a window spends the budget: at 1 it lasts exactly for its period, at 14.4 a budget of 30 days for two. null
 * where nothing counted in the window; Infinity where nothing is allowed and something was down.
 */
export function burnRate(objective: number, downMs: number, countedMs: number): number | null {
  if (countedMs <= 0) return null
  if (downMs <= 0) return 0
  return downMs / countedMs / ((million - objective) / million)
}

/** A pair of windows: the long one says that it matters, the short one that it has not ended. */
export interface BurnRule {
  readonly longMs: number
  readonly shortMs: number
  readonly rate: number
}

/**
 * Two per cent of a month's budget within an hour, five within six hours, ten within three days: the recommended
 * parameters of The Site Reliability Workbook (Google, 2018), chapter 5, "Multiwindow, Multi-Burn-Rate Alerts".
 */
export const burnRules: readonly BurnRule[] = [
  { longMs: 3_600_000, shortMs: 300_000, rate: 14.4 },
  { longMs: 6 * 3_600_000, shortMs: 1_800_000, rate: 6 },
  { longMs: 72 * 3_600_000, shortMs: 6 * 3_600_000, rate: 1 },
]

/** The first rule whose windows both spend the budget at least as fast; null where none does. */
export function findBurn(
  objective: number,
  timeOf: (windowMs: number) => { readonly downMs: number; readonly countedMs: number },
  rules: readonly BurnRule[] = burnRules,
): BurnRule | null {
  const burns = (windowMs: number, rate: number): boolean => {
    const { downMs, countedMs } = timeOf(windowMs)
    return (burnRate(objective, downMs, countedMs) ?? 0) >= rate
  }
  return rules.find(({ longMs, shortMs, rate }) => burns(longMs, rate) && burns(shortMs, rate)) ?? null
}
