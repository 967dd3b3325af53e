import type { ServiceState, Verdict } from '../check-result.ts'
import type { StateTime } from './state-time.ts'

/**
 * What a state or verdict adds to uptime: UP the whole of it, HALF a half, DOWN nothing; LEFT_OUT is as if it had not
 * been.
 */
export type Weight = 'UP' | 'HALF' | 'DOWN' | 'LEFT_OUT'

/**
 * How uptime is computed, as data, so that it can be stored beside a figure and printed under it:
 * `(UP + HALF ÷ 2) ÷ (UP + HALF + DOWN)`, of time or of checks.
 */
export interface UptimeFormula {
  /** DURATION and WEIGHTED measure time by the state of the service, CHECKS counts checks by their verdict. */
  readonly method: 'DURATION' | 'CHECKS' | 'WEIGHTED'
  readonly weights: Readonly<Record<ServiceState, Weight>>
}

const usualWeights: UptimeFormula['weights'] = {
  UP: 'UP',
  DEGRADED: 'UP',
  DOWN: 'DOWN',
  // Nobody knows what people saw: neither is a probe that was challenged one of them, nor was one there that said
  // nothing.
  CHALLENGED: 'LEFT_OUT',
  UNKNOWN: 'LEFT_OUT',
  MAINTENANCE: 'LEFT_OUT',
  PAUSED: 'LEFT_OUT',
}

/** The formulas that are offered. Owners may change what maintenance, UNKNOWN and CHALLENGED do. */
export const uptimeFormulas: Readonly<Record<UptimeFormula['method'], UptimeFormula>> = {
  DURATION: { method: 'DURATION', weights: usualWeights },
  CHECKS: { method: 'CHECKS', weights: usualWeights },
  // The impact of a status page: none 0, maintenance 0, partial 0.5, whole 1.
  WEIGHTED: { method: 'WEIGHTED', weights: { ...usualWeights, DEGRADED: 'HALF', MAINTENANCE: 'UP' } },
}

/** Uptime as two whole numbers, so that nothing is rounded before it is shown: `good ÷ counted`, both in halves. */
export interface Uptime {
  readonly good: number
  readonly counted: number
}

/**
 * Uptime from milliseconds by state (DURATION, WEIGHTED) or from checks by verdict (CHECKS). Figures are whole and not
 * negative.
 */
export function uptimeOf({ weights }: UptimeFormula, amounts: StateTime | Readonly<Record<Verdict, number>>): Uptime {
  let [good, counted] = [0, 0]
  for (const state in amounts) {
    const weight = weights[state as ServiceState]
    const amount = amounts[state as Verdict]
    if (weight === 'LEFT_OUT') continue
    counted += 2 * amount
    good += weight === 'UP' ? 2 * amount : weight === 'HALF' ? amount : 0
  }
  return { good, counted }
}

/** Uptime of several services or periods together. */
export function addUptimes(uptimes: readonly Uptime[]): Uptime {
  return uptimes.reduce((sum, { good, counted }) => ({ good: sum.good + good, counted: sum.counted + counted }), {
    good: 0,
    counted: 0,
  })
}

/** Whether a formula counts a state as down, fully. */
export function isDownBy({ weights }: UptimeFormula, state: ServiceState): boolean {
  return weights[state] === 'DOWN'
}

/**
 * Uptime in parts of a million, rounded down: 1,000,000 only where nothing was down, so that 99.99999 % is never shown
 * as 100 %; null where nothing counts. Exact for all whole numbers up to 2^53.
 */
export function partsPerMillion({ good, counted }: Uptime): number | null {
  if (counted <= 0) return null
  const millions = good * 1_000_000
  // Numbers of this size are exact, and so is their remainder; their quotient would not be.
  if (Number.isSafeInteger(millions)) return (millions - (millions % counted)) / counted
  return Number((BigInt(good) * 1_000_000n) / BigInt(counted))
}

/**
 * Uptime as a percentage such as `99.995`, with as many decimals as asked for (0–4), rounded down; null where nothing
 * counts. The point is a point: sites write it in the language of the reader.
 */
export function formatPercent(uptime: Uptime, decimals: 0 | 1 | 2 | 3 | 4): string | null {
  const parts = partsPerMillion(uptime)
  if (parts === null) return null
  const cut = Math.floor(parts / 10 ** (4 - decimals))
  return (cut / 10 ** decimals).toFixed(decimals)
}
