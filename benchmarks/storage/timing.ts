export interface Timing {
  readonly medianMs: number
  readonly p95Ms: number
}

export function timingOf(times: readonly number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    round1(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { medianMs: at(0.5), p95Ms: at(0.95) }
}

export function round1(value: number): number {
  return Math.round(value * 10) / 10
}
