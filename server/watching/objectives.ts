import type { Selector } from './signals.ts'

/** What visitors and customers' servers wait for: start and answer of a verification, and the two ways to ask about a token. */
export const hotRoutes = '/captcha/v1/(verifications(/[^/]+/(solutions|result))?|siteverify)'

/** Upper ends of the buckets of that histogram, in seconds. */
export const bucketSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5] as const
const calls = 'bollard_http_request_duration_seconds'

/** A promise about the hot path that is kept while `share` stays above `objective` over `windowDays`. */
export interface Objective {
  readonly name: 'availability' | 'latency'
  /** The share of calls that must be good, 0 … 1. */
  readonly objective: number
  readonly windowDays: number
  /** All calls that count. */
  readonly all: Selector
  /** Those of them that were good. */
  readonly good: Selector
}

/** Answers slower than this break the promise of latency, in seconds; a bucket of the histogram. */
export const latencySeconds = 0.25

/** The share of calls that may be bad, without what floating point adds. */
export const allowedOf = ({ objective }: Pick<Objective, 'objective'>): number => Number((1 - objective).toFixed(6))

/** Every objective of this product; its burn rates, rules and figures are made of these lines. */
export const objectives: readonly Objective[] = [
  {
    name: 'availability',
    objective: 0.999,
    windowDays: 30,
    all: { metric: `${calls}_count`, where: { route: hotRoutes } },
    good: { metric: `${calls}_count`, where: { route: hotRoutes, status: '[1-4]..' } },
  },
  {
    name: 'latency',
    objective: 0.99,
    windowDays: 30,
    all: { metric: `${calls}_count`, where: { route: hotRoutes } },
    good: {
      metric: `${calls}_bucket`,
      where: { route: hotRoutes, le: String(latencySeconds).replace('.', String.raw`\.`) },
    },
  },
]

export interface BurnWindow {
  readonly name: '1h' | '6h' | '1d' | '3d'
  readonly longSeconds: number
  /** Must burn too, so that an alert ends soon after its cause. */
  readonly shortSeconds: number
  /** How many times faster than allowed the budget of errors is spent. */
  readonly factor: number
  readonly severity: 'page' | 'ticket'
}

/** Two pairs of windows that wake somebody and two that can wait, for an objective of 30 days. */
export const burnWindows: readonly BurnWindow[] = [
  { name: '1h', longSeconds: 3_600, shortSeconds: 300, factor: 14.4, severity: 'page' },
  { name: '6h', longSeconds: 21_600, shortSeconds: 1_800, factor: 6, severity: 'page' },
  { name: '1d', longSeconds: 86_400, shortSeconds: 7_200, factor: 3, severity: 'ticket' },
  { name: '3d', longSeconds: 259_200, shortSeconds: 21_600, factor: 1, severity: 'ticket' },
]
