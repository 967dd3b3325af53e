import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const lab = fileURLToPath(new URL('.', import.meta.url))

/** The one that Debian's modules belong to. */
export const systemPython = '/usr/bin/python3'

/** Programs that the visitors need, or files where it is no program, and the Debian packages that carry them. */
const programs: Readonly<Record<string, string>> = {
  chromium: 'chromium',
  chromedriver: 'chromium-driver',
  firefox: 'firefox-esr',
  'firefox-esr': 'firefox-esr',
  Xvfb: 'xvfb',
  xdotool: 'xdotool',
  xclip: 'xclip',
  openbox: 'openbox',
  surf: 'surf',
  falkon: 'falkon',
  epiphany: 'epiphany-browser',
  xte: 'xautomation',
  // Epiphany looks for the bus of a session, and waits long for one that is not there.
  'dbus-run-session': 'dbus-daemon',
  [systemPython]: 'python3',
  '/usr/lib/python3/dist-packages/Xlib': 'python3-xlib',
}

/** Installs what the lab needs and this machine lacks. Throws with what to do where it cannot. */
export function prepare(): void {
  if (!existsSync(join(lab, 'node_modules/.package-lock.json'))) {
    console.error('Installing the packages of the lab …')
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: lab, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const missing = missingPackages(isThere)
  if (missing.length === 0) return
  const command = `apt-get install --yes --no-install-recommends ${missing.join(' ')}`
  if (process.getuid?.() !== 0 || !isThere('apt-get'))
    throw new Error(`The lab lacks programs. On Debian, as root:\n  ${command}`)
  console.error(`Installing ${missing.join(', ')} …`)
  // The lists of packages may be missing on a fresh machine.
  if (!succeeds(command) && !(succeeds('apt-get update') && succeeds(command)))
    throw new Error(`This failed:\n  ${command}`)
}

/** The Debian packages of the programs that are not there. */
export function missingPackages(exists: (program: string) => boolean): string[] {
  const missing = Object.entries(programs).filter(([program]) => !exists(program))
  return [...new Set(missing.map(([, name]) => name))]
}

function isThere(program: string): boolean {
  if (program.startsWith('/')) return existsSync(program)
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}

/** Builds what is older than its sources: a stale widget would meet a service that does not understand it, and stop everybody. */
export function buildProduct(): void {
  const root = join(lab, '../..')
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}` }
  execFileSync(process.execPath, ['tools/build-targets.ts'], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
}

function succeeds(command: string): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, { shell: true, stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
}
