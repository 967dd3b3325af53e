import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { takeLock } from '@bollard/database/embedded'

/** A folder as young as this may be about to take its lock. */
const youngMs = 60_000

/** Removes the folders of test servers whose run was killed: in memory they would hold it until the next boot. */
export async function removeAbandoned(place: string, prefix: string): Promise<void> {
  for (const name of (await readdir(place)).filter((entry) => entry.startsWith(prefix)))
    if (await isAbandoned(join(place, name))) await rm(join(place, name), { recursive: true, force: true })
}

async function isAbandoned(folder: string): Promise<boolean> {
  try {
    if (Date.now() - (await stat(folder)).mtimeMs < youngMs) return false
    const lock = takeLock(join(folder, 'postgres', 'lock'))
    lock?.release()
    return lock !== null
  } catch {
    // Another user's, never used, or gone in the meantime.
    return false
  }
}
