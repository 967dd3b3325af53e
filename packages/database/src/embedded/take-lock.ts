import { DatabaseSync } from 'node:sqlite'

/** Held until released or until this process ends, however it ends. */
export interface Lock {
  release(): void
}

const busy = 5

/**
 * Takes an exclusive lock on the file at `path` (created when missing), or answers null when another
 * process or another caller in this one holds it. Throws when the file cannot be written.
 *
 * Node offers no file locks of its own; SQLite does, on every system, and the kernel gives them back
 * when a process is killed, so there is never a stale lock to clean up. Nothing is stored in it.
 */
export function takeLock(path: string): Lock | null {
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('pragma journal_mode = memory')
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return null
    throw error
  }
  return { release: () => (file.isOpen ? file.close() : undefined) }
}
