import { seed, seededRandom } from '@bollard/testing'
import { expect, test } from 'vitest'
import { killUnderLoad, type Victim } from './testing/kill-under-load.ts'

/** Each twice; twenty kills are those of `benchmarks/kill/run.ts`. */
const victims: Victim[] = ['supervisor', 'api', 'postmaster', 'api', 'postmaster', 'supervisor']

test(
  'kill -9 of any process, six times under load, loses nothing that was acknowledged and leaves nothing running',
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
