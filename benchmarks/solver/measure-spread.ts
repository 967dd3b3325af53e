import { createSolver, solveChallenge } from '@bollard/proof-of-work'
import { targetOf } from '@bollard/proof-of-work/server'
import { someChallenge } from './verify-speed.ts'

/** How far the waits of visitors with the same work lie apart. */
export interface Spread {
  readonly challenges: number
  readonly meanMs: number
  readonly p95Ms: number
  readonly p95OverMean: number
}

/** Solves many challenges of 2^18 hashes in this thread, each another one. The spread is that of more work too: it follows from the 32 parts. */
export async function measureSpread(challenges = 300): Promise<Spread> {
  const solver = await createSolver({ wasm: true })
  const times: number[] = []
  // The first ones let the engine compile.
  for (let number = -20; number < challenges; number++) {
    const token = someChallenge(targetOf(2 ** 18), number + 20)
    const { user, system } = process.cpuUsage()
    await solveChallenge({ token, solver })
    const after = process.cpuUsage()
    if (number >= 0) times.push((after.user - user + after.system - system) / 1000)
  }
  times.sort((a, b) => a - b)
  const mean = times.reduce((sum, ms) => sum + ms) / times.length
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? mean
  const round = (value: number) => Math.round(value * 100) / 100
  return { challenges, meanMs: round(mean), p95Ms: round(p95), p95OverMean: round(p95 / mean) }
}
