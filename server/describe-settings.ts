import { commands } from './commands/command-table.ts'
import { listSettings } from './config.ts'
import { describeRoles } from './role-needs.ts'

/** The text of `npm start -- --help`. */
export function describeSettings(): string {
  const settings = listSettings()
  const nameWidth = Math.max(...settings.map((setting) => setting.name.length))
  const defaultWidth = Math.max(...settings.map((setting) => setting.default.length), 'default'.length)
  const row = (name: string, fallback: string, meaning: string) =>
    `  ${name.padEnd(nameWidth)}  ${fallback.padEnd(defaultWidth)}  ${meaning}`
  const width = 53
  const command = (line: string, effect: string) =>
    line.length > width ? `  ${line}\n${' '.repeat(width + 4)}${effect}` : `  ${line.padEnd(width)}  ${effect}`
  return [
    'Usage:',
    command('npm start', 'Install, build and start Bollard'),
    command('npm run dev', 'The same for development: pages follow changes of their sources'),
    ...commands.map(({ usage, effect }) => command(`npm start -- ${usage}`, effect)),
    '',
    'Installation, proxies, mail, backups and monitoring: content/en/docs/operate/settings.mdx',
    '',
    'Roles (ROLE), and what each needs:',
    '',
    ...describeRoles(),
    '',
    'Settings are environment variables:',
    '',
    row('setting', 'default', 'meaning'),
    ...settings.map((setting) => row(setting.name, setting.default, setting.meaning)),
  ].join('\n')
}
