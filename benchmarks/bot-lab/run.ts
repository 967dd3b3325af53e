import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { stepUpFrom } from '@bollard/bot-score'
import { startDisplay } from './display.ts'
import { genuine } from './genuine/index.ts'
import { startLabServer } from './page/serve.ts'
import { buildProduct, prepare } from './prepare.ts'
import { type Result, summarise, toMarkdown } from './report.ts'
import { runVisit } from './run-visit.ts'
import { type ServiceAddress, startService, useService } from './service.ts'
import { createRun } from './stored-run.ts'
import { createRandom, drawVariation, majorVersion, shuffle } from './variation.ts'
import type { Visitor } from './visitor.ts'

/*
 * Bots of many stacks and genuine browsers against the form that the service protects, one after another.
 *   node_modules/.bin/node benchmarks/bot-lab/run.ts [--seed n] [--only id,id] [--class name,name] [--half seen|unseen]
 *     [--kind bot|genuine] [--resume] [--json path] [--api URL --site-key … --secret-key …] [--date 2026-11-21T12:00:00Z]
 *   … run.ts --list                                                            who there is
 *   … run.ts --serve [--port n]                                                only the form; prints its address
 *   … run.ts --bot script.mjs [--id name] --class stealth [--describe text]    seals a script and runs it
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    class: { type: 'string' },
    half: { type: 'string' },
    kind: { type: 'string' },
    resume: { type: 'boolean', default: false },
    api: { type: 'string' },
    'site-key': { type: 'string' },
    'secret-key': { type: 'string' },
    json: { type: 'string' },
    date: { type: 'string' },
    list: { type: 'boolean', default: false },
    serve: { type: 'boolean', default: false },
    port: { type: 'string', default: '0' },
    bot: { type: 'string', multiple: true },
    id: { type: 'string' },
    describe: { type: 'string', default: '' },
  },
})
const remote = remoteService()
prepare()
// Bots stand on the packages that `prepare` installs.
const { bots } = await import('./bots/index.ts')
const { noteFirstRun, seal, sealedBots } = await import('./unseen/sealed-bots.ts')

const newIds = (values.bot ?? []).map((path) => values.id ?? basename(path).replace(/\.\w+$/u, ''))
for (const [index, path] of (values.bot ?? []).entries())
  await seal({ path, id: newIds[index] ?? '', class: values.class ?? '', describe: values.describe })

const all = [...bots, ...(await sealedBots()), ...genuine]
const chosen = chooseVisitors(all)
if (values.list) {
  for (const { id, kind, class: botClass, half, describe } of chosen)
    console.log([id, kind === 'bot' ? `${botClass}, ${half}` : kind, describe].join('\t'))
  process.exit(0)
}
if (remote === null) buildProduct()

const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort())
await using cleanUp = new AsyncDisposableStack()
const service = cleanUp.adopt(remote === null ? await startService() : useService(remote), ({ stop }) => stop())
const lab = cleanUp.adopt(await startLabServer(service, Number(values.port)), ({ stop }) => stop())

if (values.serve) {
  console.log(lab.address)
  await new Promise((resolve) => stopping.signal.addEventListener('abort', resolve, { once: true }))
} else {
  await runAll()
}

async function runAll(): Promise<void> {
  const chromeMajor = majorVersion(
    execFileSync('chromium', ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  )
  const isWhole = chosen.length === all.length && remote === null
  const path =
    values.json ??
    (isWhole || values.resume ? fileURLToPath(new URL('../results/bot-lab.json', import.meta.url)) : null)
  const run = await createRun(path, {
    resume: values.resume,
    about: {
      measuredAt: values.date ?? new Date().toISOString(),
      seed: values.seed,
      machine: {
        cpu: cpus()[0]?.model ?? 'unknown',
        cores: cpus().length,
        chromium: chromeMajor,
        node: process.version,
      },
      stepUpFrom,
    },
  })
  const order = shuffle(chosen, createRandom(`order ${values.seed}`)).filter(({ id }) => !run.has(id))
  for (const [index, visitor] of order.entries()) {
    if (stopping.signal.aborted) break
    const variation = drawVariation(values.seed, visitor.id, chromeMajor)
    // A window that a visitor leaves behind would be taken for the next one's.
    const display = await startDisplay()
    const result = await runVisit({
      visitor,
      variation,
      display: display.name,
      lab,
      stopping: stopping.signal,
    }).finally(display.stop)
    if (stopping.signal.aborted) break
    await run.add(result)
    await noteFirstRun(result, new Date().toISOString())
    const place = `${index + 1}/${order.length} ${result.id}`
    if (newIds.length > 0) console.log(`${result.id}: ${endOf(result)}`)
    else
      console.error(
        `${place}: ${result.decision} ${result.score?.toFixed(2) ?? ''} ${result.seconds} s ${result.detail?.split('\n', 1)[0] ?? ''}`,
      )
  }
  if (stopping.signal.aborted) {
    process.exitCode = 1
    return
  }
  if (newIds.length > 0) return
  const results = run.results()
  console.log(toMarkdown(results, summarise(results, stepUpFrom)))
  // A product that answers nobody stops every bot, too.
  if (isWhole && results.every(({ score }) => score === null))
    throw new Error('Nobody got a verdict: the product does not work')
}

function chooseVisitors(visitors: readonly Visitor[]): Visitor[] {
  const ids = visitors.map(({ id }) => id)
  const doubled = ids.filter((id, index) => ids.indexOf(id) !== index)
  if (doubled.length > 0) throw new Error(`Two visitors are called ${doubled.join(', ')}`)
  const only = newIds.length > 0 ? newIds : values.only?.split(',')
  const unknown = only?.filter((id) => !ids.includes(id)) ?? []
  if (unknown.length > 0) throw new Error(`There is no visitor ${unknown.join(', ')}; there are ${ids.join(', ')}`)
  const classes = values.class?.split(',')
  const found = visitors.filter(
    ({ id, kind, half, class: botClass }) =>
      (only?.includes(id) ?? true) &&
      (classes === undefined || (botClass !== null && classes.includes(botClass))) &&
      (values.half === undefined || values.half === half) &&
      (values.kind === undefined || values.kind === kind),
  )
  if (found.length === 0 && !values.serve) throw new Error('No visitor is of this class, half and kind')
  return found
}

/** Whoever writes a script learns whether it works, not what was thought of it. */
function endOf({ decision, detail }: Result): string {
  return decision === 'BROKEN' ? `broke: ${detail ?? ''}` : 'came to its end'
}

function remoteService(): ServiceAddress | null {
  const { api, 'site-key': siteKey, 'secret-key': secretKey } = values
  if (api === undefined && siteKey === undefined && secretKey === undefined) return null
  if (api === undefined || siteKey === undefined || secretKey === undefined)
    throw new Error('--api, --site-key and --secret-key belong together')
  return { api: api.replace(/\/+$/u, ''), siteKey, secretKey }
}
