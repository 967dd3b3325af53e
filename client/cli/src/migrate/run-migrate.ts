import { resolve } from 'node:path'
import { examine } from '../doctor/run-doctor.ts'
import { type Finding } from '../doctor/findings.ts'
import { exitCodes, Fault } from '../fault.ts'
import { flagFault, flagOf, hasFlag, type Line } from '../operations/read-flags.ts'
import { readHost } from '../service/read-host.ts'
import { agrees, printable, type Terminal } from '../terminal.ts'
import { addCaptcha } from './add-captcha.ts'
import { moveCaptcha } from './move-captcha.ts'
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
  const asJson = hasFlag(line, 'json')
  const told = isFound
    ? `Found: ${move.captchas.join(', ')}.\n${move.settings.length > 0 ? `Settings that keep their names and need your new keys: ${move.settings.join(', ')}.\n` : ''}`
    : `No captcha found.${addition && addition.frameworks.length > 0 ? ` The project uses ${addition.frameworks.join(', ')}.` : ''}\n`
  const shown = changes.map(shownDiff).join('')
  if (!asJson)
    terminal.write(
      printable(
        `${told}\n${shown}${shown === '' ? `Nothing to change in files.${move.isMoved ? ` They ask ${host} already.` : ''}\n` : '\n'}${shownSteps(steps)}`,
      ),
    )
  if (addition && changes.length > 0 && siteKey === null && !hasFlag(line, 'dry-run'))
    throw new Fault('usage', 'site-key-missing', 'Name the site key that the form gets.', {
      advice: 'Call it again with --site-key bsk_….',
    })

  const isDry = hasFlag(line, 'dry-run')
  let backup: string | null = null
  if (!isDry && changes.length > 0) {
    if (!(await agrees(terminal, `Change ${changes.length} files?`, hasFlag(line, 'yes'))))
      throw new Fault('usage', 'not-confirmed', 'Nothing was changed.', { advice: 'Answer y, or call it with --yes.' })
    backup = await writeChanges(project.folder, changes, terminal.now())
    if (!asJson)
      terminal.tell(
        printable(
          `Changed ${changes.length} files.${backup ? ` Their copies are in ${backup}; delete them when you are content.` : ''}\n`,
        ),
      )
  }
  const checks = isDry ? [] : await verify(terminal, host, siteKey, move.captchas)
  if (asJson)
    terminal.write(
      `${JSON.stringify({ captchas: move.captchas, frameworks: addition?.frameworks ?? [], changed: isDry ? [] : changes.map(({ path }) => path), diff: shown, steps, settings: move.settings, backup, checks }, null, 2)}\n`,
    )
  else
    for (const { state, code, means, seen } of checks)
      terminal.write(printable(`${state.padEnd(8)} ${code}: ${means}${seen === undefined ? '' : ` (${seen})`}\n`))
  return steps.length > 0 || checks.some(({ state }) => state === 'failed') ? exitCodes.findings : exitCodes.ok
}

async function verify(
  terminal: Terminal,
  host: string,
  siteKey: string | null,
  captchas: Parameters<typeof verifyAddresses>[2],
): Promise<readonly Pick<Finding, 'state' | 'code' | 'means' | 'seen'>[]> {
  const secretKey = terminal.env['BOLLARD_SECRET_KEY']
  const findings = siteKey === null ? [] : await examine(terminal, { host, siteKey, secretKey })
  const addresses = await verifyAddresses(terminal, host, captchas)
  return [...findings, ...(addresses as unknown as Finding[])]
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
