import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { browserLaunchOptions } from '@bollard/testing'

/**
 * Opens an address in real Chromium as a person's browser would: nothing drives the page, which must do by itself
 * what the visitor would do. A machine without a screen only has the headless build, so that build is told, before
 * it opens the page, to name itself as the same browser with a screen does. Returns the way to close it.
 */
export async function openAsPerson(url: string): Promise<() => Promise<void>> {
  const profile = await mkdtemp(join(tmpdir(), 'bollard-person-'))
  const { executablePath, args } = await browserLaunchOptions()
  const own = ['--headless', '--disable-blink-features=AutomationControlled', '--window-size=1366,860', '--remote-debugging-port=0', `--user-data-dir=${profile}`, `--user-agent=${identity.userAgent}`, '--lang=en-GB', `--accept-lang=${identity.acceptLanguage}`]
  const given = args.filter((argument) => !argument.startsWith('--headless') && argument !== '--enable-automation')
  const browser = spawn(executablePath, [...given, ...own, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = new Promise<void>((resolve) => browser.once('exit', () => resolve()))
  const control = await connect(await controlAddress(browser.stderr))
  const { targetId } = await control('Target.createTarget', { url: 'about:blank', width: 1366, height: 860 })
  const { sessionId } = await control('Target.attachToTarget', { targetId, flatten: true })
  await control('Emulation.setUserAgentOverride', identity, sessionId)
  await control('Page.navigate', { url }, sessionId)
  return async () => {
    browser.kill('SIGKILL')
    await exited
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

const version = '153'
const brands = [
  { brand: 'Chromium', version },
  { brand: 'Not.A/Brand', version: '24' },
]
const identity = {
  userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
  acceptLanguage: 'en-GB,en',
  userAgentMetadata: { brands, fullVersionList: brands, platform: 'Linux', platformVersion: '6.12.0', architecture: 'x86', bitness: '64', model: '', mobile: false },
}

type Control = (method: string, params: object, sessionId?: string) => Promise<{ targetId: string; sessionId: string }>

async function connect(address: string): Promise<Control> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error(`The browser does not answer at ${address}`)), { once: true })
  })
  const waiting = new Map<number, (answer: { result?: { targetId: string; sessionId: string }; error?: { message: string } }) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data))
    waiting.get(answer.id)?.(answer)
  })
  return (method, params, sessionId) =>
    new Promise((resolve, reject) => {
      const id = waiting.size + 1
      waiting.set(id, ({ result, error }) => (result === undefined ? reject(new Error(`${method}: ${error?.message}`)) : resolve(result)))
      socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }))
    })
}

async function controlAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /^DevTools listening on (ws:\S+)$/u.exec(line)?.[1]
    if (address !== undefined) return address
  }
  throw new Error('The browser did not start')
}
