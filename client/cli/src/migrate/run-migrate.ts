import { resolve } from 'node:path'
import { examine } from '../doctor/run-doctor.ts'
import { type Finding } from '../doctor/findings.ts'
import { exitCodes, Fault } from '../fault.ts'
import { flagFault, flagOf, hasFlag, type Line } from '../operations/read-flags.ts'
import { readHost } from '../service/read-host.ts'
import { agrees, printable, type Terminal } from '../terminal.ts'
import { addCaptcha } from './add-captcha.ts'
import type { Captcha } from './captchas.ts'
import { type Move, moveCaptcha } from './move-captcha.ts'
import type { Step } from './move-libraries.ts'
import { readProject } from './project-files.ts'
import { unifiedDiff } from './unified-diff.ts'
import { verifyAddresses } from './verify-addresses.ts'
import { type FileChange, writeChanges } from './write-changes.ts'

export const migrateFlags: readonly string[] = ['host', 'yes', 'dry-run', 'site-key']

/**
 * `bollard migrate [FOLDER]`: finds the captcha of a project, shows what would change, asks, changes it, and verifies against the
 * installation. Ends with 9 where something is left to a person or a check failed. The secret key of `BOLLARD_SECRET_KEY` is checked with
 * the service and written into no file.
 */
export async function runMigrate(terminal: Terminal, line: Line): Promise<number> {
  const [folder = '.', extra] = line.words
  if (extra !== undefined) throw new Fault('usage', 'word-unexpected', `"${extra}" is one word too many.`)
  const host = readHost(flagOf(line, 'host') ?? terminal.env['BOLLARD_HOST'])
  const siteKey = flagOf(line, 'site-key') ?? terminal.env['BOLLARD_SITE_KEY'] ?? null
  if (siteKey !== null && !/^bsk_[\dA-Za-z]{22}$/u.test(siteKey))
    throw flagFault('site-key', 'site-key-malformed', 'is bsk_ and 22 letters or digits')
  const project = await readProject(resolve(terminal.cwd, folder))
  for (const { path, because } of project.skipped)
    if (because !== 'symlink') terminal.tell(printable(`Not read: ${path} (${because})\n`))

  const move = moveCaptcha(project.files, host, siteKey)
  const isFound = move.captchas.length > 0
  const addition = isFound ? null : addCaptcha(project.files, host, siteKey ?? 'YOUR_SITE_KEY')
  const { changes, steps } = addition ?? move
  const [asJson, isDry] = [hasFlag(line, 'json'), hasFlag(line, 'dry-run')]
  const frameworks = addition?.frameworks ?? []
  const diff = changes.map(shownDiff).join('')
  if (!asJson)
    terminal.write(printable(`${foundText(move, frameworks)}\n${diffText(diff, move, host)}${shownSteps(steps)}`))
  if (addition && changes.length > 0 && siteKey === null && !isDry)
    throw new Fault('usage', 'site-key-missing', 'Name the site key that the form gets.', {
      advice: 'Call it again with --site-key bsk_….',
    })
  const backup = isDry ? null : await change(terminal, project.folder, changes, hasFlag(line, 'yes'))
  const checks = isDry ? [] : await verify(terminal, host, siteKey, move.captchas)
  const changed = isDry ? [] : changes.map(({ path }) => path)
  const { captchas, settings } = move
  if (asJson)
    terminal.write(
      `${JSON.stringify({ captchas, frameworks, changed, diff, steps, settings, backup, checks }, null, 2)}\n`,
    )
  else for (const check of checks) terminal.write(printable(checkText(check)))
  return steps.length > 0 || checks.some(({ state }) => state === 'failed') ? exitCodes.findings : exitCodes.ok
}

/** Asks, and writes the changes. Returns where the copies of the files are; null where there are none. */
async function change(
  terminal: Terminal,
  folder: string,
  changes: readonly FileChange[],
  yes: boolean,
): Promise<string | null> {
  if (changes.length === 0) return null
  if (!(await agrees(terminal, `Change ${changes.length} files?`, yes)))
    throw new Fault('usage', 'not-confirmed', 'Nothing was changed.', { advice: 'Answer y, or call it with --yes.' })
  const backup = await writeChanges(folder, changes, terminal.now())
  const copies = backup === null ? '' : ` Their copies are in ${backup}; delete them when you are content.`
  terminal.tell(printable(`Changed ${changes.length} files.${copies}\n`))
  return backup
}

function foundText({ captchas, settings }: Move, frameworks: readonly string[]): string {
  if (captchas.length === 0)
    return `No captcha found.${frameworks.length === 0 ? '' : ` The project uses ${frameworks.join(', ')}.`}\n`
  const keys = `Settings that keep their names and need your new keys: ${settings.join(', ')}.\n`
  return `Found: ${captchas.join(', ')}.\n${settings.length === 0 ? '' : keys}`
}

function diffText(diff: string, { isMoved }: Move, host: string): string {
  if (diff !== '') return `${diff}\n`
  return `Nothing to change in files.${isMoved ? ` They ask ${host} already.` : ''}\n`
}

function checkText({ state, code, means, seen }: Check): string {
  return `${state.padEnd(8)} ${code}: ${means}${seen === undefined ? '' : ` (${seen})`}\n`
}

/** What was asked of the installation after the change. */
type Check = Pick<Finding, 'check' | 'state' | 'means' | 'seen'> & { readonly code: string }

async function verify(
  terminal: Terminal,
  host: string,
  siteKey: string | null,
  captchas: readonly Captcha[],
): Promise<Check[]> {
  const secretKey = terminal.env['BOLLARD_SECRET_KEY']
  const findings = siteKey === null ? [] : await examine(terminal, { host, siteKey, secretKey })
  return [...findings, ...(await verifyAddresses(terminal, host, captchas))]
}

/** What stands beside a changed line of a settings file may be a secret, and so may a value anywhere: it is shown as dots. */
function shownDiff({ path, before, after }: FileChange): string {
  const isSettings = /(?:^|\/)\.env/u.test(path)
  return unifiedDiff(path, before?.text ?? null, after, isSettings ? 0 : undefined).replaceAll(
    /((?:secret|password|passwd|private_?key|api_?key|token)\w{0,40}["']?\s{0,8}[:=]\s{0,8}["'`]?)([\w+/=.~-]{12,})(?!\()/giu,
    (_whole, name: string) => `${name}••••••`,
  )
}

function shownSteps(steps: readonly Step[]): string {
  if (steps.length === 0) return ''
  return `Left to you:\n${steps.map(({ code, path, line, advice }) => `  ${code}  ${path}${line > 0 ? `:${line}` : ''}\n      ${advice}\n`).join('')}\n`
}
