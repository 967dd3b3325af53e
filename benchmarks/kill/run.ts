/**
 * What a product under load loses when its processes are killed, and how soon it is back: twenty times kill -9 of the supervisor, the
 * process of the API or PostgreSQL, with visitors who hand in their answers at the same moment. Ends with 1 when anything that was
 * acknowledged is lost. The fuses come from one seed; another one: TEST_SEED=7.
 * Run: node_modules/.bin/node benchmarks/kill/run.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import { seed, seededRandom } from '@bollard/testing'
import { killUnderLoad, type Victim } from '../../server/testing/kill-under-load.ts'

const order: Victim[] = ['supervisor', 'api', 'postmaster', 'api', 'postmaster']
const victims = [order, order, order, order].flat()

const { kills, sums, rows, ...aftermath } = await killUnderLoad(victims, seededRandom('fuses'), {
  signal: AbortSignal.timeout(600_000),
  onDisk: true,
})
if (aftermath.verifications <= kills.length) throw new Error('Hardly anything was acknowledged, so nothing was proved')
const faults = {
  lostVerifications: aftermath.lostVerifications.length,
  lostRedemptions: aftermath.lostRedemptions.length,
  redeemedTwice: aftermath.redeemedTwice.length,
  wrongRollups: aftermath.wrongLines.length + (isDeepStrictEqual(sums, rows) ? 0 : 1),
  processesLeft: aftermath.leftRunning.length + (aftermath.exitCode === 0 ? 0 : 1),
}
const result = {
  measuredAt: new Date().toISOString(),
  machine: { cpu: cpus()[0]?.model.trim() ?? 'unknown', cores: availableParallelism(), node: process.version },
  seed,
  kills: kills.length,
  acknowledged: { verifications: aftermath.verifications, redemptions: aftermath.redemptions },
  lost: faults.lostVerifications + faults.lostRedemptions,
  faults,
  backMs: Object.fromEntries([...new Set(order)].map((victim) => [victim, timesOf(victim)])),
}
const folder = new URL('../results/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('kill.json', folder), `${JSON.stringify(result, null, 2)}\n`)

console.log(
  `${kills.length} kills, seed ${seed}: ${aftermath.verifications} verifications and ${aftermath.redemptions} redemptions acknowledged, ${result.lost} lost`,
)
for (const [victim, { kills: times, median, worst }] of Object.entries(result.backMs))
  console.log(`${victim}, ${times} times: back after ${median} ms, at worst ${worst} ms`)
if (Object.values(faults).some((count) => count > 0)) {
  console.error(aftermath, { sums, rows })
  process.exitCode = 1
}

function timesOf(victim: Victim): { kills: number; median: number; worst: number } {
  const times = kills.flatMap((kill) => (kill.victim === victim ? [kill.backMs] : [])).toSorted((a, b) => a - b)
  const middle = times.length / 2
  const median = ((times[Math.ceil(middle) - 1] ?? 0) + (times[Math.floor(middle)] ?? 0)) / 2
  return { kills: times.length, median: Math.round(median), worst: times.at(-1) ?? 0 }
}
