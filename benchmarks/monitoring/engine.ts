/**
 * Whether one worker keeps up with 5,000 HTTPS checks a minute, through the whole engine: leases, real handshakes with a server of
 * its own process, states, results and schedules in a real PostgreSQL. CPU time of the worker per check, beside as many bare requests of
 * node:https in the same run, and how late checks begin. Exits with 1 where they begin more than a second late at the 99th percentile, or
 * where the worker takes more than one core.
 * Run: node_modules/.bin/node benchmarks/monitoring/engine.ts [--seconds 60] [--monitors 5000]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { offsetOf } from '@bollard/uptime'
import { openPages, servePages } from './page-server.ts'
import { type Cost, costOf, createServices, everyMs, percentile, round, runEngine, warmSeconds } from './run-engine.ts'

const lagSecondsMax = 1
const [role = 'lead', first = '', second = '', third = ''] = process.argv[2]?.startsWith('--')
  ? []
  : process.argv.slice(2)
if (role === 'serve') servePages()
else if (role === 'engine') process.send?.(await runEngine(first, Number(second)))
else if (role === 'bare') process.send?.(await runBare(Number(first), Number(second), Number(third)))
else await lead()

async function lead(): Promise<void> {
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '60' }, monitors: { type: 'string', default: '5000' } },
  })
  const [seconds, monitors] = [Number(values.seconds), Number(values.monitors)]
  const pages = await openPages(import.meta.url)
  const postgres = await startTestDatabase({ durable: true })
  try {
    const { connectionString, worker } = await createServices(postgres, monitors, pages.port)
    const begun = Date.now() + warmSeconds * 1_000
    const engine = {
      ...(await pages.ask<Cost>('engine', worker, String(seconds))),
      ...(await lagOf(connectionString, begun)),
    }
    const bare = await pages.ask<Cost>('bare', String(pages.port), String(monitors), String(seconds))
    report({ engine, bare, seconds, monitors })
  } finally {
    await postgres.stop()
    pages.close()
  }
}

function report({
  engine,
  bare,
  seconds,
  monitors,
}: {
  engine: Cost
  bare: Cost
  seconds: number
  monitors: number
}): void {
  const result = {
    measuredAt: new Date().toISOString(),
    machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version },
    monitors,
    seconds,
    engine,
    bare,
    cpuTimesBare: round(engine.cpuMs / bare.cpuMs),
  }
  const folder = new URL('../results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('monitoring-engine.json', folder), `${JSON.stringify(result, null, 2)}\n`)
  console.log(result)
  const expected = (monitors * seconds) / 60
  const isBehind = engine.count < 0.98 * expected || engine.lagSecondsP99 > lagSecondsMax
  if (isBehind || engine.coreShare > 1 || engine.notUp > 0) process.exitCode = 1
}

/** How late every check of the measured seconds began: each has its own moment of the minute. */
async function lagOf(connectionString: string, since: number): Promise<Pick<Cost, 'lagSecondsP99'>> {
  const db = openDatabase({ connectionString })
  const { rows } = await db.pool.query<{ id: string; at: Date }>(
    'select service_id as id, at from monitoring.results where at >= $1',
    [new Date(since)],
  )
  await db.close()
  const lags = rows.map(({ id, at }) => (at.getTime() - offsetOf(`${id} main`, everyMs)) % everyMs)
  return { lagSecondsP99: percentile(lags, 0.99) / 1_000 }
}

/** As many requests in as many seconds, evenly. */
async function runBare(port: number, monitors: number, seconds: number): Promise<Cost> {
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const asked = request(`https://localhost:${port}/`, { agent: false }, (response) => {
        response.on('end', resolve).on('error', reject).resume()
      })
      asked.on('error', reject).end()
    })
  for (let time = 0; time < 20; time += 1) await Promise.all(Array.from({ length: 10 }, ask))
  const every = 60_000 / monitors
  const total = Math.round((seconds * 1_000) / every)
  const asked: Promise<void>[] = []
  const lags: number[] = []
  const [begun, usage] = [performance.now(), process.cpuUsage()]
  while (asked.length < total) {
    const now = performance.now() - begun
    for (; asked.length < total && asked.length * every <= now;) {
      lags.push((now - asked.length * every) / 1_000)
      asked.push(ask())
    }
    await pause(5)
  }
  await Promise.all(asked)
  const lagSecondsP99 = round(percentile(lags, 0.99))
  return { ...costOf(usage, performance.now() - begun, total), lagSecondsP99, notUp: 0 }
}
