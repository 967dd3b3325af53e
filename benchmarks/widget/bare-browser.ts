import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { browserLaunchOptions } from '@bollard/testing'
import { type BrowserControl, connectTo } from '../../e2e/browser-control.ts'

/**
 * Chromium without any test driver: drivers listen to the console of every page, which costs the page's thread time
 * that no visitor pays, and the widget looks for just that.
 */
export async function startBareBrowser(): Promise<{ control: BrowserControl; close(): Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'bollard-benchmark-'))
  const { executablePath, args } = await browserLaunchOptions()
  const given = args.filter((argument) => !argument.startsWith('--headless') && argument !== '--enable-automation')
  const own = [
    '--headless',
    '--disable-blink-features=AutomationControlled',
    '--window-size=1366,860',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ]
  const browser = spawn(executablePath, [...given, ...own, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = new Promise<void>((resolve) => browser.once('exit', () => resolve()))
  return {
    control: await connectTo(await controlAddress(browser.stderr)),
    async close() {
      browser.kill('SIGKILL')
      await exited
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

async function controlAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /^DevTools listening on (ws:\S+)$/u.exec(line)?.[1]
    if (address === undefined) continue
    output.resume()
    return address
  }
  throw new Error('The browser did not start')
}
