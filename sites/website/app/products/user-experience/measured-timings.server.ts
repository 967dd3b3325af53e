/** How long a check takes where our benchmarks ran it. Null where a benchmark has not run. */
export interface MeasuredTimings {
  /** Seconds from touching the form to the token: medians of a computer with two cores. */
  toToken: { chromium: number; firefox: number; withoutWebAssembly: number } | null
  /** Longest single task in the page's own thread, milliseconds: at full speed, and with the processor slowed to a quarter. */
  longestTask: { full: number; quarter: number } | null
  /** ISO date of the older of the two results. */
  measuredOn: string | null
}

interface Policies {
  measuredAt: string
  rows: { policy: string; browser: string; secondsToToken: { median: number } }[]
}
interface Collector {
  measuredOn: string
  results: { slowdown: number; longestTaskCpuMs: { median: number } }[]
}

const results = import.meta.glob<unknown>('../../../../../benchmarks/results/{policies,collector}.json', {
  eager: true,
  import: 'default',
})

/** What `benchmarks/policies` and `benchmarks/widget/collector` wrote. */
export function readMeasuredTimings(): MeasuredTimings {
  const policies = resultOf('policies') as Policies | undefined
  const collector = resultOf('collector') as Collector | undefined
  const seconds = (policy: string, browser: string) =>
    policies?.rows.find((row) => row.policy === policy && row.browser === browser)?.secondsToToken.median
  const task = (slowdown: number) =>
    collector?.results.find((row) => row.slowdown === slowdown)?.longestTaskCpuMs.median
  const [chromium, firefox, withoutWebAssembly] = [
    seconds('none', 'Chromium'),
    seconds('none', 'Firefox'),
    seconds('no-frame', 'Chromium'),
  ]
  const [full, quarter] = [task(1), task(4)]
  const dates = [policies?.measuredAt, collector?.measuredOn].filter((date) => date !== undefined)
  return {
    toToken:
      chromium === undefined || firefox === undefined || withoutWebAssembly === undefined
        ? null
        : { chromium, firefox, withoutWebAssembly },
    longestTask: full === undefined || quarter === undefined ? null : { full, quarter },
    measuredOn: dates.toSorted()[0] ?? null,
  }
}

function resultOf(name: string): unknown {
  return results[`../../../../../benchmarks/results/${name}.json`]
}
