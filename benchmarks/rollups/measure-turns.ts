import { createRoller, recordVerifications } from '@bollard/captcha-service/storage'
import type { Database } from '@bollard/database'
import { startCpuClock } from './cpu-clock.ts'
import type { Traffic } from './traffic.ts'

/** Facts that one turn over all parts finds. */
const factsPerTurn = [2_500, 20_000, 100_000]
const batchRows = 200
const wantedVerifications = 10_000
/** A verification is a row and, once redeemed, a second fact. */
const factsPerVerification = 2

export interface TurnCost {
  readonly activeSites: number
  readonly factsPerTurn: number
  /** CPU time of PostgreSQL in microseconds. */
  readonly microsPerFact: number
  /** Busy cores that 10 000 verifications a second would take at this price, on paper; one worker has one of eight parts. */
  readonly coresFor10000: number
}

/** What a fact costs to roll, by how many sites it is spread over and how many share a turn. */
export async function measureTurns(db: Database, traffic: Traffic, sites: number): Promise<TurnCost[]> {
  const clock = await startCpuClock(db)
  const roller = createRoller({ db, onError: raise })
  await roller.roll()
  const costs: TurnCost[] = []
  for (const facts of factsPerTurn) {
    const measured: number[] = []
    const rounds = facts > 50_000 ? 1 : 3
    for (let round = 0; round < rounds; round += 1) {
      const rows = traffic.visitors(facts, sites)
      for (let from = 0; from < rows.length; from += batchRows)
        await recordVerifications(db, rows.slice(from, from + batchRows))
      measured.push((await clock.measure(() => roller.roll())) / facts)
    }
    const microsPerFact = measured.toSorted((a, b) => a - b)[Math.floor(measured.length / 2)] ?? 0
    const cores = (microsPerFact * wantedVerifications * factsPerVerification) / 1e6
    costs.push({
      activeSites: sites,
      factsPerTurn: facts,
      microsPerFact: Math.round(microsPerFact),
      coresFor10000: Math.round(cores * 100) / 100,
    })
  }
  return costs
}

function raise(error: unknown): never {
  throw error
}
