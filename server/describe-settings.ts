import { backupUsage, restoreUsage, testRestoreUsage, verifyBackupUsage } from './backup/usages.ts'
import { removeFactorsUsage } from './commands/remove-factors.ts'
import { listSettings } from './config.ts'

/** The text of `npm start -- --help`. */
export function describeSettings(): string {
  const settings = listSettings()
  const nameWidth = Math.max(...settings.map((setting) => setting.name.length))
  const defaultWidth = Math.max(...settings.map((setting) => setting.default.length), 'default'.length)
  const row = (name: string, fallback: string, meaning: string) =>
    `  ${name.padEnd(nameWidth)}  ${fallback.padEnd(defaultWidth)}  ${meaning}`
  const width = 45
  const command = (line: string, effect: string) =>
    line.length > width ? `  ${line}\n${' '.repeat(width + 4)}${effect}` : `  ${line.padEnd(width)}  ${effect}`
  return [
    'Usage:',
    command('npm start', 'Install, build and start Bollard'),
    command('npm run dev', 'The same for development: pages follow changes of their sources'),
    command(
      'npm start -- reload',
      'Build, then replace the running processes without a failed request: for a new release',
    ),
    command(`npm start -- ${removeFactorsUsage}`, 'Remove all second factors of an account whose owner has lost them'),
    command(
      'npm start -- edge-database-url',
      'Print how a machine with ROLE=edge signs in to the database of DATABASE_URL; holds a password',
    ),
    command(
      'npm start -- database-roles',
      'Print SQL that makes the database roles, where the owner in DATABASE_URL may not',
    ),
    command(
      `npm start -- ${backupUsage}`,
      'Back up the built-in database; or save the secrets in a file; or make a BACKUP_KEY',
    ),
    command(`npm start -- ${restoreUsage}`, 'Restore the database, the secrets or both into an empty folder'),
    command(`npm start -- ${verifyBackupUsage}`, 'Read all backups and the archived log, and name what is damaged'),
    command(
      `npm start -- ${testRestoreUsage}`,
      'Restore the newest backup on trial and compare it, as happens every day',
    ),
    '',
    'Installation, proxies, mail, backups and monitoring: content/en/docs/operate/settings.mdx',
    '',
    'Settings are environment variables:',
    '',
    row('setting', 'default', 'meaning'),
    ...settings.map((setting) => row(setting.name, setting.default, setting.meaning)),
  ].join('\n')
}
