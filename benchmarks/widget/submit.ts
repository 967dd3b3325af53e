/**
 * How long a form waits for its token, in real Chromium: sent where the work has long ended, and sent at once, so that the
 * work of the first round is all there is to wait for. The service answers at once, so its time and the network's come on top.
 * Run: node_modules/.bin/node benchmarks/widget/submit.ts [--visits 30]
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { defaultWork } from '@bollard/bot-score'
import { startBareBrowser } from './bare-browser.ts'
import { startCollectorPage } from './collector-page.ts'

const { values } = parseArgs({ options: { visits: { type: 'string', default: '30' } } })
const visits = Number(values.visits)
/** Long enough for the work, and shorter than the answer waits for hands. */
const fillInMs = 1500

const page = await startCollectorPage({ work: defaultWork.min })
const { control, close } = await startBareBrowser()
const results = []
for (const name of ['the work had ended', 'the form is sent at once'] as const) {
  const waits: number[] = []
  // The first visit compiles for all that follow and is not counted.
  await visit(name === 'the work had ended')
  while (waits.length < visits) waits.push(await visit(name === 'the work had ended'))
  results.push({ name, load: Math.round((loadavg()[0] ?? 0) * 10) / 10, ms: spread(waits), visits })
  console.log(JSON.stringify(results.at(-1)))
}
await close()
await page.stop()
await mkdir(new URL('../results/', import.meta.url), { recursive: true })
await writeFile(
  new URL('../results/submit.json', import.meta.url),
  `${JSON.stringify({ measuredOn: new Date().toISOString(), machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length }, results }, null, 2)}\n`,
)

/** Milliseconds from the submission to the token. */
async function visit(fillsIn: boolean): Promise<number> {
  const { browserContextId } = await control.send('Target.createBrowserContext')
  const { targetId } = await control.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await control.send('Target.attachToTarget', { targetId, flatten: true })
  const loaded = page.loaded()
  await control.send('Page.navigate', { url: page.url }, sessionId)
  await loaded
  await evaluate(`customElements.whenDefined('bollard-captcha').then(() => 0)`)
  await sleep(300)
  if (fillsIn) {
    const place = { x: 120, y: 15 }
    await control.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...place }, sessionId)
    for (const type of ['mousePressed', 'mouseReleased'])
      await control.send('Input.dispatchMouseEvent', { type, ...place, button: 'left', clickCount: 1 }, sessionId)
    for (const text of 'a@b.de') await control.send('Input.dispatchKeyEvent', { type: 'keyDown', text }, sessionId)
    await sleep(fillInMs)
    const state = await evaluate(`document.querySelector('bollard-captcha').state`)
    if (state !== 'working') throw new Error(`The check should wait for the form, and is "${String(state)}"`)
  }
  const waited = await evaluate(`new Promise((resolve) => {
    const begun = performance.now()
    document.addEventListener('bollard-solved', () => resolve(performance.now() - begun))
    document.querySelector('form').addEventListener('submit', (event) => event.preventDefault())
    document.querySelector('form').requestSubmit()
  })`)
  await control.send('Target.disposeBrowserContext', { browserContextId })
  return Number(waited)

  async function evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await control.send(
      'Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true },
      sessionId,
    )
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description)
    return result?.value
  }
}

function spread(numbers: readonly number[]) {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.ceil((sorted.length - 1) * share)] ?? 0)
  return { median: at(0.5), most95: at(0.95), worst: at(1) }
}
