import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { isRestoreUnfinished } from '@bollard/backup/for-start'
import { openDatabase } from '@bollard/database'
import { addressesOfRoles, addressesOn } from '@bollard/database/roles'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@bollard/database/embedded'
import { databaseSettings } from '../backup/database-settings.ts'
import { measureBackups } from '../backup/measure-backups.ts'
import { startBackupSchedule } from '../backup/run-schedule.ts'
import type { Config } from '../config.ts'
import { ownSitesOf } from '../own-sites.ts'
import type { Findings, Task } from '../messages.ts'
import { StartupFault } from '../startup-fault.ts'
import { watchProduct } from '../watching/watch-product.ts'
import { checkDatabase } from './check-database.ts'
import { checkDataDirectory, isDiskFull } from './check-data-directory.ts'
import { checkPorts } from './check-ports.ts'
import { keepChild, type KeptChild, prepareTask } from './keep-child.ts'
import { keepSecrets } from './keep-secrets.ts'
import { claimDataDirectory } from './running-record.ts'
import { answers, serveHealth } from './serve-health.ts'
import { recipientsOf, toldConfig } from './told-config.ts'

export interface Supervisor {
  readonly findings: Findings | null
  /** Opens the local mailbox until the next start; null where there is none. */
  readonly mailboxKey: string | null
  /** Lets the API process drain and starts it again, for code that has changed. */
  restartApi(): void
  /**
   * Replaces the processes one after the other, without a refused or lost request; the database goes on, and secrets are read anew. Says
   * what happens, and when all processes from before have ended. Rejects with a `StartupFault` when a new process cannot start; the one
   * that it was to replace serves on.
   */
  reload(say: (line: string) => void): Promise<{ readonly drained: Promise<void> }>
  /** Drains and ends everything; safe to call more than once. */
  stop(): Promise<void>
  /** Resolves with the reason when the database is gone for good. */
  readonly broken: Promise<Error>
}

/** How long ports of a killed start may stay taken. */
const patienceAfterKill = 5_000

export interface SupervisorOptions {
  /** Prints a line for the person who started the program. */
  readonly say: (line: string) => void
  /** Takes the lines of the built-in database. */
  readonly log: (line: string) => void
  /** Aborted when the start is to be given up. */
  readonly asked: AbortSignal
  /** Whether pages are made of the sites' sources, not of their builds. */
  readonly fromSources: boolean
}

