/** Somebody who solves in bulk: attempts a second of what is rented, and its price in euro an hour. */
export interface Rented {
  readonly perSecond: number
  readonly pricePerHour: number
}

/** What one challenge asks for, in attempts of its algorithm on average. */
export interface Work {
  readonly attempts: number
  /** Attempts a second of one thread of the browser that was measured. */
  readonly browserPerSecond: number
  readonly cpuThread: Rented
  readonly gpu: Rented
}

export interface Cost {
  /** Seconds of one browser thread. */
  readonly visitorSeconds: number
  /** Euro for a thousand solved challenges. */
  readonly cpuPer1000: number
  readonly gpuPer1000: number
  /** Solved challenges a second. */
  readonly cpuThreadSolves: number
  readonly gpuSolves: number
}

/** Attempts ÷ rate = seconds; seconds ÷ 3 600 × price an hour × 1 000 = price of a thousand. */
export function costOf({ attempts, browserPerSecond, cpuThread, gpu }: Work): Cost {
  const per1000 = ({ perSecond, pricePerHour }: Rented) => (attempts / perSecond / 3600) * pricePerHour * 1000
  return {
    visitorSeconds: attempts / browserPerSecond,
    cpuPer1000: per1000(cpuThread),
    gpuPer1000: per1000(gpu),
    cpuThreadSolves: cpuThread.perSecond / attempts,
    gpuSolves: gpu.perSecond / attempts,
  }
}

/** Euro that a thousand challenges cost at least, for each second that one of them takes a visitor. */
export function cheapestPerVisitorSecond(cost: Cost): number {
  return Math.min(cost.cpuPer1000, cost.gpuPer1000) / cost.visitorSeconds
}
