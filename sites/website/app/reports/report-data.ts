import type { ReportId } from '@bollard/content/published'

export type ChartId =
  | 'hashRate'
  | 'issue'
  | 'verify'
  | 'download'
  | 'noticed'
  | 'stopped'
  | 'halves'
  | 'besideBotd'
  | 'genuine'
  | 'cost'
  | 'work'
  | 'networks'
  | 'waits'

/** One measured value. */
export interface Bar {
  /** A key of `reports.bars` in the language files, or a name that no language changes. */
  readonly label: { readonly key: BarKey } | { readonly name: string }
  /** In the chart's unit; shares from 0 to 1. */
  readonly value: number
  /** Ends of what was measured, or of the 95 % interval of a share. */
  readonly low?: number
  readonly high?: number
  /** Such as “54 of 56”, where the value is a share. */
  readonly count?: { readonly of: number; readonly found: number }
  readonly isOurs?: boolean
}

export type BarKey =
  | 'default'
  | 'agents'
  | 'stealth'
  | 'osInput'
  | 'protocol'
  | 'domEmulator'
  | 'farm'
  | 'seen'
  | 'unseen'
  | 'blocked'
  | 'extraWork'
  | 'botdAccused'
  | 'wasm'
  | 'script'
  | 'floor'
  | 'attackScript'
  | 'attackEngine'
  | 'attackRecorded'
  | 'attackPages'
  | 'attackStealth'
  | 'networks1'
  | 'networks10'
  | 'networks100'
  | 'networks1000'

export interface Chart {
  readonly id: ChartId
  readonly unit: 'MH/s' | 'µs' | 'kB' | '%' | 'ct' | 's'
  readonly bars: readonly Bar[]
}

export interface ReportData {
  readonly id: ReportId
  /** ISO dates of the measurements, without repetition, from old to new. */
  readonly measuredOn: readonly string[]
  /** What it was measured on, in words that no language changes. */
  readonly machine: string
  readonly charts: readonly Chart[]
  /** Numbers that the text names, by their placeholders. */
  readonly values: Readonly<Record<string, number>>
  /** The table to download: one object for each row, all with the same keys. */
  readonly rows: readonly Readonly<Record<string, string | number | null>>[]
}

/** The rows of a report whose data are its charts. */
export function rowsOfCharts(charts: readonly Chart[]): ReportData['rows'] {
  return charts.flatMap(({ id, unit, bars }) =>
    bars.map(({ label, value, low, high, count }) => ({
      chart: id,
      what: 'key' in label ? label.key : label.name,
      value,
      unit: unit === '%' ? 'share' : unit,
      low: low ?? null,
      high: high ?? null,
      found: count?.found ?? null,
      of: count?.of ?? null,
    })),
  )
}

/** The parts of ISO times that are dates, each once, from old to new. */
export function datesOf(...times: readonly string[]): string[] {
  return [...new Set(times.map((time) => time.slice(0, 10)))].toSorted()
}