/** Starts all that the role asks for, in order, and undoes it in reverse when a step fails or `asked` is aborted. */
export async function startSupervisor(
  config: Config,
  { say, log, asked, fromSources }: SupervisorOptions,
): Promise<Supervisor> {
  const undo: (() => Promise<void>)[] = []
  let draining: Promise<void> | undefined
  const stop = () => (draining ??= undoAll(undo))
  try {
    checkDataDirectory(config.DATA_DIR)
    const claim = claimDataDirectory(config)
    if (claim.status === 'running') throw alreadyRunning(claim.pid, claim.addresses)
    undo.push(async () => claim.release())
    await checkPorts(config, claim.abandoned ? patienceAfterKill : 0)
    asked.throwIfAborted()
    if (isRestoreUnfinished(config.DATA_DIR))
      throw new StartupFault(
        `A restore into ${config.DATA_DIR} hasn't ended. Wait for it, or empty the folder and restore again.`,
      )
    // Loaded where it is wanted: most starts have no target.
    if (config.BACKUP_TARGET !== undefined) await (await import('../backup/open-backup.ts')).openBackup(config)

    const isEdge = config.ROLE === 'edge'
    const api = config.ROLE === 'sites' ? null : keepChild(isEdge ? 'edge' : 'api', say)
    let prepared = api && !isEdge ? prepareTask('migrate') : null
    undo.push(async () => prepared?.kill())
    const sites = servesSites(config) ? keepChild('sites', say, { fromSources }) : null
    // Those that never got their task; the others are ended in order below.
    undo.push(async () => void (await Promise.all([api?.stop(), sites?.stop()])))
    const embedded = await startOwnDatabase(config, log)
    if (embedded) undo.push(() => embedded.stop())
    asked.throwIfAborted()
    const hasServices = api !== null && !isEdge
    let secrets = hasServices ? keepSecrets(config) : null
    const databaseUrl = hasServices ? (embedded?.connectionString ?? config.DATABASE_URL ?? null) : null
    const edgeUrl = (isEdge && config.EDGE_DATABASE_URL) || null
    if (databaseUrl !== null && !embedded) await checkDatabase(databaseUrl, 'DATABASE_URL')
    if (edgeUrl !== null) await checkDatabase(edgeUrl, 'EDGE_DATABASE_URL')
    let databases = databaseUrl && secrets ? addressesOfRoles(databaseUrl, secrets.encryptionKey) : null
    const watched = databases?.bollard_worker ?? edgeUrl
    const toWatch = (connectionString: string) => {
      const opened = openDatabase({ connectionString, max: 1, applicationName: 'bollard supervisor' })
      undo.push(() => opened.close())
      return opened
    }
    const database = watched ? toWatch(watched) : null
    // One that is away keeps nobody from a start: figures tell it.
    const cellDatabases = config.CELL_URLS.flatMap((url) => {
      if (isEdge) return toWatch(url)
      return secrets ? toWatch(addressesOfRoles(url, secrets.encryptionKey).bollard_worker) : []
    })

    const children: KeptChild[] = []
    let starting = true
    const startChild = async (child: KeptChild, task: Task) => {
      undo.push(() => child.stop())
      child.answerHealth(() => watch.health())
      const findings = await child.start(task)
      asked.throwIfAborted()
      children.push(child)
      return findings
    }
    const watch = watchProduct({
      children,
      dataDirectory: config.DATA_DIR,
      databases: database ? [database, ...cellDatabases].map((one) => () => answers(one)) : [],
      docsUrl: config.DOCS_URL,
      alsoFrom: [measureBackups(config)],
    })
    undo.push(async () => watch.stop())
    const health = {
      watch,
      children,
      database,
      isDiskFull: () => embedded !== null && isDiskFull(config.DATA_DIR),
      isStarting: () => starting,
      isDraining: () => draining !== undefined,
    }
    const { METRICS_HOST: host, METRICS_PORT: port, METRICS_TOKEN: token } = config
    undo.push(await serveHealth({ host, port, token }, health))
    const internalSecret = config.INTERNAL_SECRET ?? randomBytes(32).toString('hex')
    const hasMailbox = config.SMTP_URL === undefined && (config.ROLE === 'all' || config.ROLE === 'api')
    const mailboxKey = hasMailbox ? randomBytes(32).toString('base64url') : null
    const migrate = async () => {
      if (!databaseUrl || !databases || !secrets) return
      const first = prepared ?? prepareTask('migrate')
      prepared = null
      const { encryptionKey, formerEncryptionKeys } = secrets
      const cells = config.CELL_URLS.map((url) => ({
        databaseUrl: url,
        databases: addressesOfRoles(url, encryptionKey),
      }))
      await first.run({ name: 'migrate', databaseUrl, databases, encryptionKey, formerEncryptionKeys, cells })
    }
    await migrate()
    asked.throwIfAborted()
    const told = (name: 'api' | 'edge' | 'sites') => toldConfig(config, name)
    const captchaSigningKeys = config.CAPTCHA_SIGNING_KEYS ?? []
    const cellAddresses = (encryptionKey: string) => config.CELL_URLS.map((url) => addressesOfRoles(url, encryptionKey))
    const taskOfApi = (): Task | null => {
      if (secrets && databases)
        return {
          name: 'api',
          config: told('api'),
          secrets,
          internalSecret,
          mailboxKey,
          databases,
          readDatabases: config.DATABASE_READ_URL ? addressesOn(config.DATABASE_READ_URL, databases) : null,
          cells: cellAddresses(secrets.encryptionKey),
        }
      return edgeUrl
        ? {
            name: 'edge',
            config: told('edge'),
            captchaSigningKeys,
            databaseUrl: edgeUrl,
            cellUrls: config.CELL_URLS,
          }
        : null
    }
    const firstTask = taskOfApi()
    const findings = api && firstTask ? await startChild(api, firstTask) : null
    const ownSites = findings?.ownSites ?? ownSitesOf(config)
    if (sites && ownSites)
      await startChild(sites, {
        name: 'sites',
        config: told('sites'),
        recipients: recipientsOf(config),
        internalSecret,
        ownSites,
        fromSources,
      })
    starting = false
    const backups = startBackupSchedule(config, say)
    undo.push(async () => backups?.stop())
    watch.start()
    const restartApi = () =>
      void migrate().then(
        () => children.find(({ name }) => name === 'api')?.restart(),
        (error: unknown) => say(error instanceof Error ? error.message : String(error)),
      )
    const reload = async (tell: (line: string) => void) => {
      if (fromSources) throw new StartupFault('Pages made of their sources follow every change by themselves.')
      // With the files of the new release, while the old processes serve.
      if (hasServices && databaseUrl) {
        secrets = keepSecrets(config)
        databases = addressesOfRoles(databaseUrl, secrets.encryptionKey)
      }
      await migrate()
      const ends: Promise<void>[] = []
      for (const child of children) {
        const begun = performance.now()
        const { drained } = await child.replace(child.name === 'sites' ? undefined : (taskOfApi() ?? undefined))
        ends.push(drained)
        tell(`A new ${child.name} process serves after ${((performance.now() - begun) / 1_000).toFixed(1)} s.`)
      }
      return { drained: Promise.all(ends).then(() => {}) }
    }
    return { findings, mailboxKey, restartApi, reload, stop, broken: brokenBy(embedded) }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Where everything runs the api process makes the keys that are not configured. */
function servesSites(config: Config): boolean {
  return config.ROLE === 'all' || (config.ROLE === 'sites' && ownSitesOf(config) !== null)
}

async function startOwnDatabase(config: Config, log: (line: string) => void): Promise<EmbeddedPostgres | null> {
  if (config.DATABASE_URL || config.ROLE === 'sites' || config.ROLE === 'edge') return null
  const dataDirectory = join(config.DATA_DIR, 'postgres')
  return startEmbeddedPostgres({ dataDirectory, settings: databaseSettings(config), log })
}

function alreadyRunning(pid: number | null, addresses: readonly string[]): StartupFault {
  const where = addresses.length > 0 ? ` at:\n${addresses.map((address) => `  ${address}`).join('\n')}` : ''
  const how = pid === null ? '' : `\nStop it with Ctrl-C in its terminal, or with: kill ${pid}`
  return new StartupFault(
    `Bollard already runs${where}${where === '' ? '.' : ''}${how}\nTo run a second one, give it its own DATA_DIR and ports.`,
  )
}

function brokenBy(embedded: EmbeddedPostgres | null): Promise<Error> {
  return new Promise((resolve) => void embedded?.exited.then((exit) => exit.reason === 'failed' && resolve(exit.error)))
}

async function undoAll(steps: (() => Promise<void>)[]): Promise<void> {
  const faults: unknown[] = []
  // A part that does not end in order must not keep the others, the database above all, from doing so.
  for (const step of steps.toReversed()) await Promise.resolve(step()).catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw new AggregateError(faults, 'Not everything ended in order')
}
