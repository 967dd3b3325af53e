import { execFile, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import { browserLaunchOptions } from '@bollard/testing'
import { type BrowserControl, connectThrough } from './browser-control.ts'
import { leanFlags } from './lean-browser.ts'

/** How a browser with a screen names itself: what `Emulation.setUserAgentOverride` takes. */
export interface Identity {
  readonly userAgent: string
  readonly acceptLanguage: string
  readonly userAgentMetadata: object
}

interface PersonsBrowser {
  readonly control: BrowserControl
  readonly identity: Identity
}

let running: Promise<PersonsBrowser> | undefined

/**
 * The browser in which the persons of this process open their pages, each with a storage of its own; started when the first one
 * does. It ends with this process.
 */
export function personsBrowser(): Promise<PersonsBrowser> {
  return (running ??= start())
}

/** The user agent of a person with this browser and a screen. */
export async function personsUserAgent(): Promise<string> {
  const { executablePath } = await browserLaunchOptions()
  return identityOf(await majorVersionOf(executablePath)).userAgent
}

async function start(): Promise<PersonsBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'bollard-person-'))
  const { executablePath, args } = await browserLaunchOptions()
  const identity = identityOf(await majorVersionOf(executablePath))
  const own = [
    '--headless',
    '--disable-blink-features=AutomationControlled',
    ...leanFlags,
    '--window-size=1366,860',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    `--user-agent=${identity.userAgent}`,
    '--lang=en-GB',
    `--accept-lang=${identity.acceptLanguage}`,
  ]
  const given = args.filter(
    (argument) =>
      !['--headless', '--enable-automation', '--disable-features='].some((start) => argument.startsWith(start)),
  )
  const browser = spawn(executablePath, [...given, ...own, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  process.once('exit', () => {
    browser.kill('SIGKILL')
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  })
  const [, , , toBrowser, fromBrowser] = browser.stdio
  if (!(toBrowser instanceof Writable) || !(fromBrowser instanceof Readable))
    throw new Error('The browser has no pipes')
  const control = connectThrough(toBrowser, fromBrowser)
  const gone = new Promise<never>((_resolve, reject) =>
    browser.once('exit', () => reject(new Error('The browser did not start'))),
  )
  await Promise.race([control.send('Browser.getVersion'), gone])
  gone.catch(() => undefined)
  return { control, identity }
}

/** The browser that is installed may be newer or older than the package's, and a wrong version is a contradiction. */
async function majorVersionOf(executablePath: string): Promise<string> {
  const { stdout } = await promisify(execFile)(executablePath, ['--version'])
  const version = /\b(\d+)\.\d+\.\d+\.\d+/u.exec(stdout)?.[1]
  if (version === undefined) throw new Error(`${executablePath} names no version: ${stdout}`)
  return version
}

function identityOf(version: string): Identity {
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
