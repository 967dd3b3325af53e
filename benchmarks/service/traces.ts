import { createServer } from 'node:http'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { ours } from './contenders/ours.ts'
import { type Entry, measure } from './measure.ts'
import { findPostmaster } from './postgres-cpu.ts'
import { prepareDatabase } from './prepare-database.ts'
import { describeMachine, median, type Measurement } from './report.ts'
import { startServer } from './server-process.ts'

/*
 * What traces cost: the same service without them, as it runs by default, and with all of its requests and statements traced and sent to a
 * collector that only counts. Each in a process of its own, rounds interleaved, the middle of the rounds told.
 *   node benchmarks/service/traces.ts [--rounds 3] [--requests 10000] [--connections 64]
 * Writes benchmarks/results/traces.json.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '64' },
  },
})
const [rounds, requests, connections] = [values.rounds, values.requests, values.connections].map(Number) as [
  number,
  number,
  number,
]

let bytes = 0
const collector = createServer((request, response) => {
  request.on('data', (chunk: Buffer) => (bytes += chunk.length))
  request.on('end', () => response.setHeader('content-type', 'application/json').end('{}'))
})
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
const address = collector.address()
const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`

const database = await startTestDatabase({ durable: true })
const db = openDatabase({ connectionString: await database.createDatabase(), max: 1 })
const { siteKey } = await prepareDatabase(db)
const connectionString = String(db.pool.options.connectionString)
const [backend] = await db.query<{ pid: number }>('backend', 'select pg_backend_pid() as pid')
const postmaster = await findPostmaster(backend?.pid ?? 0)

const contender = ours(siteKey)
const entries: Entry[] = [
  { contender: { ...contender, name: 'off' }, requests, server: await startServer('ours', [connectionString], []) },
  {
    contender: { ...contender, name: 'on' },
    requests,
    server: await startServer('traced', [connectionString, endpoint], []),
  },
]
const machine = describeMachine()
const measured = new Map<string, Measurement[]>()
for (let round = 0; round <= rounds; round += 1)
  for (const entry of entries)
    for (const measurement of await measure(entry, { connections, postmaster })) {
      // The first round lets each server compile its hot code.
      if (round === 0) continue
      const key = `${measurement.contender} ${measurement.operation}`
      measured.set(key, [...(measured.get(key) ?? []), measurement])
    }
for (const { server } of entries) await server.stop()
await db.close()
await database.stop()
await new Promise((resolve) => collector.close(resolve))
if (bytes < requests * rounds) throw new Error(`The collector got ${bytes} bytes: not everything was traced`)

const results = [...measured.values()].map(median)
const cpu = (operation: string, name: string) =>
  results.find((one) => one.operation === operation && one.contender === name)?.cpuMicros ?? Number.NaN
const ratioOf = (operation: string) => Math.round((cpu(operation, 'on') / cpu(operation, 'off')) * 100) / 100
const ratios = { issue: ratioOf('issue'), verify: ratioOf('verify') }
const bytesPerAnswer = Math.round(bytes / (2 * requests * (rounds + 1)))
console.log(
  `CPU per answer with traces: issue × ${ratios.issue}, verify × ${ratios.verify}; ${bytesPerAnswer} bytes sent each`,
)
const report = {
  measuredAt: new Date().toISOString(),
  machine,
  rounds,
  requests,
  connections,
  ratios,
  bytesPerAnswer,
  results,
}
writeFileSync(new URL('../results/traces.json', import.meta.url), `${JSON.stringify(report, null, 2)}\n`)
