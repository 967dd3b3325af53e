import type { Configuration } from './configuration.ts'
import { askService } from './service.ts'

/** Requests that passed since nobody could decide, until the service has heard of them. */
export interface Untold {
  add(): void
  /** The service works: it is told now, without anybody waiting for that. */
  tell(): void
}

/** At most so often, in milliseconds. */
const everyMs = 1_000
const timeoutMs = 5_000

/**
 * Counts requests that pass undecided, and tells the service how many they were once it answers again, so that its dashboard shows an outage
 * that only this process has seen. What a process has not told when it ends is lost.
 */
export function createUntold(configuration: Configuration): Untold {
  let count = 0
  let nextAt = 0
  async function send(): Promise<void> {
    const undecided = count
    count = 0
    const report = { from: 'MIDDLEWARE', decisions: [], undecided }
    const asked = await askService({ ...configuration, timeoutMs }, '/decisions/reports', report)
    // An older service takes no report without decisions, and never will.
    if ('fault' in asked && asked.fault !== 'answer-invalid') count += undecided
  }
  return {
    add: () => void (count += 1),
    tell() {
      if (count === 0 || performance.now() < nextAt) return
      nextAt = performance.now() + everyMs
      void send()
    },
  }
}
