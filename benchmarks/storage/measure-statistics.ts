import { getStatistics } from '@bollard/captcha-service/storage'
import type { Database } from '@bollard/database'
import { type Timing, timingOf } from './timing.ts'

const periods = ['24h', '7d', '30d'] as const
const repeats = 20

/** Times of the statistics page of a site, by period. */
export async function measureStatistics(
  db: Database,
  { siteId, now }: { siteId: number; now: number },
): Promise<Record<string, Timing>> {
  const context = { db, now: () => new Date(now), nameOfNetwork: () => null }
  const timings: Record<string, Timing> = {}
  for (const period of periods) {
    const times: number[] = []
    // The first ones plan their statements.
    for (let round = -8; round < repeats; round += 1) {
      const startedAt = performance.now()
      const { totals } = await getStatistics(context, siteId, { period })
      if (round >= 0) times.push(performance.now() - startedAt)
      if (totals.passed === 0) throw new Error(`The statistics of ${period} are empty`)
    }
    timings[period] = timingOf(times)
  }
  return timings
}
