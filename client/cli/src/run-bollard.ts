import { runDoctor } from './doctor/run-doctor.ts'
import { exitCodes, Fault } from './fault.ts'
import { shrinkKuma } from './kuma/shrink-kuma.ts'
import { serveMcp } from './mcp/serve-mcp.ts'
import { migrateFlags, runMigrate } from './migrate/run-migrate.ts'
import { findCommand, operations } from './operations/operations.ts'
import { flagFault, flagOf, hasFlag, type Line, readLine, refuseOtherFlags } from './operations/read-flags.ts'
import { runOperation } from './operations/run-operation.ts'
import { helpOf, listCommands, overview, ownHelp } from './help-texts.ts'
import { tellFault } from './output/tell-fault.ts'
import { applyRules, exportRules } from './rules/apply-rules.ts'
import { readHost } from './service/read-host.ts'
import { readAnySession } from './service/session-file.ts'
import { proveSession, signIn, signOut } from './service/sign-in.ts'
import type { Terminal } from './terminal.ts'
import { version } from './version.ts'

export type { Terminal } from './terminal.ts'

/** Runs one command line, without the program's name, and gives its exit code. Never throws. */
export async function runBollard(argv: readonly string[], terminal: Terminal): Promise<number> {
  const asJson = argv.includes('--json')
  try {
    return await dispatch(readLine(argv), terminal)
  } catch (error) {
    return tellFault(terminal, error, asJson)
  }
}

async function dispatch(line: Line, terminal: Terminal): Promise<number> {
  const [first = '', second = ''] = line.words
  if (line.flags.has('version')) return print(terminal, `${version}\n`)
  if (first === 'help' || line.flags.has('help'))
    return help(terminal, first === 'help' ? line.words.slice(1) : line.words)
  if (first === '') {
    terminal.tell(overview)
    return exitCodes.usage
  }
  const own = ownCommands[`${first} ${second}`] ?? ownCommands[first]
  if (own) {
    refuseOtherFlags(line, [...own.flags, 'json'])
    return own.run(terminal, { ...line, words: line.words.slice(ownCommands[first] === own ? 1 : 2) })
  }
  const found = findCommand(line.words)
  if (found === null)
    throw new Fault('usage', 'command-unknown', `There is no command "${[first, second].join(' ').trim()}".`, {
      advice: 'Run "bollard commands" for all of them.',
    })
  const host = await hostOf(terminal, line)
  await runOperation(terminal, host, found.command.operation, { ...line, words: line.words.slice(found.used) })
  return exitCodes.ok
}

interface OwnCommand {
  readonly flags: readonly string[]
  readonly run: (terminal: Terminal, line: Line) => Promise<number>
}

/** Commands that are more than one call. */
export const ownCommands: Readonly<Record<string, OwnCommand>> = {
  commands: { flags: [], run: async (terminal) => print(terminal, listCommands()) },
  login: {
    flags: ['host', 'email'],
    run: (terminal, line) => withHost(terminal, line, (host) => signIn(terminal, host, flagOf(line, 'email'))),
  },
  logout: { flags: ['host'], run: (terminal, line) => withHost(terminal, line, (host) => signOut(terminal, host)) },
  prove: { flags: ['host'], run: (terminal, line) => withHost(terminal, line, (host) => proveSession(terminal, host)) },
  migrate: { flags: migrateFlags, run: runMigrate },
  'kuma-shrink': { flags: [], run: shrinkKuma },
  doctor: { flags: ['host', 'domain', 'page', 'secret'], run: runDoctor },
  mcp: {
    flags: ['host', 'allow-writes', 'service'],
    run: (terminal, line) =>
      withHost(terminal, line, (host) => {
        const services = flagOf(line, 'service')?.split(',') ?? []
        const unknown = services.find((one) => !operations.some(({ service }) => service === one))
        if (unknown !== undefined) throw flagFault('service', 'value-invalid', `knows no service "${unknown}"`)
        return serveMcp(terminal, host, { allowWrites: hasFlag(line, 'allow-writes'), services })
      }),
  },
  'rules apply': {
    flags: ['host', 'solution-id', 'yes', 'dry-run', 'what-if', 'days', 'prune'],
    run: (terminal, line) => withHost(terminal, line, (host) => applyRules(terminal, host, line)),
  },
  'rules export': {
    flags: ['host', 'solution-id'],
    run: (terminal, line) => withHost(terminal, line, (host) => exportRules(terminal, host, line)),
  },
}

async function withHost(terminal: Terminal, line: Line, run: (host: string) => Promise<void>): Promise<number> {
  await run(await hostOf(terminal, line))
  return exitCodes.ok
}

/** From the flag, else the environment, else where somebody is signed in. */
async function hostOf(terminal: Terminal, line: Line): Promise<string> {
  const named = flagOf(line, 'host') ?? terminal.env['BOLLARD_HOST']
  return readHost(named ?? (await readAnySession(terminal))?.host)
}

function help(terminal: Terminal, words: readonly string[]): number {
  const own = ownHelp[words.slice(0, 2).join(' ')] ?? ownHelp[words[0] ?? '']
  if (own !== undefined) return print(terminal, own)
  const found = words.length === 0 ? null : findCommand(words)
  return print(terminal, found ? helpOf(found.command) : overview)
}

function print(terminal: Terminal, text: string): number {
  terminal.write(text)
  return exitCodes.ok
}
