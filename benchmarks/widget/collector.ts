/**
 * What the widget takes of a page's own thread, from the first line of its script to the answer, in real Chromium:
 * every task of that thread in which script runs, out of the browser's own trace. The page has no script but ours.
 * Times are the thread's own (CPU), because other programs on the machine only stretch the clock; wall times and the machine's
 * load stand beside. A task may hold work of the browser for the page too, such as its first layout. `COLLECTOR_TASKS=1` shows what
 * the longest tasks of each visit consist of.
 * Run: node_modules/.bin/node benchmarks/widget/collector.ts [--loads 20]
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
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
/** Few, because each event of a trace costs the thread time as well, and the browser seconds to write it down. */
const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline']
/** The browser takes seconds to end a trace, so it records several visits at a time. */
const loadsInTrace = 5
/** Nobody should notice that a page is busy for so long. */
const taskMsMax = 16
const typed = 'anna@example.org'

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
  readonly cpuMsMax: number
  readonly wallMs: number
  readonly wallMsMax: number
  readonly tasks: number
  readonly tooLong: number
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
const results = []
let machine
try {
  const { product } = versionSchema.parse(await control.send('Browser.getVersion'))
  machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, browser: product }
  for (const slowdown of [1, 4]) {
    // The first load compiles for all that follow, as no visitor's does, and is not counted.
    await visit(slowdown)
    const all: Load[] = []
    while (all.length < loads) all.push(...(await trace(slowdown, Math.min(loadsInTrace, loads - all.length))))
    results.push({
      slowdown,
      totalCpuMs: spread(all.map(({ cpuMs }) => cpuMs)),
      longestTaskCpuMs: spread(all.map(({ cpuMsMax }) => cpuMsMax)),
      totalWallMs: spread(all.map(({ wallMs }) => wallMs)),
      longestTaskWallMs: spread(all.map(({ wallMsMax }) => wallMsMax)),
      tasks: spread(all.map(({ tasks }) => tasks)),
      loadsWithTaskOver16CpuMs: all.filter(({ tooLong }) => tooLong > 0).length,
      machineLoad: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    })
  }
} finally {
  await close()
  await page.stop()
}

const folder = new URL('../results/', import.meta.url)
await mkdir(folder, { recursive: true })
await writeFile(
  new URL('collector.json', folder),
  `${JSON.stringify({ measuredOn: new Date().toISOString(), machine, loads, unit: 'ms of the page’s thread', results }, null, 2)}\n`,
)
console.log(
  '| CPU slowed down | total, median | total, worst | longest task, median | longest task, worst | by the clock, worst | visits with a task over 16 ms | load |\n| --- | --: | --: | --: | --: | --: | --: | --: |',
)
for (const {
  slowdown,
  totalCpuMs,
  longestTaskCpuMs,
  longestTaskWallMs,
  loadsWithTaskOver16CpuMs,
  machineLoad,
} of results)
  console.log(
    `| ${slowdown} × | ${totalCpuMs.median} | ${totalCpuMs.worst} | ${longestTaskCpuMs.median} | ${longestTaskCpuMs.worst} | ${longestTaskWallMs.worst} | ${loadsWithTaskOver16CpuMs} | ${machineLoad} |`,
  )

/** Records some visits, one after the other. */
async function trace(slowdown: number, visits: number): Promise<Load[]> {
  gathered = []
  const traceConfig = { includedCategories: categories }
  await control.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  for (let visited = 0; visited < visits; visited++) await visit(slowdown)
  const complete = new Promise<void>((resolve) => (onTraced = resolve))
  await inTime(control.send('Tracing.end'))
  await inTime(complete)
  // Each visit has a process of its own.
  const ours = new Map(gathered.filter(isOurs).map((event) => [`${event.pid} ${event.tid}`, event]))
  if (ours.size !== visits) throw new Error(`The trace knows ${ours.size} of ${visits} visits`)
  return [...ours.values()].map(({ pid, tid }) =>
    measure(gathered.filter((event) => event.pid === pid && event.tid === tid)),
  )
}

function isOurs({ name, args }: TraceEvent): boolean {
  return (
    ['EvaluateScript', 'v8.evaluateModule', 'FunctionCall'].includes(name) &&
    JSON.stringify(args)?.includes('/widget.js') === true
  )
}

/** One visit: the page loads in a fresh context, a hand clicks into the field and types, the check runs to its end. */
async function visit(slowdown: number): Promise<void> {
  const { browserContextId } = contextSchema.parse(await control.send('Target.createBrowserContext'))
  const { targetId } = await control.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await control.send('Target.attachToTarget', { targetId, flatten: true })
  await control.send('Emulation.setCPUThrottlingRate', { rate: slowdown }, sessionId)
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
  for (const text of typed) {
    for (const type of ['keyDown', 'keyUp'])
      await control.send('Input.dispatchKeyEvent', { type, text: type === 'keyDown' ? text : '', key: text }, sessionId)
    await sleep(16)
  }
  await inTime(done)
  await sleep(200 * slowdown)
  await control.send('Target.disposeBrowserContext', { browserContextId })
}

function inTime(event: Promise<unknown>): Promise<unknown> {
  return Promise.race([
    event,
    sleep(60_000).then(() => Promise.reject(new Error('The page did not do its part in time'))),
  ])
}

/** Sums the tasks of a thread in which script runs. */
function measure(thread: readonly TraceEvent[]): Load {
  const script = thread.filter(({ name }) => scriptEvents.has(name)).map(({ ts }) => ts)
  const tasks = thread.filter(
    ({ name, ts, dur = 0 }) => name === 'RunTask' && script.some((at) => at >= ts && at <= ts + dur),
  )
  if (process.env['COLLECTOR_TASKS'])
    for (const task of tasks.toSorted((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0)).slice(0, 3)) describe(task, thread)
  const ms = (times: readonly number[]) => times.reduce((sum, time) => sum + time, 0) / 1000
  const cpu = tasks.map(({ tdur, dur = 0 }) => tdur ?? dur)
  const wall = tasks.map(({ dur = 0 }) => dur)
  return {
    cpuMs: ms(cpu),
    cpuMsMax: Math.max(...cpu) / 1000,
    wallMs: ms(wall),
    wallMsMax: Math.max(...wall) / 1000,
    tasks: tasks.length,
    tooLong: cpu.filter((time) => time > taskMsMax * 1000).length,
  }
}

/** What a long task consists of, for whoever wants to make it shorter: each event below the one that it happened in. */
function describe(task: TraceEvent, thread: readonly TraceEvent[]): void {
  const endOf = ({ ts, dur = 0 }: TraceEvent) => ts + dur
  const inside = thread
    .filter((event) => event.ts >= task.ts && endOf(event) <= endOf(task))
    .toSorted((a, b) => a.ts - b.ts || endOf(b) - endOf(a))
  const open: TraceEvent[] = []
  for (const event of inside) {
    while (open.some((outer) => event.ts >= endOf(outer))) open.pop()
    const cpu = (event.tdur ?? 0) / 1000
    if (cpu >= 0.4)
      console.log(
        `${'  '.repeat(open.length)}${event.name} ${cpu} ms CPU, ${(event.dur ?? 0) / 1000} ms ${JSON.stringify(event.args)?.slice(0, 120)}`,
      )
    open.push(event)
  }
}

function spread(numbers: readonly number[]): { median: number; worst: number } {
  const sorted = numbers.toSorted((a, b) => a - b)
  const rounded = (value: number | undefined) => Math.round((value ?? 0) * 10) / 10
  return { median: rounded(sorted[Math.floor(sorted.length / 2)]), worst: rounded(sorted.at(-1)) }
}
