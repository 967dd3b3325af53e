import { exitCodes } from './fault.ts'
import { migrateFlags, runMigrate } from './migrate/run-migrate.ts'
import { readLine, refuseOtherFlags } from './operations/read-flags.ts'
import { tellFault } from './output/tell-fault.ts'
import type { Terminal } from './terminal.ts'
import { version } from './version.ts'

const usage = `npm create bollard [FOLDER] -- --host https://captcha.example.org --site-key bsk_…

Moves a project from reCAPTCHA, hCaptcha, Turnstile or Friendly Captcha to Bollard, or protects one that has no
captcha. Shows every change and asks first.

  --dry-run   show only
  --yes       don't ask
  --json      for programs
  BOLLARD_SECRET_KEY   is checked with the installation, and written into no file
`

/** The program of the package create-bollard: "bollard migrate" and nothing else. Never throws. */
export async function createBollard(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const line = readLine(argv)
    if (line.flags.has('help') || line.flags.has('version')) {
      terminal.write(line.flags.has('help') ? usage : `${version}\n`)
      return exitCodes.ok
    }
    refuseOtherFlags(line, [...migrateFlags, 'json'])
    return await runMigrate(terminal, line)
  } catch (error) {
    return tellFault(terminal, error, argv.includes('--json'))
  }
}
