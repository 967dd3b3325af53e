import { execFileSync } from 'node:child_process'
import { browserLaunchOptions } from '@bollard/testing'

/** Where Debian's packages put what the bots drive. */
export const chromiumPath = '/usr/bin/chromium'
export const chromedriverPath = '/usr/bin/chromedriver'
export const firefoxPath = '/usr/bin/firefox-esr'

/** What every bot author passes who runs Chromium in a container. */
export const chromiumFlags = ['--no-sandbox', '--disable-dev-shm-usage', '--no-first-run'] as const

/** The flag of every guide to hiding automation. */
export const hideAutomation = '--disable-blink-features=AutomationControlled'

/** The old headless shell, a browser of its own, with the flags that it needs here. */
export async function headlessShell(): Promise<{ executablePath: string; args: string[] }> {
  const before = process.env['E2E_BROWSER']
  process.env['E2E_BROWSER'] = 'npm'
  try {
    return await browserLaunchOptions()
  } finally {
    if (before === undefined) delete process.env['E2E_BROWSER']
    else process.env['E2E_BROWSER'] = before
  }
}

let major: string | undefined

/** Major version of the installed Chromium, such as "156". Throws when there is none. */
export function chromiumMajor(): string {
  major ??= /(\d+)\./u.exec(
    execFileSync(chromiumPath, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  )?.[1]
  if (major === undefined) throw new Error(`${chromiumPath} tells no version`)
  return major
}

/** User agents as bot authors copy them from a real Chrome, in the version that really runs. */
export function chromeOn(system: 'linux' | 'windows'): string {
  const platform = system === 'linux' ? 'X11; Linux x86_64' : 'Windows NT 10.0; Win64; x64'
  return `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chromiumMajor()}.0.0.0 Safari/537.36`
}
