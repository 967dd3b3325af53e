import { removeFactorsUsage } from './commands/remove-factors.ts'
import { listSettings } from './config.ts'

/** The text of `npm start -- --help`. */
export function describeSettings(): string {
  const settings = listSettings()
  const nameWidth = Math.max(...settings.map((setting) => setting.name.length))
  const defaultWidth = Math.max(...settings.map((setting) => setting.default.length), 'default'.length)
  const row = (name: string, fallback: string, meaning: string) =>
    `  ${name.padEnd(nameWidth)}  ${fallback.padEnd(defaultWidth)}  ${meaning}`
  return [
    'Usage: npm start',
    '       npm run dev',
    '       npm start -- reload',
    `       npm start -- ${removeFactorsUsage}`,
    '       npm start -- database-roles',
    '',
    'The first installs, builds and starts what is needed. The second does so for developers: pages follow changes of their sources.',
    'The third builds and replaces the processes of the running server without a failed request, for a new release.',
    'The fourth removes all second factors of an account whose owner has lost them.',
    'The fifth prints SQL that makes the roles of a database of your own, where the owner in DATABASE_URL may not make them.',
    'Settings are environment variables:',
    '',
    row('setting', 'default', 'meaning'),
    ...settings.map((setting) => row(setting.name, setting.default, setting.meaning)),
  ].join('\n')
}
