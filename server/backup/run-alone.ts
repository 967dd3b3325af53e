import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { BackupError, DamageError, RestoreError, TargetError } from '@bollard/backup'
import { takeLock } from '@bollard/database/embedded'
import { withDatabase } from '../commands/with-database.ts'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'
import { type BackupRecord, keepRecord } from './keep-record.ts'

/** Runs one backup or restore test at a time, and writes down how it ended. */
export async function runAlone(
  config: Config,
  kind: BackupRecord['kind'],
  work: (detail: BackupRecord['detail']) => Promise<void>,
): Promise<void> {
  mkdirSync(config.DATA_DIR, { recursive: true })
  const lock = takeLock(join(config.DATA_DIR, 'backup.lock'))
  if (lock === null) throw new StartupFault('Another backup or restore test runs. Wait until it has ended.')
  const startedAt = new Date()
  const detail: BackupRecord['detail'] = {}
  try {
    await work(detail)
    await keep(config, { kind, startedAt, endedAt: new Date(), ok: true, detail })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    await keep(config, { kind, startedAt, endedAt: new Date(), ok: false, detail: { ...detail, reason } })
    throw forPeople(error)
  } finally {
    lock.release()
  }
}

/** In the data folder for figures, and in the database for the admin site; that it does not answer hides no outcome. */
async function keep(config: Config, record: BackupRecord): Promise<void> {
  keepRecord(config.DATA_DIR, record)
  // Loaded here: a start of the program reads this file too, and needs no service.
  const { recordBackup } = await import('@bollard/operations-service')
  await withDatabase(config, (db) => recordBackup(db, record)).catch(() => undefined)
}

/** Faults that the operator can put right are told without a stack. */
export function forPeople(error: unknown): unknown {
  const isKnown = [BackupError, DamageError, RestoreError, TargetError].some((kind) => error instanceof kind)
  return isKnown && error instanceof Error ? new StartupFault(error.message, { cause: error }) : error
}

/** Reads the arguments of a command. Throws a `StartupFault` with its usage. */
export function withCommandArgs<T extends ParseArgsOptionsConfig>(usage: string, args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw usageFault(usage, error)
  }
}

export function usageFault(usage: string, error?: unknown): StartupFault {
  const reason = error instanceof Error ? `${error.message}\n` : ''
  return new StartupFault(`${reason}Usage: npm start -- ${usage}`, { cause: error })
}
