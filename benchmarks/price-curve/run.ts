/**
 * What tokens cost somebody who has the source: a site with 100 genuine visitors an hour is attacked by the cheapest methods that
 * are known, through 1 to 1,000 networks, for 10 to 10,000 tokens an hour. The service is the real one, over HTTP, with real
 * PostgreSQL; only its clock is the benchmark's. In each cell the work of at least 30 tokens is really done and measured, and that
 * of the rest reckoned at the measured rate; budgets see every token. Beside it what must hold for people, and ALTCHA and Cap at
 * their defaults.
 * Run: node_modules/.bin/node benchmarks/price-curve/run.ts [--cells 0,3] [--past 3] [--really 30] [--only cells|scenarios|peers]
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { seededRandom, startTestDatabase } from '@bollard/testing'
import { readMeasured } from '../attack-cost/read-measured.ts'
import { readNewest } from '../by-processor.ts'
import { describeMachine } from '../service/report.ts'
import type { Method } from './attack.ts'
import { startFarmMethod } from './attackers/farm-method.ts'
import { startEngine } from './attackers/engine.ts'
import { recordedVisit, script, scriptWithEngine } from './attackers/script.ts'
import { type Cell, cells, type MethodName } from './cells.ts'
import { readNetworks } from './networks.ts'
import { runPeers } from './peers.ts'
import { type CellReport, type PriceCurve, type ScenarioReport, table, verdicts } from './report.ts'
import { type CellResult, type Ready, runCell, type Tools } from './run-cell.ts'
import type { Site } from './service/start-site.ts'
import { scenarios } from './scenarios.ts'
import { startAttackSolver } from './work/solver.ts'

const { values } = parseArgs({
  options: {
    cells: { type: 'string' },
    scenarios: { type: 'string' },
    past: { type: 'string', default: '3' },
    really: { type: 'string', default: '30' },
    only: { type: 'string' },
  },
})
const wants = (part: string) => values.only === undefined || values.only === part
const chosen = values.cells === undefined ? cells : values.cells.split(',').flatMap((at) => cells[Number(at)] ?? [])

// The browser beside the script would only end itself, and the run would wait for its answers for ever.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const begun = performance.now()
const machine = describeMachine()
const random = seededRandom('price curve')
const solver = await startAttackSolver()
const engine = await startEngine()
const postgres = await startTestDatabase({ alone: true })
const tools: Tools = {
  postgres,
  networks: readNetworks(random),
  solver,
  engine,
  random,
  pastDays: Number(values.past),
  really: Number(values.really),
}
// What a thread of Chromium does, as the benchmark of the solver found.
const chromiumHashesPerSecond = readMeasured(readNewest('solver'), undefined).hashesPerSecond
// Of an engine that does nothing else.
await engine?.compute(Array.from({ length: 300 }, () => Math.floor(random() * 2 ** 32)))
const secondsPerProgram = (await engine?.cpuSecondsPerProgram()) ?? 0
const minimalResults = new Map<string, CellResult>()
try {
  const quiet: Cell = { method: 'script', kind: 'access', networks: 1, operators: 1, tokens: 5, aged: false }
  const baseline = await runCell({ ...tools, pastDays: 1, really: 5 }, quiet, readyScript)
  const baselineCpuSeconds = baseline.firstTokenCpuSeconds
  console.log(
    `${solver.kind}: ${(solver.hashesPerSecond / 1e6).toFixed(0)} MH/s, first token ${(baselineCpuSeconds * 1000).toFixed(1)} ms`,
  )
  const reports: CellReport[] = []
  for (const cell of wants('cells') ? chosen : []) {
    const from = performance.now()
    const full = await runCell(tools, cell, (site) => readyOf(cell.method, site))
    const minimal = await minimalOf(cell)
    reports.push({ ...cell, full, minimal })
    console.log(
      `${cell.method}, ${cell.networks} ${cell.kind}${cell.aged ? ' aged' : ''}, ${cell.tokens}: ${full.gained} tokens, ${(full.cpuSecondsPerToken / baselineCpuSeconds).toFixed(1)} × (${Math.round((performance.now() - from) / 1000)} s)`,
      JSON.stringify({ ...full, minimal: minimal?.gained }),
    )
  }
  const held: ScenarioReport[] = []
  for (const { name, must, play } of wants('scenarios') ? scenarios : []) {
    if (values.scenarios !== undefined && !name.includes(values.scenarios)) continue
    const result = {
      name,
      must,
      ...(await play(tools, { script: script(random), best: withEngine() })),
    }
    held.push(result)
    console.log(`${result.ok ? 'holds' : 'DOES NOT HOLD'}  ${name}: ${result.got}`)
  }
  for (const { method, kind, networks, tokens, full } of reports) {
    const { refused, medianLongerS, p95LongerS } = full.people
    if (refused > 0 || medianLongerS > 1 || p95LongerS > 4)
      console.log(`PEOPLE NOTICE ${method} through ${networks} ${kind} for ${tokens}: ${JSON.stringify(full.people)}`)
  }
  const peers = wants('peers') ? await runPeers(solver, tools.really) : []
  const result: PriceCurve = {
    measuredAt: new Date().toISOString(),
    machine,
    minutes: Math.round((performance.now() - begun) / 60_000),
    solver: { kind: solver.kind, hashesPerSecond: Math.round(solver.hashesPerSecond) },
    baselineCpuSeconds,
    pastDays: tools.pastDays,
    reallyDone: tools.really,
    cells: reports,
    scenarios: held,
    peers,
  }
  console.log(`\n${table(result)}\n\n${verdicts(held)}`)
  // A part of it is no result.
  if (values.only === undefined && values.cells === undefined && values.scenarios === undefined)
    await writeFile(new URL('../results/price-curve.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`)
} finally {
  await solver.stop()
  await engine?.stop()
  await postgres.stop()
}

function withEngine(): Method {
  return scriptWithEngine(random, engine, () => secondsPerProgram)
}

async function readyScript(): Promise<Ready> {
  return { method: script(random), stop: async () => undefined }
}

async function readyOf(name: MethodName, site: Site): Promise<Ready> {
  switch (name) {
    case 'farm in one page':
    case 'farm of pages':
    case 'stealth browsers':
      return startFarmMethod(name, site, { chromiumHashesPerSecond, random })
    case 'script':
      return readyScript()
    case 'script with an engine':
      return { method: withEngine(), stop: async () => undefined }
    case 'recorded visits':
      return { method: recordedVisit(random), stop: async () => undefined }
    default:
      return name satisfies never
  }
}

/** Nothing but work is asked for there, so the method makes no difference. */
async function minimalOf(cell: Cell): Promise<CellResult> {
  const key = `${cell.kind} ${cell.networks} ${cell.tokens} ${cell.aged}`
  const known = minimalResults.get(key)
  if (known !== undefined) return known
  const result = await runCell({ ...tools, really: 3 }, cell, readyScript, true)
  minimalResults.set(key, result)
  return result
}
