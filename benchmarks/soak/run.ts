/**
 * Whether the product keeps its memory for an hour: verifications with their tokens, decisions about requests, calls and pages of the dashboard
 * and exports, at a modest rate, and the memory of each process meanwhile. Ends with 1 when anything fails or memory grows.
 * Run: node tools/prepare-product.ts, then
 * PREPARED_PRODUCT=$PWD/.build/product node_modules/.bin/node benchmarks/soak/run.ts (needs Linux and the built sites; --minutes 4 tries it, and
 * keeps no result).
 */
import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeTestFolder } from '@bollard/testing'
import { endOf, freePorts, startProduct, stillRunning } from '../../server/testing/start-product.ts'
import { createTasks, type Task } from './load.ts'
import { growthOf, memoryOf, type Sample } from './memory.ts'

const wholeRun = 60
const { values } = parseArgs({ options: { minutes: { type: 'string', default: String(wholeRun) } } })
const minutes = Number(values.minutes)
const sampleMs = minutes < wholeRun ? 2_000 : 10_000
/** Until then caches fill and programs are compiled. */
const warmMinutes = minutes / 4
const parts = ['supervisor', 'api', 'sites', 'postmaster'] as const

const folder = await makeTestFolder({ onDisk: true })
const ports = await freePorts()
const product = await startProduct(ports, join(folder.path, 'data'), { TRUSTED_PROXIES: '127.0.0.1' })
let failed = true
try {
  const begun = performance.now()
  const until = begun + minutes * 60_000
  const tasks = await createTasks(product, `http://127.0.0.1:${ports.DASHBOARD_PORT}`)
  const failures: string[] = []
  const counts: Record<string, number> = {}
  const pids = Object.fromEntries(parts.map((part) => [part, product.pidOf(part)]))
  const memory = Object.fromEntries(parts.map((part): [string, Sample[]] => [part, []]))

  const running = tasks.map((task) => keepDoing(task))
  for (let next = begun; next < until; next += sampleMs) {
    await pause(Math.max(0, next - performance.now()))
    for (const part of parts) {
      const pid = product.pidOf(part)
      if (pid === undefined || pid !== pids[part]) throw new Error(`${part} has ended\n${product.said()}`)
      const at = (performance.now() - begun) / 1_000
      memory[part]?.push({ at, mib: memoryOf(pid, part === 'postmaster') })
    }
  }
  await Promise.all(running)

  const processes = Object.fromEntries(
    parts.map((part) => {
      const samples = memory[part] ?? []
      const { mibPerHour, error, mean, isFlat } = growthOf(samples, warmMinutes * 60)
      const marks = [5, 15, 30, 60].map((minute) => [`minute${minute}`, round(memoryAt(samples, minute))])
      const growth = { mibPerHour: round(mibPerHour), error: round(error), floor: round(mean), isFlat }
      return [part, { ...Object.fromEntries(marks), ...growth }]
    }),
  )
  const result = {
    measuredAt: new Date().toISOString(),
    machine: { cpu: cpus()[0]?.model.trim() ?? 'unknown', cores: availableParallelism(), node: process.version },
    minutes,
    done: counts,
    failed: failures.length,
    memoryMib: processes,
  }
  console.log(JSON.stringify(result, null, 2))
  for (const line of failures) console.error(line)
  // Why it failed is known to its log alone.
  if (failures.length > 0) for (const line of product.said().split('\n').filter(isFault)) console.error(line)
  failed = failures.length > 0 || Object.values(processes).some(({ isFlat }) => isFlat === false)
  // A shorter run says nothing about an hour.
  if (minutes >= wholeRun)
    writeFileSync(new URL('../results/soak.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`)

  /** Begins on time; what takes longer than it may is begun again once it is done. */
  async function keepDoing({ name, everyMs, run }: Task): Promise<void> {
    counts[name] = 0
    for (let turn = 0, next = performance.now(); next < until; turn += 1, next += everyMs) {
      await pause(Math.max(0, next - performance.now()))
      counts[name] += 1
      await run(turn).catch((error: unknown) => failures.push(`${name}, turn ${turn}: ${String(error)}`))
    }
  }
} finally {
  const all = parts.map((part) => product.pidOf(part))
  product.supervisor.kill('SIGTERM')
  const code = await endOf(product.supervisor)
  if (code !== 0 || stillRunning(all).length > 0) {
    console.error(`The product ended with ${code}\n${product.said()}`)
    failed = true
  }
  await folder.remove()
}
if (failed) process.exitCode = 1

/** MiB of the sample that is nearest to a minute; of a shorter run the last one. */
function memoryAt(samples: readonly Sample[], minute: number): number {
  return (samples.find((sample) => sample.at >= minute * 60) ?? samples.at(-1))?.mib ?? 0
}

/** Whether a line of the log tells of something that went wrong. */
function isFault(line: string): boolean {
  return /"level":"(?:warn|error|fatal)"/u.test(line)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
