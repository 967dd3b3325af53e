/**
 * CPU time of one decision of a guard: three limiters, crawlers and a pass, in one process and without a network. Exits with 1 above 20 µs.
 * Run: node_modules/.bin/node benchmarks/gateway/decide.ts [--rounds 20]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { startGuarded, takePass, visitOf } from './guarded.ts'

const microsecondsMax = 20
const decisions = 5_000

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } })
const { guard } = await startGuarded('http://127.0.0.1:1')
const cookie = await takePass(async (path, form) => {
  const type: Record<string, string> = form === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
  const visit = visitOf(type, path)
  const body = Object.assign(Readable.from([Buffer.from(form ?? '')]), visit.request)
  const method = form === null ? 'GET' : 'POST'
  const verdict = await guard.decide({ ...visit, method, request: body } as unknown as typeof visit)
  if (verdict.pass) throw new Error('nothing was asked')
  return { body: String(verdict.body), cookie: verdict.headers?.['set-cookie'] ?? null }
})

const visits = Array.from({ length: 50 }, (_, index) => visitOf({ cookie }, `/products/${index}`))

async function round(): Promise<number> {
  const before = process.cpuUsage()
  for (let index = 0; index < decisions; index += 1) {
    const verdict = await guard.decide(visits[index % visits.length] ?? visitOf({ cookie }))
    if (!verdict.pass) throw new Error(`refused with ${verdict.status}`)
    verdict.onEnd?.(200, 2_000)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / decisions
}

// What is compiled at first is nobody's cost later.
for (let index = 0; index < 5; index += 1) await round()
const rounds: number[] = []
for (let index = 0; index < Number(values.rounds); index += 1) rounds.push(await round())
const sorted = rounds.toSorted((one, other) => one - other)
const tenth = (value = 0) => Math.round(value * 10) / 10
const result = {
  measuredAt: new Date().toISOString(),
  machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version },
  cpuMicroseconds: {
    median: tenth(sorted[Math.floor(sorted.length / 2)]),
    least: tenth(sorted[0]),
    most: tenth(sorted.at(-1)),
  },
}
const folder = new URL('../results/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('gateway-decide.json', folder), `${JSON.stringify(result, null, 2)}\n`)
console.dir(result)
process.exit(result.cpuMicroseconds.median > microsecondsMax ? 1 : 0)
