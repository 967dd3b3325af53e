import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { chooseEndpoint, connectionStringFor, endpointSettings } from './choose-endpoint.ts'
import { chooseLauncher, prepareFor, type Launcher } from './choose-launcher.ts'
import { asDataDirectoryError, DataDirectoryError } from './data-directory-error.ts'
import { ensureCluster, ensureDirectory } from './ensure-cluster.ts'
import { findBinaries } from './find-binaries.ts'
import { supervisePostmaster, type EmbeddedExit } from './supervise-postmaster.ts'
import { takeLock } from './take-lock.ts'

export type { EmbeddedExit } from './supervise-postmaster.ts'

export interface EmbeddedOptions {
  /** Made when missing, readable by its owner alone. Belongs to PostgreSQL: nothing else may be put into it. */
  readonly dataDirectory: string
  /** PostgreSQL settings that replace the defaults. */
  readonly settings?: Readonly<Record<string, string>>
  /** Receives each line that PostgreSQL logs. */
  readonly log?: (line: string) => void
  /** How to start the programs; chosen by itself when not given. */
  readonly launcher?: Launcher
}

export interface EmbeddedPostgres {
  readonly connectionString: string
  /** Process id of the server; changes when it was killed and started again. */
  readonly pid: number
  /** Ends the server in order; connections are closed. */
  stop(): Promise<void>
  /** Resolves when the server is gone for good: stopped, or failing again and again. */
  readonly exited: Promise<EmbeddedExit>
}

/** For a machine with two cores that the database shares with everything else. */
const defaults = {
  shared_buffers: '256MB',
  // Three generations of processes during reloads, each with its pools.
  max_connections: '100',
  synchronous_commit: 'on',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_wal_size: '1GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/**
 * Starts PostgreSQL on a data folder and keeps it running: a killed server starts again by itself and
 * nothing committed is lost. Throws `DataDirectoryError` when the folder cannot be used.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDirectory = resolve(options.dataDirectory)
  try {
    return await start(dataDirectory, options)
  } catch (error) {
    throw asDataDirectoryError(dataDirectory, error)
  }
}

async function start(dataDirectory: string, options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  ensureDirectory(dataDirectory)
  const lock = lockDirectory(dataDirectory)
  try {
    const installed = findBinaries()
    const launcher = options.launcher ?? chooseLauncher(dataDirectory, installed)
    const binaries = prepareFor(launcher, dataDirectory, installed)
    const endpoint = await chooseEndpoint(dataDirectory, launcher)
    const cluster = await ensureCluster(dataDirectory, binaries, launcher, endpoint, options.settings?.fsync !== 'off')
    const settings = { ...defaults, ...options.settings, ...endpointSettings(endpoint) }
    const socketFolder = endpoint.kind === 'socket' ? endpoint.folder : null
    const server = await supervisePostmaster({
      launcher,
      postgres: binaries.postgres,
      cluster,
      settings,
      socketFolder,
      log: options.log ?? ignoreLine,
    })
    const release = async () => {
      lock.release()
      if (socketFolder !== null && socketFolder !== dataDirectory)
        rmSync(socketFolder, { recursive: true, force: true })
    }
    const exited = server.exited.finally(release)
    await ensureDatabase(connectionStringFor(endpoint, 'postgres')).catch(async (error: unknown) => {
      await server.stop()
      throw error
    })
    return {
      connectionString: connectionStringFor(endpoint, 'bollard'),
      get pid() {
        return server.pid()
      },
      async stop() {
        await server.stop()
        await exited
      },
      exited,
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function lockDirectory(dataDirectory: string) {
  const lock = takeLockOrExplain(dataDirectory)
  if (lock) return lock
  throw new DataDirectoryError(
    'in-use',
    dataDirectory,
    `The data folder ${dataDirectory} is in use by another running program.`,
  )
}

function takeLockOrExplain(dataDirectory: string) {
  try {
    return takeLock(join(dataDirectory, 'lock'))
  } catch (error) {
    throw new DataDirectoryError('not-writable', dataDirectory, `The data folder ${dataDirectory} cannot be written.`, {
      cause: error,
    })
  }
}

async function ensureDatabase(connectionString: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const { rowCount } = await client.query(`select 1 from pg_database where datname = 'bollard'`)
    if (rowCount === 0) await client.query('create database bollard')
  } finally {
    await client.end()
  }
}

function ignoreLine(): void {}
