/**
 * What the widget takes of a page's own thread, from the first line of its script to the answer, in real Chromium:
 * every task of that thread in which script runs, out of the browser's own trace. The page has no script but ours.
 * Times are the thread's own (CPU), because other programs on the machine only stretch the clock; wall times stand beside.
 * Run: node_modules/.bin/node benchmarks/widget/collector.ts [--loads 20]
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startBareBrowser } from './bare-browser.ts'
import { startCollectorPage } from './collector-page.ts'

const { values } = parseArgs({ options: { loads: { type: 'string', default: '20' } } })
const loads = Number(values.loads)
/** Script of the page runs in these; callbacks of promises have no event but the last. */
const scriptEvents = new Set([
  'FunctionCall',
  'EvaluateScript',
  'v8.evaluateModule',
  'v8.compileModule',
  'RunMicrotasks',
  'TimerFire',
  'FireAnimationFrame',
])
const categories = 'toplevel,devtools.timeline,v8,disabled-by-default-devtools.timeline'

const eventSchema = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number().default(0),
  dur: z.number().optional(),
  tdur: z.number().optional(),
  args: z.unknown(),
})
const dataSchema = z.object({ value: z.array(eventSchema) })
const contextSchema = z.object({ browserContextId: z.string() })
const versionSchema = z.object({ product: z.string() })
type TraceEvent = z.infer<typeof eventSchema>

interface Load {
  readonly cpuMs: number
  readonly longestCpuMs: number
  readonly wallMs: number
  readonly longestWallMs: number
  readonly tasks: number
}

const page = await startCollectorPage()
const { control, close } = await startBareBrowser()
let gathered: TraceEvent[] = []
let onTraced = () => {}
control.on((method, params) => {
  if (method === 'Tracing.tracingComplete') onTraced()
  if (method !== 'Tracing.dataCollected') return
  for (const event of dataSchema.parse(params).value) if (event.ph === 'X') gathered.push(event)
})
const { product } = versionSchema.parse(await control.send('Browser.getVersion'))
const results = []
for (const slowdown of [1, 4]) {
  // The first load compiles for all that follow, as no visitor's does, and is not counted.
  await load(slowdown)
  const all: Load[] = []
  while (all.length < loads) all.push(await load(slowdown))
  results.push({
    slowdown,
    totalCpuMs: spread(all.map(({ cpuMs }) => cpuMs)),
    longestTaskCpuMs: spread(all.map(({ longestCpuMs }) => longestCpuMs)),
    totalWallMs: spread(all.map(({ wallMs }) => wallMs)),
    longestTaskWallMs: spread(all.map(({ longestWallMs }) => longestWallMs)),
    tasks: spread(all.map(({ tasks }) => tasks)),
  })
}
const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, browser: product }
await close()
await page.stop()

const folder = new URL('../results/', import.meta.url)
await mkdir(folder, { recursive: true })
await writeFile(
  new URL('collector.json', folder),
  `${JSON.stringify({ measuredOn: new Date().toISOString(), machine, loads, unit: 'ms of the page’s thread', results }, null, 2)}\n`,
)
console.log(
  '| CPU slowed down | total, median | total, worst | longest task, median | longest task, worst |\n| --- | --: | --: | --: | --: |',
)
for (const { slowdown, totalCpuMs, longestTaskCpuMs } of results)
  console.log(
    `| ${slowdown} × | ${totalCpuMs.median} | ${totalCpuMs.worst} | ${longestTaskCpuMs.median} | ${longestTaskCpuMs.worst} |`,
  )

/** One visit: the page loads in a fresh context, a hand clicks into the field, the check runs to its end. */
async function load(slowdown: number): Promise<Load> {
  const { browserContextId } = contextSchema.parse(await control.send('Target.createBrowserContext'))
  const { targetId } = await control.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await control.send('Target.attachToTarget', { targetId, flatten: true })
  await control.send('Emulation.setCPUThrottlingRate', { rate: slowdown }, sessionId)
  await control.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories.split(',') },
  })
  const [loaded, done] = [page.loaded(), page.answered()]
  await control.send('Page.navigate', { url: page.url }, sessionId)
  await inTime(loaded)
  await sleep(300 * slowdown)
  let at = { x: 400, y: 300 }
  for (let step = 1; step <= 16; step++) {
    at = { x: 400 - step * 18, y: 300 - step * 17.5 }
    await control.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at }, sessionId)
    await sleep(16)
  }
  for (const type of ['mousePressed', 'mouseReleased'])
    await control.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1 }, sessionId)
  await inTime(done)
  await sleep(200 * slowdown)
  const events = await stopTracing()
  await control.send('Target.disposeBrowserContext', { browserContextId })
  return measure(events)
}

function inTime(event: Promise<void>): Promise<void> {
  return Promise.race([
    event,
    sleep(60_000).then(() => Promise.reject(new Error('The page did not do its part in time'))),
  ])
}

async function stopTracing(): Promise<TraceEvent[]> {
  gathered = []
  const complete = new Promise<void>((resolve) => (onTraced = resolve))
  await control.send('Tracing.end')
  await complete
  return gathered
}

/** Sums the tasks of the thread that ran the widget. */
function measure(events: readonly TraceEvent[]): Load {
  const ours = events.find(({ name, args }) =>
    name === 'EvaluateScript' || name === 'v8.evaluateModule' || name === 'FunctionCall'
      ? JSON.stringify(args)?.includes('/widget.js')
      : false,
  )
  if (!ours) throw new Error('The trace knows nothing of the widget')
  const thread = events.filter(({ ph, pid, tid }) => ph === 'X' && pid === ours.pid && tid === ours.tid)
  const script = thread.filter(({ name }) => scriptEvents.has(name)).map(({ ts }) => ts)
  const tasks = thread.filter(
    ({ name, ts, dur = 0 }) => name === 'RunTask' && script.some((at) => at >= ts && at <= ts + dur),
  )
  if (process.env['COLLECTOR_TASKS'])
    for (const task of tasks.toSorted((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0)).slice(0, 8)) describe(task, thread)
  const ms = (times: readonly number[]) => times.reduce((sum, time) => sum + time, 0) / 1000
  const cpu = tasks.map(({ tdur, dur = 0 }) => tdur ?? dur)
  const wall = tasks.map(({ dur = 0 }) => dur)
  return {
    cpuMs: ms(cpu),
    longestCpuMs: Math.max(...cpu) / 1000,
    wallMs: ms(wall),
    longestWallMs: Math.max(...wall) / 1000,
    tasks: tasks.length,
  }
}

/** What a long task consists of, for whoever wants to make it shorter. */
function describe(task: TraceEvent, thread: readonly TraceEvent[]): void {
  const inside = thread
    .filter(({ name, ts }) => name !== 'RunTask' && ts >= task.ts && ts <= task.ts + (task.dur ?? 0))
    .toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0))
  console.log(
    `${(task.tdur ?? 0) / 1000} ms CPU, ${(task.dur ?? 0) / 1000} ms:`,
    inside
      .slice(0, 8)
      .map(({ name, dur = 0 }) => `${name} ${dur / 1000}`)
      .join(', '),
  )
}

function spread(numbers: readonly number[]): { median: number; worst: number } {
  const sorted = numbers.toSorted((a, b) => a - b)
  const rounded = (value: number | undefined) => Math.round((value ?? 0) * 10) / 10
  return { median: rounded(sorted[Math.floor(sorted.length / 2)]), worst: rounded(sorted.at(-1)) }
}
