/**
 * What the arithmetic of monitoring costs: 90 days of 10, 100 and 1,000 services as bars, percentiles and reports, and
 * a single check through the state machine. No database and no network: that is measured elsewhere. CPU time of this
 * process, the median of several rounds. Exits with 1 where the bars of 1,000 services take more than 100 ms.
 * Run: node_modules/.bin/node benchmarks/monitoring/arithmetic.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { seededRandom } from '@bollard/testing/seed'
import {
  advance,
  daysBetween,
  defaultProbed,
  emptyRollUp,
  formatPercent,
  type Machine,
  mergeRollUps,
  monthReport,
  nextCron,
  parseCron,
  responseTimes,
  type RollUp,
  rollUpOf,
  startMachine,
  type StateHistory,
  timeByStateOfEach,
  uptimeFormulas,
  uptimeOf,
  wantsRetry,
} from '@bollard/uptime'

const [minute, day] = [60_000, 86_400_000]
const zone = 'Europe/Berlin'
const rounds = 7
const barsMsMax = 100
/** The 90 days hold a day of 23 hours. */
const days = daysBetween(zone, Date.parse('2026-01-31T23:00Z'), Date.parse('2026-05-01T22:00Z')).slice(0, 90)
const edges = [...days.map(({ from }) => from), days.at(-1)?.until ?? 0]
const [from, until] = [edges[0] ?? 0, edges.at(-1) ?? 0]
const formula = uptimeFormulas.DURATION
const random = seededRandom('services of the benchmark')

interface Service {
  readonly history: StateHistory
  readonly days: Readonly<Record<string, RollUp>>
}

/** Of some days, because making each of 90,000 takes longer than all that is measured. */
const rollUpsOfDays = Array.from({ length: 60 }, makeDay)
const services = Array.from({ length: 1_000 }, makeService)
const result = {
  measuredAt: new Date().toISOString(),
  machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version },
  days: days.length,
  changesPerService: Math.round(
    services.reduce((sum, { history }) => sum + history.changes.length, 0) / services.length,
  ),
  bucketsPerDay: Math.round(
    rollUpsOfDays.reduce((sum, { sketch }) => sum + sketch.length / 2, 0) / rollUpsOfDays.length,
  ),
  services: [10, 100, 1_000].map((count) => {
    const some = services.slice(0, count)
    return {
      count,
      barsMs: millisecondsOf(() => some.forEach(drawBars)),
      percentilesMs: millisecondsOf(() => some.forEach(findPercentiles)),
      monthReportsMs: millisecondsOf(() => some.forEach(report)),
    }
  }),
  microseconds: {
    checkThroughMachine: round2(millisecondsOf(() => runChecks(20_000)) / 20),
    nextCron: round2(millisecondsOf(() => runCron(10_000)) / 10),
  },
}
const folder = new URL('../results/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('monitoring-arithmetic.json', folder), `${JSON.stringify(result, null, 2)}\n`)
console.table(result.services)
console.table(result.microseconds)
const bars = result.services.at(-1)?.barsMs ?? Infinity
if (bars > barsMsMax) {
  console.error(`the bars of 1,000 services take ${bars} ms, more than ${barsMsMax}`)
  process.exitCode = 1
}

/** A service that is slow or away for a while twice a day. */
function makeService(_: unknown, number: number): Service {
  const changes: { at: number; to: 'UP' | 'DOWN' | 'DEGRADED' }[] = []
  for (let at = from; at < until; at += random() * day) {
    changes.push({ at: Math.floor(at), to: random() < 0.5 ? 'DOWN' : 'DEGRADED' })
    at += (1 + random() * 20) * minute
    changes.push({ at: Math.floor(at), to: 'UP' })
  }
  const rollUps = days.map((one, index): [string, RollUp] => [
    one.day,
    rollUpsOfDays[(number * 7 + index) % rollUpsOfDays.length] ?? emptyRollUp,
  ])
  return { history: { before: 'UNKNOWN', changes }, days: Object.fromEntries(rollUps) }
}

/** A day of 1,440 checks. */
function makeDay(): RollUp {
  const usual = 20 + random() * 400
  const none = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null }
  const checks = Array.from({ length: 1_440 }, () => {
    const totalMs = usual * Math.exp(random() + random() - 1) * (random() < 0.02 ? 10 : 1)
    return rollUpOf({ verdict: 'UP', phases: { ...none, totalMs } })
  })
  return mergeRollUps(checks)
}

/** What a status page shows of a service: 90 posts with their uptime, and that of all of them. */
function drawBars({ history }: Service): void {
  const times = timeByStateOfEach(history, edges)
  if (times.some((time) => formatPercent(uptimeOf(formula, time), 2) === null)) throw new Error('a day has no uptime')
}

function findPercentiles(service: Service): void {
  const whole = mergeRollUps(Object.values(service.days))
  if (!((responseTimes(whole)?.percentile(0.95) ?? 0) > 0)) throw new Error('a service has no response time')
}

function report(service: Service): void {
  monthReport({ month: '2026-03', timeZone: zone, ...service, formula, objective: 999_000 }, until)
}

/** Three places a minute, one check of fifty fails, maintenance is planned. */
function runChecks(count: number): void {
  const places = ['fra', 'nyc', 'sgp'] as const
  const settings = defaultProbed(places, minute, 10_000)
  let machine: Machine = startMachine(0)
  let retries = 0
  for (let check = 0; check < count; check++) {
    const at = check * 20_000
    const place = places[check % 3] ?? 'fra'
    const verdict = random() < 0.02 ? 'DOWN' : 'UP'
    machine = advance(settings, machine, { kind: 'RESULT', now: at + 300, at, place, verdict, totalMs: 120 }).machine
    if (wantsRetry(machine, place)) retries++
  }
  if (retries === 0) throw new Error('no check failed')
}

function runCron(count: number): void {
  const cron = parseCron('*/5 2-6 * * mon-fri')
  let at: number | null = from
  for (let index = 0; index < count && at !== null; index++) at = nextCron(cron, zone, at)
}

/** CPU time of this process, the median of the rounds; the first one is left out, because the compiler works in it. */
function millisecondsOf(work: () => void): number {
  const times = Array.from({ length: rounds + 1 }, () => {
    const start = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000
  })
  return round2(times.slice(1).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN)
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
