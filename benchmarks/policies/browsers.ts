import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserLaunchOptions } from '@bollard/testing'

export interface MeasuredBrowser {
  readonly name: 'Chromium' | 'Firefox'
  /** '153.0.8010.0' */
  readonly version: string
  /** Opens an address in a fresh profile, without a window and without any driver. */
  open(url: string): Promise<{ readonly pid: number; close(): Promise<void> }>
}

/** What Firefox would show or ask for in a fresh profile, or fetch, before it gets to the page. */
const preferences = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'termsofuse.bypassNotification': true,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
}

export async function findChromium(): Promise<MeasuredBrowser> {
  const { executablePath, args } = await browserLaunchOptions()
  const given = args.filter((argument) => !argument.startsWith('--headless') && argument !== '--enable-automation')
  return {
    name: 'Chromium',
    version: versionOf(executablePath),
    open: (url) =>
      start(executablePath, (profile) => [
        ...given,
        '--headless',
        '--window-size=1366,860',
        `--user-data-dir=${profile}`,
        url,
      ]),
  }
}

/** `FIREFOX` names the program; else the system's. Undefined where there is none. */
export function findFirefox(): MeasuredBrowser | undefined {
  const path = [process.env['FIREFOX'], '/usr/bin/firefox', '/usr/bin/firefox-esr'].find(
    (file) => file !== undefined && existsSync(file),
  )
  if (path === undefined) return undefined
  return {
    name: 'Firefox',
    version: versionOf(path),
    async open(url) {
      return start(path, async (profile) => {
        const lines = Object.entries(preferences).map(
          ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
        )
        await writeFile(join(profile, 'user.js'), `${lines.join('\n')}\n`)
        return ['--headless', '--no-remote', '--new-instance', '--profile', profile, url]
      })
    },
  }
}

function versionOf(path: string): string {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  const version = /\d+(?:\.\d+)+\w*/u.exec(stdout)?.[0]
  if (version === undefined) throw new Error(`${path} names no version: ${stdout}`)
  return version
}

async function start(
  path: string,
  argumentsOf: (profile: string) => readonly string[] | Promise<readonly string[]>,
): ReturnType<MeasuredBrowser['open']> {
  const profile = await mkdtemp(join(tmpdir(), 'bollard-policies-'))
  // The leader of a group, so that all its processes end with it, behind whatever script starts them.
  const browser = spawn(path, [...(await argumentsOf(profile))], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, HOME: profile },
  })
  const exited = new Promise<void>((resolve) => browser.once('exit', () => resolve()))
  const { pid } = browser
  if (pid === undefined) throw new Error(`${path} did not start`)
  const kill = () => process.kill(-pid, 'SIGKILL')
  const stop = () => {
    kill()
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  return {
    pid,
    async close() {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
      kill()
      await exited
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}
