/**
 * Uptime Kuma beside the engine, with as many HTTPS monitors checked every minute against the same server: CPU time per check, memory, how
 * long after a start everything has been checked once, and how far apart two checks of one monitor are. Ours counts its PostgreSQL, Kuma
 * its SQLite. Neither has a dashboard open. Kuma is no dependency: `--kuma` names a folder where it was installed with `npm ci --omit=dev`.
 * Exits with 1 where the engine takes more CPU per check than Kuma does.
 * Run: node_modules/.bin/node benchmarks/monitoring/kuma.ts --kuma <folder> [--monitors 500,1000] [--seconds 180]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { findPostmaster, memoryMiB, postgresCpu } from '../service/postgres-cpu.ts'
import { openPages, servePages, type TrustedPages } from './page-server.ts'
import { createServices, everyMs, percentile, round, runEngine } from './run-engine.ts'

/** What one of the two does with so many monitors. */
interface Side {
  /** Checks that began in the measured seconds. */
  readonly checks: number
  /** CPU time of all its processes, per check. */
  readonly cpuMs: number
  /** Proportional set size of all its processes at the end. */
  readonly memoryMiB: number
  /** From its start until each monitor has been checked once. */
  readonly firstRoundSeconds: number
  /** By how much two checks of one monitor are further apart than a minute. */
  readonly lateSecondsP99: number
  readonly lateSecondsMax: number
}

interface Used {
  readonly at: number
  readonly cpuMicroseconds: number
}

const [role = '', first = '', second = ''] = process.argv.slice(2)
if (role === 'serve') servePages()
else if (role === 'engine') process.send?.(await measureEngine(first, Number(second)))
else await lead()

async function lead(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kuma: { type: 'string' },
      monitors: { type: 'string', default: '500,1000' },
      seconds: { type: 'string', default: '180' },
    },
  })
  if (values.kuma === undefined) throw new Error('--kuma names the folder of an installed Uptime Kuma')
  const { version } = JSON.parse(readFileSync(join(values.kuma, 'package.json'), 'utf8')) as { version: string }
  const seconds = Number(values.seconds)
  const pages = await openPages(import.meta.url)
  const runs = []
  try {
    for (const monitors of values.monitors.split(',').map(Number)) {
      const kuma = await runKuma({ folder: values.kuma, pages, monitors, seconds })
      const engine = await runOurs(pages, monitors, seconds)
      runs.push({ monitors, kuma, engine, cpuTimesKuma: round(engine.cpuMs / kuma.cpuMs) })
      console.log(runs.at(-1))
    }
  } finally {
    pages.close()
  }
  const result = {
    measuredAt: new Date().toISOString(),
    machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version },
    peer: `Uptime Kuma ${version}`,
    seconds,
    runs,
  }
  const folder = new URL('../results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('monitoring-kuma.json', folder), `${JSON.stringify(result, null, 2)}\n`)
  if (runs.some(({ cpuTimesKuma }) => cpuTimesKuma > 1)) process.exitCode = 1
}

/** One worker and its PostgreSQL. */
async function runOurs(pages: TrustedPages, monitors: number, seconds: number): Promise<Side> {
  const postgres = await startTestDatabase({ durable: true })
  try {
    const { worker } = await createServices(postgres, monitors, pages.port)
    return await pages.ask<Side>('engine', worker, String(seconds))
  } finally {
    await postgres.stop()
  }
}

async function measureEngine(address: string, seconds: number): Promise<Side> {
  const db = openDatabase({ connectionString: address })
  const { rows } = await db.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = (await findPostmaster(rows[0]?.pid ?? 0)) ?? 0
  const used = async (): Promise<Used> => {
    const { user, system } = process.cpuUsage()
    return { at: Date.now(), cpuMicroseconds: user + system + (await postgresCpu(postmaster)) }
  }
  const started = Date.now()
  const measured: Used[] = []
  let memory = 0
  // The first minute checks everything once, as it does with Kuma before it is measured.
  await runEngine(address, seconds, async (is) => {
    if (is === 'BEGUN') await pause(everyMs)
    else memory = (await memoryMiB(postmaster)) + (await memoryMiB(process.pid))
    measured.push(await used())
  })
  const { rows: beats } = await db.pool.query<Beat>(
    'select service_id as monitor, extract(epoch from at)::float8 * 1000 as at from monitoring.results order by at',
  )
  await db.close()
  return sideOf({ beats, started, measured, memory })
}

