/** Series of one name. `where` holds a regular expression for each label, which its whole value must match. */
export interface Selector {
  readonly metric: string
  readonly where?: Readonly<Record<string, string>>
}

/** A number worked out of series. Both the PromQL of `alert-rules.yml` and our own evaluation are made of it. */
export type Signal =
  /** The largest, smallest or summed value now. */
  | { readonly kind: 'value'; readonly of: Selector; readonly across: 'max' | 'min' | 'sum' }
  /** By how much counters grew in the last `seconds`. */
  | { readonly kind: 'increase'; readonly of: Selector; readonly seconds: number }
  /** Growth of `part` divided by that of `whole`. */
  | { readonly kind: 'share'; readonly part: Selector; readonly whole: Selector; readonly seconds: number }
  /** How many times faster than allowed the budget of errors of an objective is spent. */
  | {
      readonly kind: 'burn'
      readonly objective: string
      readonly good: Selector
      readonly all: Selector
      readonly allowed: number
      readonly seconds: number
    }
  /** One value divided by another one of the same time. */
  | { readonly kind: 'quotient'; readonly of: Selector; readonly by: Selector }
  /** Seconds until a moment that is told as seconds since 1970. */
  | { readonly kind: 'until'; readonly moment: Selector }

/** What an evaluation asks about the series that were seen. */
export interface Readings {
  /** Null where no series matches. */
  value(of: Selector, across: 'max' | 'min' | 'sum'): number | null
  increase(of: Selector, seconds: number): number | null
  /** Milliseconds since 1970 of the latest reading. */
  readonly at: number
}

/** The signal now; null while nothing is known of it. */
export function readSignal(signal: Signal, readings: Readings): number | null {
  switch (signal.kind) {
    case 'value':
      return readings.value(signal.of, signal.across)
    case 'increase':
      return readings.increase(signal.of, signal.seconds)
    case 'share':
      return divide(
        readings.increase(signal.part, signal.seconds) ?? 0,
        readings.increase(signal.whole, signal.seconds),
      )
    case 'burn': {
      const share = divide(
        readings.increase(signal.good, signal.seconds) ?? 0,
        readings.increase(signal.all, signal.seconds),
      )
      return share === null ? null : Math.max(0, 1 - share) / signal.allowed
    }
    case 'quotient':
      return divide(readings.value(signal.of, 'min'), readings.value(signal.by, 'min'))
    case 'until': {
      const moment = readings.value(signal.moment, 'min')
      return moment === null ? null : moment - readings.at / 1_000
    }
    default:
      return signal satisfies never
  }
}

/** The same as PromQL. A burn is the name of a recording rule. */
export function promqlOf(signal: Signal): string {
  switch (signal.kind) {
    case 'value':
      return `${signal.across}(${seriesOf(signal.of)})`
    case 'increase':
      return `sum(increase(${seriesOf(signal.of)}[${durationOf(signal.seconds)}]))`
    case 'share':
      return `${rateOf(signal.part, signal.seconds)} / ${rateOf(signal.whole, signal.seconds)}`
    case 'burn':
      return burnName(signal)
    case 'quotient':
      return `min(${seriesOf(signal.of)}) / min(${seriesOf(signal.by)})`
    case 'until':
      return `min(${seriesOf(signal.moment)}) - time()`
    default:
      return signal satisfies never
  }
}

/** What records a burn. */
export function recordingOf(burn: Extract<Signal, { kind: 'burn' }>): { record: string; expr: string } {
  const { good, all, seconds, allowed } = burn
  return {
    record: burnName(burn),
    expr: `(1 - (${rateOf(good, seconds)} or vector(0)) / ${rateOf(all, seconds)}) / ${allowed}`,
  }
}

const burnName = ({ objective, seconds }: { objective: string; seconds: number }): string =>
  `bollard:${objective}_burn_rate:${durationOf(seconds)}`

const rateOf = (of: Selector, seconds: number): string => `sum(rate(${seriesOf(of)}[${durationOf(seconds)}]))`

function seriesOf({ metric, where = {} }: Selector): string {
  const matchers = Object.entries(where).map(([label, pattern]) => `${label}=~${JSON.stringify(pattern)}`)
  return matchers.length === 0 ? metric : `${metric}{${matchers.join(',')}}`
}

/** As Prometheus writes durations, in the largest unit that is whole. */
export function durationOf(seconds: number): string {
  if (seconds % 86_400 === 0 && seconds > 0) return `${seconds / 86_400}d`
  if (seconds % 3_600 === 0 && seconds > 0) return `${seconds / 3_600}h`
  return seconds % 60 === 0 && seconds > 0 ? `${seconds / 60}m` : `${seconds}s`
}

function divide(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : part / whole
}
