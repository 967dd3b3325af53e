import { setPriority } from 'node:os'
import { DataDirectoryError } from '@bollard/database/embedded'
import { readConfig, type Config } from './config.ts'
import { type Command, findCommand } from './commands/command-table.ts'
import { describeSettings } from './describe-settings.ts'
import { summarise } from './print-summary.ts'
import { StartupFault } from './startup-fault.ts'
import { createReloader } from './supervise/reload-report.ts'
import { isRunning, reloadSignal } from './supervise/running-record.ts'
import { startSupervisor, type Supervisor } from './supervise/start-supervisor.ts'
import { openLog } from './watching/open-log.ts'

const begun = performance.now()
const say = (line: string) => void process.stdout.write(`${line}\n`)

// A terminal that was closed takes no more lines; the drain goes on without it.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

if (process.argv.includes('--help')) say(describeSettings())
else if (process.argv.includes('--is-running')) tellWhetherRunning()
else await main(commandOf(process.argv[2]) ?? (isOption(process.argv[2]) ? run : refuseWord))

async function main(
  work: (config: Config, args: readonly string[], tell: typeof say) => Promise<number | void>,
): Promise<void> {
  const result = readConfig(process.env)
  if (result.status === 'invalid')
    return fail(
      `These settings are wrong:\n${result.faults.map((fault) => `  ${fault}`).join('\n')}\nSee npm start -- --help.`,
    )
  try {
    process.exitCode = (await work(result.config, process.argv.slice(3), say)) ?? 0
  } catch (error) {
    if (error instanceof StartupFault || error instanceof DataDirectoryError) return fail(error.message)
    fail(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}

function commandOf(name: string | undefined): Command['run'] | undefined {
  const command = findCommand(name)
  if (command === undefined) return undefined
  return async (config, args, tell) => {
    // What started this was killed. Listening must not keep the process from ending when it is done.
    process.on('disconnect', () => process.exit(1))
    process.channel?.unref()
    if (command.nobodyWaits) setPriority(10)
    return command.run(config, args, tell)
  }
}

async function run(config: Config): Promise<void> {
  if (config.ROLE === 'probe') return (await import('./run-probe.ts')).runProbe(config, say)
  if (config.ROLE === 'gateway') return (await import('./run-gateway.ts')).runGateway(config, say)
  const fromSources = process.argv.includes('--from-sources')
  if (fromSources && config.NODE_ENV === 'production')
    throw new StartupFault('Pages made of their sources are for development. Use npm start, or another NODE_ENV.')
  const log = openLog(config, 'postgres')
  const stopping = Promise.withResolvers<number>()
  const asked = new AbortController()
  const askToStop = (exitCode: number) => {
    stopping.resolve(exitCode)
    asked.abort()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => askToStop(0))
  // The starter was killed and cannot pass on any signal; it may have been while this program was loaded.
  process.on('disconnect', () => askToStop(0))
  if (process.connected === false) return

  let supervisor: Supervisor | undefined
  const reloadNow = createReloader(config.DATA_DIR, () => supervisor?.reload, say)
  if (process.platform !== 'win32') process.on(reloadSignal, () => void reloadNow())

  const logPostgres = (line: string) =>
    /\b(?:ERROR|FATAL|PANIC|WARNING):/u.test(line) ? log.warn(line) : log.debug(line)
  const started = await startSupervisor(config, { say, log: logPostgres, asked: asked.signal, fromSources }).catch(
    (error: unknown) => {
      if (!asked.signal.aborted) throw error
      // What had begun is ended again.
      say('Bollard stops.')
      return process.exit(0)
    },
  )
  supervisor = started
  // `npm run dev` says so when code of the services has changed.
  process.on('message', (message) => message === 'restart-api' && started.restartApi())
  say(summarise(config, started, (performance.now() - begun) / 1000, process.stdout.isTTY))
  void started.broken.then((error) => {
    process.stderr.write(`The database cannot be started again: ${error.message}\n`)
    askToStop(1)
  })
  const exitCode = await stopping.promise
  say('Bollard stops.')
  await started.stop()
  process.exit(exitCode)
}

/** What is no command starts nothing: a slip must not. */
function isOption(word: string | undefined): boolean {
  return word === undefined || word.startsWith('-')
}

async function refuseWord(): Promise<never> {
  throw new StartupFault(`There is no command "${process.argv[2]}". See npm start -- --help.`)
}

/** For the starter, which must not install below a running server. */
function tellWhetherRunning(): void {
  const result = readConfig(process.env)
  process.exitCode = result.status === 'valid' && isRunning(result.config.DATA_DIR) ? 0 : 1
}

function fail(message: string): never {
  process.stderr.write(`\n${message}\n\n`)
  process.exit(1)
}
