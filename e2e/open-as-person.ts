import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { browserLaunchOptions } from '@bollard/testing'
import { type BrowserControl, connectTo } from './browser-control.ts'

/** A page in a browser that looks like a person's, and hands that act like one's. */
export interface PersonsPage {
  /** Value of an expression in the page; promises are awaited. */
  evaluate(expression: string): Promise<unknown>
  /** What an element says, its shadow root included; empty while there is none. */
  textOf(selector: string): Promise<string>
  /** Types into whatever has focus, one key after the other. */
  type(text: string): Promise<void>
  press(key: 'Tab' | 'Enter' | 'Space'): Promise<void>
  /** Moves the pointer there in steps and clicks a little off the middle. `selector` may be an expression for an element. */
  click(selector: string): Promise<void>
  /** Errors and warnings in the browser's log, broken content policies among them. */
  readonly complaints: string[]
  close(): Promise<void>
}

/**
 * Opens an address in real Chromium without any of the usual drivers. A machine without a screen only has the
 * headless build, so that build is told, before it opens the page, to name itself as the same browser with a
 * screen does. Everything else about it is as it is.
 */
export async function openAsPerson(url: string, { dark = false } = {}): Promise<PersonsPage> {
  const profile = await mkdtemp(join(tmpdir(), 'bollard-person-'))
  const { executablePath, args } = await browserLaunchOptions()
  const identity = identityOf(await majorVersionOf(executablePath))
  const own = [
    '--headless',
    '--disable-blink-features=AutomationControlled',
    '--window-size=1366,860',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    `--user-agent=${identity.userAgent}`,
    '--lang=en-GB',
    `--accept-lang=${identity.acceptLanguage}`,
  ]
  const given = args.filter((argument) => !argument.startsWith('--headless') && argument !== '--enable-automation')
  const browser = spawn(executablePath, [...given, ...own, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = new Promise<void>((resolve) => browser.once('exit', () => resolve()))
  const control = await connectTo(await controlAddress(browser.stderr))
  const complaints: string[] = []
  control.on((_method, { entry }) => {
    if (entry?.level === 'error' || entry?.level === 'warning') complaints.push(`${entry.text} ${entry.url ?? ''}`)
  })
  const { targetId } = await control.send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await control.send('Target.attachToTarget', { targetId, flatten: true })
  await control.send('Emulation.setUserAgentOverride', identity, sessionId)
  if (dark) await control.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'dark' }] }, sessionId)
  await control.send('Log.enable', {}, sessionId)
  await control.send('Page.navigate', { url }, sessionId)
  const page = handsOn(control, sessionId)
  while ((await page.evaluate('document.readyState').catch(() => '')) !== 'complete') await sleep(50)
  return {
    ...page,
    complaints,
    async close() {
      browser.kill('SIGKILL')
      await exited
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

/** The user agent of a person with this browser and a screen. */
export async function personsUserAgent(): Promise<string> {
  const { executablePath } = await browserLaunchOptions()
  return identityOf(await majorVersionOf(executablePath)).userAgent
}

/** The browser that is installed may be newer or older than the package's, and a wrong version is a contradiction. */
async function majorVersionOf(executablePath: string): Promise<string> {
  const { stdout } = await promisify(execFile)(executablePath, ['--version'])
  const version = /\b(\d+)\.\d+\.\d+\.\d+/u.exec(stdout)?.[1]
  if (version === undefined) throw new Error(`${executablePath} names no version: ${stdout}`)
  return version
}

function identityOf(version: string): { userAgent: string; acceptLanguage: string; userAgentMetadata: object } {
  const brands = [
    { brand: 'Chromium', version },
    { brand: 'Not.A/Brand', version: '24' },
  ]
  return {
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
    acceptLanguage: 'en-GB,en',
    userAgentMetadata: {
      brands,
      fullVersionList: brands,
      platform: 'Linux',
      platformVersion: '6.12.0',
      architecture: 'x86',
      bitness: '64',
      model: '',
      mobile: false,
    },
  }
}

function handsOn(control: BrowserControl, sessionId: string): Omit<PersonsPage, 'complaints' | 'close'> {
  let at = { x: 40, y: 500 }
  const pause = () => sleep(35 + Math.random() * 40)

  async function evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await control.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }, sessionId)
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? `${expression} failed`)
    return result?.value
  }
  async function key(type: 'keyDown' | 'keyUp', params: object): Promise<void> {
    await control.send('Input.dispatchKeyEvent', { type, ...params }, sessionId)
    await pause()
  }
  async function mouse(type: string, params: object = {}): Promise<void> {
    await control.send('Input.dispatchMouseEvent', { type, ...at, ...params }, sessionId)
  }
  return {
    evaluate,
    textOf: async (selector) =>
      String(
        await evaluate(`(() => { const e = document.querySelector(${JSON.stringify(selector)}); return e === null ? '' : (e.shadowRoot ?? e).textContent })()`),
      ),
    async type(text) {
      for (const character of text) {
        const params = {
          key: character,
          code: codeOf(character),
          windowsVirtualKeyCode: /[a-z\d]/iu.test(character) ? character.toUpperCase().charCodeAt(0) : 190,
        }
        // As a hand does: Shift goes down before a capital and comes up after it.
        const modifiers = /[A-Z]/u.test(character) ? 8 : 0
        const shift = { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 }
        if (modifiers) await key('keyDown', { ...shift, modifiers })
        await key('keyDown', { ...params, text: character, modifiers })
        await key('keyUp', { ...params, modifiers })
        if (modifiers) await key('keyUp', shift)
      }
    },
    async press(name) {
      const [code, text, virtual] = ({ Tab: ['Tab', undefined, 9], Enter: ['Enter', '\r', 13], Space: ['Space', ' ', 32] } as const)[name]
      const params = { code, key: text === ' ' ? ' ' : name, windowsVirtualKeyCode: virtual, ...(text === undefined ? {} : { text }) }
      await key('keyDown', params)
      await key('keyUp', params)
    },
    async click(selector) {
      const expression = selector.startsWith('document.') ? selector : `document.querySelector(${JSON.stringify(selector)})`
      const place: unknown = await evaluate(
        `(() => { const e = ${expression}; e.scrollIntoView({ block: 'center' }); const r = e.getBoundingClientRect(); return [r.x + r.width * .4, r.y + r.height * .45] })()`,
      )
      const [x = 0, y = 0] = Array.isArray(place) ? place.map(Number) : []
      const from = at
      for (let step = 1; step <= 12; step++) {
        const share = (1 - Math.cos((Math.PI * step) / 12)) / 2
        // A mouse stands on points of the screen, never between two.
        at = { x: Math.round(from.x + (x - from.x) * share), y: Math.round(from.y + (y - from.y) * share + Math.sin(share * Math.PI) * 9) }
        await mouse('mouseMoved')
        await sleep(12 + Math.random() * 10)
      }
      await mouse('mousePressed', { button: 'left', buttons: 1, clickCount: 1, force: 0.5 })
      await sleep(60 + Math.random() * 40)
      await mouse('mouseReleased', { button: 'left', clickCount: 1 })
    },
  }
}

function codeOf(character: string): string {
  return /[a-z]/iu.test(character) ? `Key${character.toUpperCase()}` : /\d/u.test(character) ? `Digit${character}` : ''
}

async function controlAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /^DevTools listening on (ws:\S+)$/u.exec(line)?.[1]
    if (address !== undefined) {
      output.resume()
      return address
    }
  }
  throw new Error('The browser did not start')
}
