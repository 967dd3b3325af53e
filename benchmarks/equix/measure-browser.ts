/* oxlint-disable unicorn/require-post-message-target-origin -- a worker has one owner and no origin to name */
import { browserLaunchOptions } from '@bollard/testing'
import { chromium } from '@playwright/test'
import { startSolverServer } from '../solver/serve.ts'
import type { NonceTimes } from './page/measure-nonces.ts'

/** Nonces in a worker of the test browser, started with these flags for its engine. */
export async function measureBrowser(
  count: number,
  engineFlags: readonly string[] = [],
): Promise<NonceTimes & { version: string }> {
  const server = await startSolverServer()
  const options = await browserLaunchOptions()
  const browser = await chromium.launch({
    ...options,
    args: [...options.args, ...engineFlags.map((flag) => `--js-flags=${flag}`)],
  })
  try {
    const page = await browser.newPage()
    await page.goto(server.origin)
    const times = await page.evaluate(
      (nonces) =>
        new Promise<NonceTimes>((resolve, reject) => {
          const worker = new Worker('/benchmarks/equix/page/worker.ts', { type: 'module' })
          worker.onmessage = ({ data }: MessageEvent<NonceTimes>) => resolve(data)
          worker.onerror = ({ message }) => reject(new Error(message || 'worker'))
          worker.postMessage({ count: nonces })
        }),
      count,
    )
    return { ...times, version: browser.version() }
  } finally {
    await browser.close()
    await server.stop()
  }
}
