/**
 * What clients notice while the product is reloaded five times under load: 50 000 requests over kept connections and new ones, through the
 * express lane, the API and the sites, and whole visits beside them. Ends with 1 when any of them fails.
 * Run: node_modules/.bin/node benchmarks/reload/run.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { reloadUnderLoad } from '../../server/testing/reload-under-load.ts'

const begun = performance.now()
const { requests, connections, visits, failures, reloadMs, ...noticed } = await reloadUnderLoad({
  requests: 50_000,
  reloads: 5,
  signal: AbortSignal.timeout(1_200_000),
  onDisk: true,
})
const result = {
  measuredAt: new Date().toISOString(),
  machine: { cpu: cpus()[0]?.model.trim() ?? 'unknown', cores: availableParallelism(), node: process.version },
  seconds: Math.round((performance.now() - begun) / 1_000),
  reloads: reloadMs.length,
  requests,
  onNewConnections: connections,
  visits,
  failed: Object.values(failures).reduce((sum, count) => sum + count, 0),
  reloadMs,
}
const folder = new URL('../results/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('reload.json', folder), `${JSON.stringify(result, null, 2)}\n`)

console.log(
  `${result.reloads} reloads, each ${Math.min(...reloadMs)} to ${Math.max(...reloadMs)} ms: ${requests} requests, ${connections} of them on new connections, and ${visits} visits; ${result.failed} failed`,
)
if (result.failed > 0 || noticed.replaced.includes(false) || noticed.leftRunning.length > 0 || noticed.exitCode !== 0) {
  console.error(failures, noticed)
  process.exitCode = 1
}
