import { type Command, commands, kebab, type Operation, type Schema } from './operations/operations.ts'
import { flagsOf, isRequired, shortcutsOf, typesOf } from './operations/read-input.ts'

export const overview = `bollard <command> [flags]

Set up and check
  bollard migrate [FOLDER]             move a project from another captcha, or protect one that has none
  bollard doctor SITEKEY               check key, domains, content policy, clock and connection

Sign in
  bollard login                        keep a session of yours on this machine; logout ends it
  bollard prove                        re-authenticate for sensitive commands
  BOLLARD_API_KEY=… bollard …          use an API key with the scope that the command names

Work with your captchas
  bollard solutions list               your solutions
  bollard captcha verifications        the log; --since 1h, --bots, --all
  bollard rules export                 all rules of a captcha as a file
  bollard rules apply FILE             make the rules what the file says; --dry-run, --what-if
  bollard kuma-shrink KUMA.DB SMALL.DB what an import needs of a large database of Uptime Kuma
  bollard mcp                          serve the API to an assistant (MCP, stdio); --allow-writes
  bollard commands                     every command
  bollard help COMMAND                 what it takes

Everywhere
  --host https://captcha.example.org   the installation, or BOLLARD_HOST
  --solution-id ID                     the captcha, or BOLLARD_SOLUTION_ID
  --json                               for programs

Exit codes: 0 done, 1 failed, 2 wrong use, 3 credentials, 4 not allowed, 5 not found, 6 conflict,
7 too many calls, 8 service unavailable, 9 found something for you to do
`

/** Help of the commands that are more than one call. */
export const ownHelp: Readonly<Record<string, string>> = {
  migrate: `bollard migrate [FOLDER]

Finds reCAPTCHA, hCaptcha, Turnstile or Friendly Captcha in a project, shows every change, asks, changes it and
verifies against the installation. A project without a captcha gets widget and check. Copies of changed files
are kept in .bollard-backup.

  --site-key bsk_…   replaces the old site keys; BOLLARD_SITE_KEY
  --dry-run          show only
  --yes              don't ask
  --json
  BOLLARD_SECRET_KEY is checked with the installation, and written into no file.
`,
  doctor: `bollard doctor SITEKEY

  --domain shop.example.org            may pages of this domain use the site key?
  --page https://shop.example.org/form read the page: its script, its site key, its content policies
  --secret -                           check the secret key, read from the input; or BOLLARD_SECRET_KEY
  --json

Ends with 0, or with 9 where a check failed. The check of the secret key counts as one refused token.
`,
  'kuma-shrink': `bollard kuma-shrink KUMA.DB SMALL.DB

Copies what an import of monitoring needs out of a database of Uptime Kuma into a new file: monitors, notifications,
status pages, maintenance, days of uptime and changes of state. Single heartbeats and users stay behind. The database
is only read, with its last writes while Uptime Kuma runs, and nothing is sent. Needs Node 22.13.

  --json
`,
  login: `bollard login [--email ADDRESS]

Signs you in with password and second factor and keeps the session for you alone. It ends as every session does,
and your account lists it. Accounts that have nothing but a passkey need a browser: use an API key.
`,
  logout: `bollard logout

Ends the session at the installation and forgets it here.
`,
  prove: `bollard prove

Re-authenticates with your password or authenticator app. Sensitive commands work for ten minutes.
`,
  mcp: `bollard mcp

Serves the API as tools of the Model Context Protocol on standard input and output. Tools that change something
exist only with --allow-writes. Calls that take or tell a secret, files and streams are never tools.

  --allow-writes
  --service captcha   tools of these services only: identity, solution, captcha, contact
`,
  'rules apply': `bollard rules apply FILE

Makes the rules of a captcha what the file says: { "rules": [ … ] }, each as the API takes it. They are matched by
name. Without a priority they keep the order of the file. Rules of the simple forms stay.

  --dry-run        show what would change
  --what-if        show what it would have done to the visitors of the last days; --days 7
  --prune          delete rules that the file doesn't name
  --yes            don't ask
  --solution-id ID or BOLLARD_SOLUTION_ID
  --json
`,
  'rules export': `bollard rules export

Prints the rules of a captcha as a file that "bollard rules apply" takes.

  --solution-id ID or BOLLARD_SOLUTION_ID
`,
  commands: 'bollard commands\n\nLists every command.\n',
}

/** Every command with what it does, by service. */
export function listCommands(): string {
  const services = [...new Set(commands.map(({ operation }) => operation.service))]
  return services
    .map((service) => {
      const list = commands.filter(({ operation }) => operation.service === service)
      const sorted = list.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), 'en'))
      const width = Math.max(...sorted.map((command) => nameOf(command).length))
      return `${service}\n${sorted.map((command) => `  ${nameOf(command).padEnd(width)}  ${firstSentence(command.operation)}\n`).join('')}`
    })
    .join('\n')
}

/** What one command takes, and who may call it. */
export function helpOf(command: Command): string {
  const { operation } = command
  const words = [...operation.path.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => `[${kebab(name)}]`)
  const flags = [...flagsOf(operation)].map(([flag, { place, name, schema }]) => {
    const needed = isRequired(operation, place, name) ? ' (required)' : ''
    return `  --${flag} ${hintOf(schema)}${needed}`
  })
  return [
    `bollard ${nameOf(command)} ${words.join(' ')}`.trim(),
    '',
    operation.summary,
    whoMayCall(operation),
    '',
    ...flags,
    ...(operation.body ? ['  --data JSON|@FILE|-   the whole body instead of its flags'] : []),
    ...(operation.answer === 'page' ? ['  --all   every page'] : []),
    ...shortcutsOf(operation).map((name) => `  ${shortcutTexts[name]}`),
    ...(operation.answer === 'file' ? ['  --output FILE   a file that does not exist yet'] : []),
    '  --json',
    '',
  ].join('\n')
}

const shortcutTexts: Readonly<Record<string, string>> = {
  since: '--since 15m|1h|7d   from that long ago',
  bots: '--bots   blocked visitors only',
}

export function nameOf({ group, verb }: Command): string {
  return group === verb ? group : `${group} ${verb}`
}

function whoMayCall({ scope, audience, operatorOnly, role, proof }: Operation): string {
  const people = operatorOnly
    ? 'Administrators of the installation'
    : role === undefined
      ? 'Everybody who is signed in'
      : `Members with the role ${role} or higher`
  const who =
    audience === 'secret-key'
      ? 'API keys with the scope verify'
      : scope
        ? `${people}, and API keys with the scope ${scope}`
        : people
  return `${who}.${proof ? ' People run "bollard prove" first.' : ''}`
}

function firstSentence({ summary }: Operation): string {
  return /^.*?[.:](?=\s|$)/u.exec(summary)?.[0].replace(/[.:]$/u, '') ?? summary
}

function hintOf(schema: Schema): string {
  const values = schema['enum']
  if (Array.isArray(values)) return values.join('|')
  const types = typesOf(schema)
  if (types.has('array')) return 'A,B,…'
  if (types.has('object')) return 'JSON'
  if (types.has('boolean')) return '[true|false]'
  return types.has('integer') || types.has('number') ? 'NUMBER' : 'TEXT'
}
