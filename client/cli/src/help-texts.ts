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
