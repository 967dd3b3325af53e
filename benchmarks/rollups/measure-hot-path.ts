import { recordVerifications, redeemResults } from '@bollard/captcha-service/storage'
import type { Database } from '@bollard/database'
import { type CpuClock, startCpuClock } from './cpu-clock.ts'
import type { Traffic } from './traffic.ts'

const activeSites = 64
const rounds = 5
const rowsPerRound = 4_000

export interface HotPathCost {
  readonly batch: number
  /** CPU time of PostgreSQL in microseconds, each by row; the middle of five rounds. */
  readonly recordMicros: number
  readonly redeemMicros: number
}

/** What it costs to record a verification and to redeem its result, in batches of 20 and of 200. */
export async function measureHotPath(db: Database, traffic: Traffic): Promise<HotPathCost[]> {
  const clock = await startCpuClock(db)
  const costs: HotPathCost[] = []
  for (const batch of [20, 200]) {
    const measured: { record: number; redeem: number }[] = []
    // The first round only warms up.
    for (let round = 0; round <= rounds; round += 1) {
      const one = await measureRound(db, traffic, clock, batch)
      if (round > 0) measured.push(one)
    }
    const middle = (values: number[]): number => Math.round((values.toSorted((a, b) => a - b)[2] ?? 0) * 10) / 10
    costs.push({
      batch,
      recordMicros: middle(measured.map(({ record }) => record)),
      redeemMicros: middle(measured.map(({ redeem }) => redeem)),
    })
  }
  return costs
}

async function measureRound(
  db: Database,
  traffic: Traffic,
  clock: CpuClock,
  batch: number,
): Promise<{ record: number; redeem: number }> {
  const rows = traffic.visitors(rowsPerRound, activeSites)
  const record = await clock.measure(async () => {
    for (let from = 0; from < rows.length; from += batch) await recordVerifications(db, rows.slice(from, from + batch))
  })
  const redeem = await clock.measure(async () => {
    for (let from = 0; from < rows.length; from += batch) {
      const results = await redeemResults(
        db,
        rows.slice(from, from + batch).map(({ id, issuedAt, siteId }) => ({
          id,
          issuedAt,
          siteId,
          apiKeyId: traffic.keyOf(siteId),
          now: issuedAt + 3_000,
        })),
      )
      if (results.some(({ status }) => status !== 'redeemed')) throw new Error('A result was not redeemed')
    }
  })
  return { record: record / rows.length, redeem: redeem / rows.length }
}
