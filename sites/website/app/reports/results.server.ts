/** Results of the programs in `benchmarks/`, as far as reports show them. Each program has a test of what it writes. */
interface Measured {
  readonly measuredAt: string
  readonly machine: {
    readonly cpu: string
    readonly cores: number
    readonly node: string
    readonly browser?: string
    readonly chromium?: number
  }
}
interface ByProcessor<Result> {
  readonly byProcessor: Readonly<Record<string, Result>>
}
/** A share of a count with its 95 % interval. */
export interface Rate {
  readonly count: number
  readonly of: number
  readonly interval: { readonly low: number; readonly high: number } | null
}
interface Found {
  readonly noticed: Rate
  readonly stopped: Rate
}

export interface SolverResult extends Measured {
  readonly results: readonly { readonly name: string; readonly median: number; readonly rounds: readonly number[] }[]
}
export interface ServiceResult extends Measured {
  readonly results: readonly {
    readonly contender: string
    readonly operation: 'issue' | 'verify'
    readonly cpuMicros: number
    readonly requestsPerSecond: number
  }[]
  readonly everyRound: readonly { readonly contender: string; readonly operation: string; readonly cpuMicros: number }[]
}
export interface WidgetResult {
  readonly measuredOn: string
  readonly ours: number
  readonly altcha: number
  readonly cap: number
}
export interface BotLabResult extends Measured {
  readonly summary: {
    readonly bots: Found & {
      readonly classes: Readonly<Record<string, Found>>
      readonly seen: Found
      readonly unseen: Found
      readonly botdFound: Rate
      readonly foundWhereBotdRan: Rate
    }
    readonly genuine: { readonly refused: Rate; readonly withExtraWork: Rate; readonly botdAccused: Rate }
  }
  readonly results: readonly {
    readonly id: string
    readonly kind: string
    readonly class: string | null
    readonly stack: string
    readonly half: string | null
    readonly describe: string
    readonly decision: string
    readonly score: number | null
    readonly rounds: number | null
    readonly reasons: readonly { readonly code: string; readonly weight: number }[]
    readonly botd: string | null
  }[]
}
export interface PriceCurveResult extends Measured {
  readonly baselineCpuSeconds: number
  readonly cells: readonly {
    readonly aged: boolean
    readonly method: string
    readonly kind: string
    readonly networks: number
    readonly tokens: number
    readonly full: {
      readonly gained: number
      readonly cpuSecondsPerToken: number
      readonly bytesPerToken: number
      readonly people: { readonly visitors: number; readonly refused: number; readonly p95LongerS: number }
    }
  }[]
  readonly scenarios: readonly { readonly ok: boolean }[]
  readonly peers: readonly { readonly name: string; readonly cpuSecondsPerToken: number }[]
}
interface Assumptions {
  readonly assumptions: Readonly<Record<'cpuThreadPrice' | 'proxyTrafficPrice', { readonly value: number }>>
}

const files = import.meta.glob<unknown>('../../../../benchmarks/results/*.json', { eager: true, import: 'default' })
const assumed = import.meta.glob<Assumptions>('../../../../benchmarks/attack-cost/assumptions.ts', { eager: true })

/** Reads a result by its name. Throws where no program has written it, since reports say nothing without. */
export function readResult<Result>(name: string): Result {
  const result = files[`../../../../benchmarks/results/${name}.json`]
  if (result === undefined) throw new Error(`benchmarks/results/${name}.json is missing`)
  return result as Result
}

/** The newest run of a result that is kept for each processor. */
export function newestOf<Result extends Measured>(name: string): Result {
  const runs = Object.values(readResult<ByProcessor<Result>>(name).byProcessor)
  const [newest] = runs.toSorted((a, b) => b.measuredAt.localeCompare(a.measuredAt))
  if (newest === undefined) throw new Error(`benchmarks/results/${name}.json has no run`)
  return newest
}

/** Euro an hour of a rented thread, and a gigabyte through proxies, with which attacks are priced. */
export function readPrices(): { threadHour: number; gigabyte: number } {
  const [found] = Object.values(assumed)
  if (found === undefined) throw new Error('benchmarks/attack-cost/assumptions.ts is missing')
  const { cpuThreadPrice, proxyTrafficPrice } = found.assumptions
  return { threadHour: cpuThreadPrice.value, gigabyte: proxyTrafficPrice.value }
}

/** A machine in words that no language changes. */
export function machineOf({ machine: { cpu, cores, node, browser, chromium } }: Measured): string {
  const inBrowser = browser ?? (chromium === undefined ? undefined : `Chromium ${chromium}`)
  return [`${cores} × ${cpu}`, `Node ${node.replace(/^v/u, '')}`, inBrowser].filter(Boolean).join(' · ')
}
