import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { stepUpFrom } from '@bollard/bot-score'
import { startDisplay } from './display.ts'
import { genuine } from './genuine/index.ts'
import { startLabServer } from './page/serve.ts'
import { buildProduct, prepare } from './prepare.ts'
import { type Result, summarise, toMarkdown } from './report.ts'
import { runVisit } from './run-visit.ts'
import { type ServiceAddress, startService, useService } from './service.ts'
import { createRandom, drawVariation, majorVersion, shuffle } from './variation.ts'

/*
 * Bots of many stacks and genuine browsers against the form that the service protects, one after another.
 *   node_modules/.bin/node benchmarks/bot-lab/run.ts [--seed n] [--only id,id] [--half seen|unseen] [--kind bot|genuine]
 *     [--api URL --site-key … --secret-key …] [--json path] [--date 2026-11-21T12:00:00Z]
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    half: { type: 'string' },
    kind: { type: 'string' },
    api: { type: 'string' },
    'site-key': { type: 'string' },
    'secret-key': { type: 'string' },
    json: { type: 'string' },
    date: { type: 'string' },
  },
})
const remote = remoteService()
prepare()
if (remote === null) buildProduct()

// Bots stand on the packages that `prepare` installs.
const { bots } = await import('./bots/index.ts')
const all = [...bots, ...genuine]
const ids = all.map(({ id }) => id)
const doubled = ids.filter((id, index) => ids.indexOf(id) !== index)
if (doubled.length > 0) throw new Error(`Two visitors are called ${doubled.join(', ')}`)
const only = values.only?.split(',')
const unknown = only?.filter((id) => !ids.includes(id)) ?? []
if (unknown.length > 0) throw new Error(`There is no visitor ${unknown.join(', ')}; there are ${ids.join(', ')}`)
const chosen = all.filter(
  ({ id, kind, half }) =>
    (only?.includes(id) ?? true) &&
    (values.half === undefined || values.half === half) &&
    (values.kind === undefined || values.kind === kind),
)
if (chosen.length === 0) throw new Error('No visitor is of this half and kind')
const order = shuffle(chosen, createRandom(`order ${values.seed}`))
const chromeMajor = majorVersion(
  execFileSync('chromium', ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
)

const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort())

const results: Result[] = []
await using cleanUp = new AsyncDisposableStack()
const service = cleanUp.adopt(remote === null ? await startService() : useService(remote), ({ stop }) => stop())
const lab = cleanUp.adopt(await startLabServer(service), ({ stop }) => stop())
const display = cleanUp.adopt(await startDisplay(), ({ stop }) => stop())
for (const [index, visitor] of order.entries()) {
  if (stopping.signal.aborted) break
  const variation = drawVariation(values.seed, visitor.id, chromeMajor)
  const result = await runVisit({ visitor, variation, display: display.name, lab, service, stopping: stopping.signal })
  results.push(result)
  console.error(
    `${index + 1}/${order.length} ${result.id}: ${result.decision} ${result.score?.toFixed(2) ?? ''} ${result.seconds} s ${result.detail?.split('\n', 1)[0] ?? ''}`,
  )
}

if (stopping.signal.aborted) {
  process.exitCode = 1
} else {
  const summary = summarise(results, stepUpFrom)
  console.log(toMarkdown(results, summary, stepUpFrom))
  const report = {
    measuredAt: values.date ?? new Date().toISOString(),
    seed: values.seed,
    machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, chromium: chromeMajor, node: process.version },
    stepUpFrom,
    summary,
    results: results.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  }
  const text = `${JSON.stringify(report, null, 2)}\n`
  if (values.json !== undefined) await writeFile(values.json, text)
  const isWhole = chosen.length === all.length && remote === null
  // A product that answers nobody stops every bot, too.
  if (isWhole && results.every(({ score }) => score === null))
    throw new Error('Nobody got a verdict: the product does not work')
  if (isWhole) await writeFile(new URL('../results/bot-lab.json', import.meta.url), text)
}

function remoteService(): ServiceAddress | null {
  const { api, 'site-key': siteKey, 'secret-key': secretKey } = values
  if (api === undefined && siteKey === undefined && secretKey === undefined) return null
  if (api === undefined || siteKey === undefined || secretKey === undefined)
    throw new Error('--api, --site-key and --secret-key belong together')
  return { api: api.replace(/\/+$/u, ''), siteKey, secretKey }
}
