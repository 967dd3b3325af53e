/* oxlint-disable unicorn/require-post-message-target-origin -- a worker has one owner and no origin to name */
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { browserLaunchOptions } from '@bollard/testing'
import { type Browser, chromium, type JSHandle } from '@playwright/test'
import { storeByProcessor } from '../by-processor.ts'
import type { Contender } from './contender.ts'
import { contenders } from './contenders.ts'
import { summarise, toMarkdown } from './report.ts'
import { measureSpread } from './measure-spread.ts'
import { startSolverServer } from './serve.ts'
import { measureServer } from './verify-speed.ts'

/*
 * Hash rate of one thread in a real Chromium, ours beside two peers, in one run: every solver in a page
 * and worker of its own, rounds of half a second interleaved; then what the server pays, in this process.
 *   node benchmarks/solver/run.ts [--rounds 9] [--date 2026-11-21T12:00:00Z]
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' }, date: { type: 'string' } } })
const rounds = Number(values.rounds)
const roundSeconds = 0.5

const server = await startSolverServer()
const browser = await chromium.launch(await browserLaunchOptions())
const entries: { contender: Contender; worker: JSHandle<Worker>; rate: number }[] = []
for (const contender of contenders) {
  const worker = await startWorker(browser, contender)
  entries.push({ contender, worker, rate: await warmUp(contender, worker) })
}

const rates = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
for (let round = 0; round < rounds; round++) {
  for (const { contender, worker, rate } of entries) {
    const hashes = Math.round(rate * roundSeconds)
    rates.get(contender.name)?.push(hashes / ((await measure(contender, worker, hashes)) / 1000))
  }
}
const coldMs = await measureCold(browser)
const browserVersion = browser.version()
await browser.close()
await server.stop()

const results = summarise(rates)
const serverMicros = await measureServer()
const spread = await measureSpread()
console.log(toMarkdown(results, coldMs, serverMicros))
console.log(
  `Of ${spread.challenges} challenges of the same work 95 % took at most ${spread.p95OverMean} times the mean.`,
)
const machine = {
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  browser: `Chromium ${browserVersion}`,
  node: process.version,
}
const report = {
  measuredAt: values.date ?? new Date().toISOString(),
  machine,
  rounds,
  roundSeconds,
  unit: 'MH/s',
  results,
  coldMs,
  serverMicros,
  spread,
}
storeByProcessor('solver', machine.cpu, report)

/** A page of its own, so that no solver shares a process with another. */
async function startWorker(from: Browser, { worker, type }: Contender): Promise<JSHandle<Worker>> {
  const page = await (await from.newContext()).newPage()
  await page.goto(server.origin)
  return page.evaluateHandle(([path, kind]) => new Worker(path, { type: kind }), [worker, type] as const)
}

/** Milliseconds, as the page sees them, from the order to the answer. */
async function measure(contender: Contender, worker: JSHandle<Worker>, hashes: number): Promise<number> {
  const { message, accepts } = contender.task(hashes)
  const { ms, answer } = await worker.evaluate(
    (target, order) =>
      new Promise<{ ms: number; answer: unknown }>((resolve, reject) => {
        const start = performance.now()
        target.onmessage = ({ data }) => resolve({ ms: performance.now() - start, answer: data })
        target.onerror = ({ message: text }) => reject(new Error(text))
        target.postMessage(order)
      }),
    message,
  )
  if (!accepts(answer)) throw new Error(`${contender.name} answered ${JSON.stringify(answer)}`)
  return ms
}

/** Lets the engine optimise and finds out how many hashes fill a round. */
async function warmUp(contender: Contender, worker: JSHandle<Worker>): Promise<number> {
  let hashes = 8192
  for (;;) {
    const ms = await measure(contender, worker, hashes)
    if (ms > roundSeconds * 500) return (hashes / ms) * 1000
    hashes *= 2
  }
}

/** What the first visitor waits for: worker, compilation and 2^21 hashes by code not yet optimised; the middle of five. */
async function measureCold(from: Browser): Promise<number> {
  const [ours] = contenders
  if (!ours) return 0
  const all: number[] = []
  for (let i = 0; i < 5; i++) {
    const start = performance.now()
    const worker = await startWorker(from, ours)
    const started = performance.now()
    await measure(ours, worker, 2 ** 21)
    all.push(performance.now() - started)
    console.log(`cold: page ${(started - start).toFixed(0)} ms, work ${all.at(-1)?.toFixed(0)} ms`)
  }
  return Math.round(all.toSorted((a, b) => a - b)[2] ?? 0)
}