/** Kuma as its own command starts it, with its SQLite. */
async function runKuma({
  folder,
  pages,
  monitors,
  seconds,
}: {
  folder: string
  pages: TrustedPages
  monitors: number
  seconds: number
}): Promise<Side> {
  const data = mkdtempSync(join(tmpdir(), 'kuma-'))
  writeFileSync(join(data, 'db-config.json'), '{"type":"sqlite"}')
  // It does not start without its pages, which nobody opens here.
  if (!existsSync(join(folder, 'dist/index.html'))) {
    mkdirSync(join(folder, 'dist'), { recursive: true })
    writeFileSync(join(folder, 'dist/index.html'), '<!doctype html>')
  }
  const start = () =>
    spawn(process.execPath, ['server/server.js'], {
      cwd: folder,
      stdio: 'ignore',
      env: {
        ...process.env,
        DATA_DIR: `${data}/`,
        UPTIME_KUMA_HOST: '127.0.0.1',
        UPTIME_KUMA_PORT: '3999',
        NODE_ENV: 'production',
        NODE_EXTRA_CA_CERTS: pages.authority,
      },
    })
  const file = join(data, 'kuma.db')
  let kuma = start()
  try {
    // Its first start makes the tables.
    await waitFor(
      120,
      () => existsSync(file) && readAll(file, `select 1 from setting where key = 'jwtSecret'`).length > 0,
    )
    await stop(kuma)
    fillKuma(file, monitors, pages.port)
    const started = Date.now()
    kuma = start()
    const seen = 'select count(distinct monitor_id) as count from heartbeat'
    await waitFor(60 + monitors * 1.2, () => readAll(file, seen)[0]?.['count'] === monitors)
    const used = async (): Promise<Used> => ({ at: Date.now(), cpuMicroseconds: await postgresCpu(kuma.pid ?? 0) })
    const measured = [await used()]
    await pause(seconds * 1_000)
    measured.push(await used())
    const memory = await memoryMiB(kuma.pid ?? 0)
    const beats = readAll(file, 'select monitor_id as monitor, time from heartbeat order by time').map((row) => ({
      monitor: String(row['monitor']),
      at: Date.parse(`${String(row['time']).replace(' ', 'T')}Z`),
    }))
    return sideOf({ beats, started, measured, memory })
  } finally {
    await stop(kuma)
    rmSync(data, { recursive: true })
  }
}

function fillKuma(file: string, monitors: number, port: number): void {
  const db = new DatabaseSync(file)
  db.prepare(`insert into user (username, password, active) values ('benchmark', '-', 1)`).run()
  const insert = db.prepare(
    `insert into monitor (name, user_id, type, url, interval, retry_interval, maxretries, timeout, expiry_notification)
      values (?, 1, 'http', ?, ?, ?, 1, 10, 0)`,
  )
  for (let index = 0; index < monitors; index += 1)
    insert.run(`page ${index}`, `https://localhost:${port}/`, everyMs / 1_000, everyMs / 1_000)
  db.close()
}

interface Beat {
  readonly monitor: string
  /** In milliseconds since the epoch. */
  readonly at: number
}

function sideOf({
  beats,
  started,
  measured,
  memory,
}: {
  beats: readonly Beat[]
  started: number
  measured: readonly Used[]
  memory: number
}): Side {
  const [begun, ended] = measured
  if (begun === undefined || ended === undefined) throw new Error('nothing was measured')
  const last = new Map<string, number>()
  const late: number[] = []
  let [checks, firstRound] = [0, started]
  for (const { monitor, at } of beats) {
    const before = last.get(monitor)
    if (before === undefined) firstRound = at
    last.set(monitor, at)
    if (at < begun.at || at >= ended.at) continue
    checks += 1
    if (before !== undefined) late.push(Math.max(0, at - before - everyMs) / 1_000)
  }
  return {
    checks,
    cpuMs: round((ended.cpuMicroseconds - begun.cpuMicroseconds) / 1_000 / checks),
    memoryMiB: Math.round(memory),
    firstRoundSeconds: Math.round((firstRound - started) / 1_000),
    lateSecondsP99: round(percentile(late, 0.99)),
    lateSecondsMax: round(Math.max(...late)),
  }
}

/** Reads beside the process that writes; what is locked or does not exist yet is as good as empty. */
function readAll(file: string, query: string): Record<string, unknown>[] {
  try {
    const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
    try {
      return db.prepare(query).all()
    } finally {
      db.close()
    }
  } catch {
    return []
  }
}

async function waitFor(seconds: number, isSo: () => boolean): Promise<void> {
  for (const until = Date.now() + seconds * 1_000; !isSo(); await pause(1_000))
    if (Date.now() > until) throw new Error(`Uptime Kuma was not ready after ${seconds} seconds`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}
