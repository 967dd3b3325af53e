/**
 * Whether a second round keeps to its time budget, alone and beside two busy loops: real Chromium, the built widget, real work,
 * and the size that the product chooses from what the first round showed. The doubt is the largest, so that the budget decides.
 * Run: node_modules/.bin/node benchmarks/widget/step-up.ts [--visits 20]
 */
import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { defaultWork, stepUpBudgetMs, workOfStepUp } from '@bollard/bot-score'
import { startBareBrowser } from './bare-browser.ts'
import { type Round, startCollectorPage } from './collector-page.ts'

const { values } = parseArgs({ options: { visits: { type: 'string', default: '20' } } })
const visits = Number(values.visits)
const conditions = [
  { name: 'alone, Equi-X', busy: 0, offers: true },
  { name: 'alone, SHA-256', busy: 0, offers: false },
  { name: 'beside two busy loops, Equi-X', busy: 2, offers: true },
  { name: 'beside two busy loops, SHA-256', busy: 2, offers: false },
]

let takesOffer = true
const page = await startCollectorPage({
  work: defaultWork.min,
  // As over a mobile network: the frame is there before the work is, so that starting it makes no device look slower than it is.
  startMs: 400,
  stepUp: ({ hashes: done, workMs, elapsedMs, offered: canEquix }) => {
    const offered = canEquix && takesOffer
    const time = Math.min(workMs, elapsedMs)
    return {
      algorithm: offered ? 'equix' : 'sha256',
      hashes: workOfStepUp({ score: 1, load: 3, done, elapsedMs: time, offered, range: defaultWork }),
    }
  },
})
const { control, close } = await startBareBrowser()
const results = []
for (const { name, busy, offers } of conditions) {
  const loops = Array.from({ length: busy }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  )
  takesOffer = offers
  try {
    await sleep(500)
    const rounds: Round[][] = []
    while (rounds.length < visits) rounds.push([...(await visit())])
    const ms = rounds.map(([, second]) => second?.elapsedMs ?? Infinity)
    results.push({
      name,
      load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
      firstMs: spread(rounds.map(([first]) => first?.workMs ?? Infinity)),
      secondMs: spread(ms),
      millionHashes: spread(rounds.map(([, second]) => (second?.hashes ?? 0) / 1e6)),
      // How much longer each hash of the second round took than one of the first.
      slower: spread(
        rounds.map(([first, second]) => (first && second ? msPerHash(second) / msPerHash(first) : Infinity)),
      ),
      overBudget: ms.filter((one) => one > stepUpBudgetMs).length,
      visits,
    })
    console.log(JSON.stringify(results.at(-1)))
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}
await close()
await page.stop()
await mkdir(new URL('../results/', import.meta.url), { recursive: true })
await writeFile(
  new URL('../results/step-up.json', import.meta.url),
  `${JSON.stringify({ measuredOn: new Date().toISOString(), machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length }, budgetMs: stepUpBudgetMs, results }, null, 2)}\n`,
)

/** One check of a visitor who does nothing but start it. */
async function visit(): Promise<readonly Round[]> {
  const { browserContextId } = await control.send('Target.createBrowserContext')
  const { targetId } = await control.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await control.send('Target.attachToTarget', { targetId, flatten: true })
  const passed = page.passed()
  const loaded = page.loaded()
  await control.send('Page.navigate', { url: page.url }, sessionId)
  await loaded
  const expression = `customElements.whenDefined('bollard-captcha').then(() => document.querySelector('bollard-captcha').startVerification())`
  await control.send('Runtime.evaluate', { expression, awaitPromise: true }, sessionId)
  const rounds = await passed
  await control.send('Target.disposeBrowserContext', { browserContextId })
  return rounds
}

/** By the time that the budget is about. */
function msPerHash({ hashes, workMs, elapsedMs }: Round): number {
  return Math.min(workMs, elapsedMs) / hashes
}

function spread(numbers: readonly number[]) {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round((sorted[Math.ceil((sorted.length - 1) * share)] ?? 0) * 100) / 100
  return { median: at(0.5), most95: at(0.95), worst: at(1) }
}
