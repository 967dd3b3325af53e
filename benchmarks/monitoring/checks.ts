/**
 * What a check over TLS costs beside a bare request of node:https in the same run: CPU time, memory while it waits for its answer, and
 * whether 5,000 a minute begin when they are due. A server of its own process answers each with 16 KiB after 50 ms; every
 * connection makes a whole handshake. Exits with 1 where a check begins more than a second late at the 99th percentile, takes more
 * than one core, or holds more than one and a half times the memory of a bare request.
 * Run: node_modules/.bin/node benchmarks/monitoring/checks.ts [--seconds 60] [--rounds 3]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { cpus } from 'node:os'
import { createSecureContext } from 'node:tls'
import { parseArgs } from 'node:util'
import { runCheck } from '@bollard/checks'
import { openPages, pageCheck, servePages } from './page-server.ts'

const perMinute = 5_000
const inFlight = 1_000
const [lagMsMax, memoryTimesMax] = [1_000, 1.5]
const ways = ['check', 'bare', 'bare with one TLS context'] as const
type Way = (typeof ways)[number]

interface Pace {
  readonly cpuMs: number
  readonly lagMsP50: number
  readonly lagMsP99: number
  readonly coreShare: number
}

const [role = 'lead', way = 'check', port = '0', count = '0'] = process.argv[2]?.startsWith('--')
  ? []
  : process.argv.slice(2)
if (role === 'serve') servePages()
else if (role === 'pace') process.send?.(await pace(way as Way, Number(port), Number(count)))
else if (role === 'hold') process.send?.(await hold(way as Way, Number(port)))
else await lead()

async function lead(): Promise<void> {
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '60' }, rounds: { type: 'string', default: '3' } },
  })
  const pages = await openPages(import.meta.url)
  try {
    const paces: Record<Way, Pace[]> = { check: [], bare: [], 'bare with one TLS context': [] }
    for (let round = 0; round < Number(values.rounds); round += 1)
      for (const one of ways) paces[one].push(await pages.ask<Pace>('pace', one, String(pages.port), values.seconds))
    const memory: Record<string, number> = {}
    for (const one of ways) memory[one] = await pages.ask<number>('hold', one, String(pages.port))
    report(paces, memory, Number(values.seconds))
  } finally {
    pages.close()
  }
}

function report(paces: Record<Way, Pace[]>, memory: Record<string, number>, seconds: number): void {
  const rows = ways.map((one) => {
    const of = (pick: (pace: Pace) => number) => round(median(paces[one].map(pick)))
    return {
      way: one,
      cpuMs: of(({ cpuMs }) => cpuMs),
      coreShare: of(({ coreShare }) => coreShare),
      lagMsP50: of(({ lagMsP50 }) => lagMsP50),
      lagMsP99: of(({ lagMsP99 }) => lagMsP99),
      kibInFlight: round(memory[one] ?? 0),
    }
  })
  const [check, bare] = rows
  if (check === undefined || bare === undefined) throw new Error('nothing was measured')
  const memoryTimes = round(check.kibInFlight / bare.kibInFlight)
  const result = {
    measuredAt: new Date().toISOString(),
    machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version },
    perMinute,
    seconds,
    inFlight,
    rows,
    cpuTimesBare: round(check.cpuMs / bare.cpuMs),
    memoryTimesBare: memoryTimes,
  }
  const folder = new URL('../results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('monitoring-checks.json', folder), `${JSON.stringify(result, null, 2)}\n`)
  console.table(rows)
  console.log(`CPU ${result.cpuTimesBare} times, memory ${memoryTimes} times that of a bare request`)
  if (check.lagMsP99 > lagMsMax || check.coreShare > 1 || memoryTimes > memoryTimesMax) process.exitCode = 1
}

/** Begins one after another for some seconds, each when it is due, and counts the CPU time of this process. */
async function pace(one: Way, target: number, seconds: number): Promise<Pace> {
  const ask = asker(one, target, '/')
  // What is compiled and looked up at first is nobody's cost later.
  for (let time = 0; time < 20; time += 1) await Promise.all(Array.from({ length: 10 }, ask))
  const every = 60_000 / perMinute
  const total = Math.round((seconds * 1_000) / every)
  const lags: number[] = []
  const asked: Promise<void>[] = []
  const began = performance.now()
  const before = process.cpuUsage()
  for (let next = 0; next < total;) {
    const now = performance.now() - began
    for (; next < total && next * every <= now; next += 1) {
      lags.push(performance.now() - began - next * every)
      asked.push(ask())
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next * every - (performance.now() - began))))
  }
  await Promise.all(asked)
  const { user, system } = process.cpuUsage(before)
  const sorted = lags.toSorted((a, b) => a - b)
  return {
    cpuMs: (user + system) / 1_000 / total,
    lagMsP50: sorted[Math.floor(total * 0.5)] ?? 0,
    lagMsP99: sorted[Math.floor(total * 0.99)] ?? 0,
    coreShare: (user + system) / 1_000 / (performance.now() - began),
  }
}

/** KiB of resident memory for each of a thousand that wait for an answer. */
async function hold(one: Way, target: number): Promise<number> {
  const [ask, wait] = [asker(one, target, '/'), asker(one, target, '/wait')]
  await Promise.all(Array.from({ length: 100 }, ask))
  const before = await settled()
  const held = Array.from({ length: inFlight }, wait)
  // All handshakes are done and nothing is left to do.
  await new Promise((resolve) => setTimeout(resolve, 6_000))
  const after = await settled()
  void held
  return (after - before) / 1_024 / inFlight
}

async function settled(): Promise<number> {
  for (let time = 0; time < 5; time += 1) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return process.memoryUsage.rss()
}

function asker(one: Way, target: number, path: string): () => Promise<void> {
  const url = `https://localhost:${target}${path}`
  if (one === 'check') {
    const check = pageCheck(url, 60_000)
    return async () => {
      const { fault, detail } = await runCheck(check, { allowPrivate: true })
      if (fault !== null) throw new Error(`${fault}: ${detail}`)
    }
  }
  // Node's types do not know that TLS takes it here too.
  const how = { agent: false as const, ...(one === 'bare' ? {} : { secureContext: createSecureContext() }) }
  return () =>
    new Promise((resolve, reject) => {
      const asked = request(url, how, (response) => {
        response.on('end', resolve).on('error', reject).resume()
      })
      asked.on('error', reject).end()
    })
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
