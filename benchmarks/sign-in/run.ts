/**
 * Whether the time of a refused sign-in tells that an address has an account: the median over a thousand known and a thousand unknown
 * addresses, each asked once and in a random order, at the cost that hashes have in use, over a socket. More than 5 ms between the
 * medians fail the run, and so does an answer that differs.
 * Run on a machine that does nothing else: node_modules/.bin/node benchmarks/sign-in/run.ts [--runs 1000]
 */
import { randomBytes, randomInt } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { startService } from './start-service.ts'

const allowedMs = 5
const warmUps = 20
const { values } = parseArgs({ options: { runs: { type: 'string', default: '1000' } } })
const runs = Number(values.runs)
if (!Number.isInteger(runs) || runs < 10) throw new Error('--runs takes a whole number of at least 10')

/** Runnable threads in the last minute: on a machine that does nothing else, next to none. */
const loadBefore = round(loadavg()[0] ?? Number.NaN)
const server = await startTestDatabase({ alone: true })
const db = openDatabase({ connectionString: await server.createDatabase() })
const service = await startService(db, runs + warmUps)
try {
  const times = { known: [] as number[], unknown: [] as number[] }
  const password = randomBytes(12).toString('base64url')
  for (let index = 0; index < runs + warmUps; index += 1) {
    const order = randomInt(2) === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) {
      const { ms, answer } = await service.signIn(service.addressOf(kind, index), password)
      if (answer !== '401 credentials-invalid') throw new Error(`A ${kind} address was answered ${answer}`)
      if (index >= warmUps) times[kind].push(ms)
    }
  }
  const [known, unknown] = [figuresOf(times.known), figuresOf(times.unknown)]
  const differenceMs = round(Math.abs(known.medianMs - unknown.medianMs))
  const result = {
    measuredAt: new Date().toISOString(),
    machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version, loadBefore },
    runs,
    allowedMs,
    known,
    unknown,
    differenceMs,
  }
  const folder = new URL('../results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('sign-in.json', folder), `${JSON.stringify(result, null, 2)}\n`)
  console.table({ known, unknown })
  console.log(`${differenceMs} ms between the medians, ${allowedMs} allowed`)
  if (differenceMs >= allowedMs) process.exitCode = 1
} finally {
  await service.stop()
  await db.close()
  await server.stop()
}

function figuresOf(times: readonly number[]): { medianMs: number; p95Ms: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN)
  return { medianMs: at(0.5), p95Ms: at(0.95) }
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100
}
