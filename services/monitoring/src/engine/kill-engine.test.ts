import { seed, seededRandom } from '@bollard/testing'
import { expect, test } from 'vitest'
import { killEngine } from '../testing/kill-engine.ts'

/** Twenty kills, with the time between two checks, are those of `benchmarks/monitoring/kill.ts`. */
test(
  'kill -9 of a worker, a probe that is away, and PostgreSQL loses no result that was kept or acknowledged',
  { timeout: 120_000 },
  async () => {
    const random = seededRandom('fuses of the engine')
    const report = await killEngine({
      victims: ['postgres', 'probe', 'worker'],
      services: 5,
      intervalSeconds: 1,
      fuseMs: 400,
      random,
    })
    console.log(`seed ${seed}: ${JSON.stringify(report)}`)
    expect(report).toMatchObject({ kills: 3, lostKept: 0, lostAcknowledged: 0, neverChecked: 0 })
    expect(Math.min(report.kept, report.acknowledged)).toBeGreaterThan(0)
  },
)
