import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupFault } from '../startup-fault.ts'

/** A new database with its first log takes about 100 MB. */
const neededMegabytes = 200
/** Two files of the database's log. */
const megabytesMin = 32

/** As root the database may have to run as another user, who must be able to pass through; its own folder stays closed. */
const folderMode = process.getuid?.() === 0 ? 0o711 : 0o700

/** Makes the data folder when missing. Throws a `StartupFault` when it cannot be written or its disk is full. */
export function checkDataDirectory(directory: string): void {
  try {
    makeFolder(directory)
    const probe = join(directory, `.probe-${process.pid}`)
    writeFileSync(probe, 'x'.repeat(4096))
    rmSync(probe)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code === 'ENOSPC' || code === 'EDQUOT') throw diskFull(directory, 0)
    throw new StartupFault(
      `The data folder ${directory} cannot be written (${code}). Give this user the right to write there, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
  const free = freeMegabytes(directory)
  if (free < neededMegabytes) throw diskFull(directory, free)
}

/** Whether the database is about to refuse, or refuses already, to write; it goes on by itself once there is room. */
export function isDiskFull(directory: string): boolean {
  return freeMegabytes(directory) < megabytesMin
}

/** Free space of the folder's disk. */
export function freeMegabytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return Math.floor((bavail * bsize) / 1_048_576)
}

/** Folder by folder: `recursive` of mkdir never ends below places like /proc, where a folder neither is nor can be made. */
function makeFolder(directory: string): void {
  if (existsSync(directory)) return
  makeFolder(dirname(directory))
  mkdirSync(directory, { mode: folderMode })
}

function diskFull(directory: string, free: number): StartupFault {
  return new StartupFault(
    `The disk of the data folder ${directory} is full: ${free} MB are free, ${neededMegabytes} MB are needed. Make room, or set DATA_DIR to a folder on another disk.`,
  )
}
