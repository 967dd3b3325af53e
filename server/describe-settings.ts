import { grantAdminUsage } from './commands/grant-admin.ts'
import { removeFactorsUsage } from './commands/remove-factors.ts'
import { listSettings } from './config.ts'

/** The text of `npm start -- --help`. */
export function describeSettings(): string {
  const settings = listSettings()
  const nameWidth = Math.max(...settings.map((setting) => setting.name.length))
  const defaultWidth = Math.max(...settings.map((setting) => setting.default.length), 'default'.length)
  const row = (name: string, fallback: string, meaning: string) =>
    `  ${name.padEnd(nameWidth)}  ${fallback.padEnd(defaultWidth)}  ${meaning}`
  const command = (line: string, effect: string) => `  ${line.padEnd(45)}  ${effect}`
  return [
    'Usage:',
    command('npm start', 'Install, build and start Bollard'),
    command('npm run dev', 'The same for development: pages follow changes of their sources'),
    command(
      'npm start -- reload',
      'Build, then replace the running processes without a failed request: for a new release',
    ),
    command(`npm start -- ${removeFactorsUsage}`, 'Remove all second factors of an account whose owner has lost them'),
    command(`npm start -- ${grantAdminUsage}`, 'Make somebody an administrator while there are fewer than two'),
    command(
      'npm start -- edge-database-url',
      'Print how a machine with ROLE=edge signs in to the database of DATABASE_URL; holds a password',
    ),
    command(
      'npm start -- database-roles',
      'Print SQL that makes the database roles, where the owner in DATABASE_URL may not',
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
