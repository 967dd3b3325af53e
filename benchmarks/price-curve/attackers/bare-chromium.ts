import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserLaunchOptions } from '@bollard/testing'

export interface BareChromium {
  /** Seconds of processor time of all its processes so far, also those that have ended. */
  cpuSeconds(): Promise<number>
  stop(): Promise<void>
}

/** A real window on a display, with a profile of its own and nobody who drives it. */
export async function startBareChromium(display: string, url: string): Promise<BareChromium> {
  const profile = await mkdtemp(join(tmpdir(), 'bollard-farm-'))
  const { executablePath, args } = await browserLaunchOptions()
  const given = args.filter((argument) => !argument.startsWith('--headless') && argument !== '--enable-automation')
  const browser = spawn(
    executablePath,
    [...given, '--window-size=1366,860', '--window-position=100,80', `--user-data-dir=${profile}`, url],
    { stdio: 'ignore', env: { ...process.env, DISPLAY: display }, detached: true },
  )
  const exited = new Promise<void>((resolve) => browser.once('exit', () => resolve()))
  let ended = 0
  return {
    async cpuSeconds() {
      ended = Math.max(ended, browser.pid === undefined ? 0 : await cpuOfTree(browser.pid))
      return ended
    },
    async stop() {
      if (browser.pid !== undefined) process.kill(-browser.pid, 'SIGKILL')
      await exited
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

const ticksPerSecond = 100

/** User and system time of a process and all below it. */
export async function cpuOfTree(root: number): Promise<number> {
  const stats = new Map<number, { parent: number; ticks: number }>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/u.test(name)) continue
    const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null)
    if (text === null) continue
    // The name in brackets may hold spaces; what follows it does not.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0] = fields.slice(1, 2)
    stats.set(Number(name), { parent, ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) })
  }
  let ticks = 0
  for (const [pid, stat] of stats) {
    let above = pid
    while (above !== root && above > 1) above = stats.get(above)?.parent ?? 0
    if (above === root) ticks += stat.ticks
  }
  return ticks / ticksPerSecond
}
