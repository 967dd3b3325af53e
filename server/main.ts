import { setPriority } from 'node:os'
import { DataDirectoryError } from '@bollard/database/embedded'
import { pino } from 'pino'
import { readConfig, type Config } from './config.ts'
import { printDatabaseRoles } from './commands/print-database-roles.ts'
import { printEdgeDatabaseUrl } from './commands/print-edge-database-url.ts'
import { reload } from './commands/reload.ts'
import { removeFactors } from './commands/remove-factors.ts'
import { describeSettings } from './describe-settings.ts'
import { summarise } from './print-summary.ts'
import { StartupFault } from './startup-fault.ts'
import { createReloader } from './supervise/reload-report.ts'
import { isRunning, reloadSignal } from './supervise/running-record.ts'
import { startSupervisor, type Supervisor } from './supervise/start-supervisor.ts'

const begun = performance.now()
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Loaded when they are called: a start needs none of it. */
const backupCommands = {
  backup: async () => (await import('./commands/backup.ts')).backup,
  restore: async () => (await import('./commands/restore.ts')).restore,
  'verify-backup': async () => (await import('./commands/verify-backup.ts')).verifyBackup,
  'test-restore': async () => (await import('./commands/test-restore.ts')).testRestore,
}

// A terminal that was closed takes no more lines; the drain goes on without it.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

if (process.argv.includes('--help')) say(describeSettings())
else if (process.argv.includes('--is-running')) tellWhetherRunning()
else if (process.argv[2] === 'reload') await main((config) => reload(config, say))
else if (process.argv[2] === 'remove-factors') await main((config) => removeFactors(config, process.argv.slice(3), say))
else if (isBackupCommand(process.argv[2])) await main(runBackupCommand)
else if (process.argv[2] === 'database-roles') await main(async (config) => printDatabaseRoles(config, say))
else if (process.argv[2] === 'edge-database-url') await main(async (config) => printEdgeDatabaseUrl(config, say))
else await main(run)

async function main(work: (config: Config) => Promise<void>): Promise<void> {
  const result = readConfig(process.env)
  if (result.status === 'invalid')
    return fail(
      `These settings are wrong:\n${result.faults.map((fault) => `  ${fault}`).join('\n')}\nSee npm start -- --help.`,
    )
  try {
    await work(result.config)
  } catch (error) {
    if (error instanceof StartupFault || error instanceof DataDirectoryError) return fail(error.message)
    fail(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}

function isBackupCommand(name: string | undefined): name is keyof typeof backupCommands {
  return name !== undefined && Object.hasOwn(backupCommands, name)
}

async function runBackupCommand(config: Config): Promise<void> {
  const [, , name, ...args] = process.argv
  // What started this was killed. Listening must not keep the process from ending when it is done.
  process.on('disconnect', () => process.exit(1))
  process.channel?.unref()
  // Nobody waits for these two.
  if (name === 'backup' || name === 'test-restore') setPriority(10)
  if (isBackupCommand(name)) await (await backupCommands[name]())(config, args, say)
}

async function run(config: Config): Promise<void> {
  const fromSources = process.argv.includes('--from-sources')
  if (fromSources && config.NODE_ENV === 'production')
    throw new StartupFault('Pages made of their sources are for development. Use npm start, or another NODE_ENV.')
  const log = pino({ level: config.LOG_LEVEL, base: { process: 'postgres' } }, pino.destination(2))
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

/** For the starter, which must not install below a running server. */
function tellWhetherRunning(): void {
  const result = readConfig(process.env)
  process.exitCode = result.status === 'valid' && isRunning(result.config.DATA_DIR) ? 0 : 1
}

function fail(message: string): never {
  process.stderr.write(`\n${message}\n\n`)
  process.exit(1)
}
