import { runs, seed, seededRandom } from '@bollard/testing'
import { expect, test } from 'vitest'
import { killUnderLoad, type Victim } from './testing/kill-under-load.ts'

const order: Victim[] = ['supervisor', 'api', 'postmaster', 'api', 'postmaster', 'supervisor']
/** Each once, at night twice; twenty kills are those of `benchmarks/kill/run.ts`. */
const victims = order.slice(0, runs(24))

test(
  'kill -9 of any process, again and again under load, loses nothing that was acknowledged and leaves nothing running',
  { timeout: 300_000 },
  async ({ signal }) => {
    const { kills, sums, rows, ...aftermath } = await killUnderLoad(victims, seededRandom('fuses'), {
      signal,
      onDisk: false,
    })
    console.log(
      `seed ${seed}: ${kills.map(({ victim, backMs }) => `${victim} back after ${backMs} ms`).join(', ')}; ` +
        `${aftermath.verifications} verifications and ${aftermath.redemptions} redemptions acknowledged`,
    )
    expect(kills.map(({ victim }) => victim)).toEqual(victims)
    expect(aftermath.verifications).toBeGreaterThan(victims.length)
    expect(aftermath).toMatchObject({
      lostVerifications: [],
      lostRedemptions: [],
      redeemedTwice: [],
      wrongLines: [],
      leftRunning: [],
      exitCode: 0,
    })
    expect(sums).toEqual(rows)
  },
)
