/**
 * What monitoring loses when its processes are killed: twenty times kill -9 of a worker, a probe that is out of touch, or PostgreSQL, while
 * two workers and the probe check real servers, of which some fail and work again, and a provider takes its time to answer what it is told of
 * them. Ends with 1 when a result that a probe had kept or the product had acknowledged is lost, when a check begins more than one interval
 * later than its turn for each kill in a row, or when an alert, a step, a repetition or an end is not told, told in two messages, or told again without a kill. The fuses come from one seed; another one: TEST_SEED=7.
 * Run: node_modules/.bin/node benchmarks/monitoring/kill.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { seed, seededRandom } from '@bollard/testing'
import { killEngine, type Victim } from '../../services/monitoring/src/testing/kill-engine.ts'

const order: Victim[] = ['worker', 'probe', 'worker', 'postgres', 'probe']
const intervalSeconds = 10
/** From the moment a check is due until its result is there. */
const sparedSeconds = 1

const report = await killEngine({
  victims: [order, order, order, order].flat(),
  services: 50,
  intervalSeconds,
  fuseMs: 10_000,
  failing: 4,
  random: seededRandom('fuses of the engine'),
})
if (report.acknowledged <= report.kills) throw new Error('Hardly anything was acknowledged, so nothing was proved')
const result = {
  measuredAt: new Date().toISOString(),
  machine: { cpu: cpus()[0]?.model.trim() ?? 'unknown', cores: availableParallelism(), node: process.version },
  seed,
  intervalSeconds,
  ...report,
}
const folder = new URL('../results/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('monitoring-kill.json', folder), `${JSON.stringify(result, null, 2)}\n`)
console.log(result)
const isLate = (['main', 'office'] as const).some(
  (place) => report.longestGapSeconds[place] > (1 + report.killsInARow[place]) * intervalSeconds + sparedSeconds,
)
const { withoutAlert = 1, untold = 1, toldTwice = 1, otherKeys = 1, unexplainedRepeats = 1 } = report.alerts ?? {}
const mistold = withoutAlert + untold + toldTwice + otherKeys + unexplainedRepeats
const lost = report.lostKept + report.lostAcknowledged + report.neverChecked
if (lost + mistold > 0 || isLate) process.exitCode = 1
