import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeLock } from '@bollard/database/embedded'

export interface TestFolder {
  readonly path: string
  remove(): Promise<void>
}

/** A file system in memory, on Linux. Copying a database there costs a fifth of what it costs on a disk, and nothing is written behind. */
const memory = '/dev/shm'
const roomMin = 2 * 1024 ** 3
const prefix = 'bollard-test-'
/** A folder as young as this may be about to take its lock. */
const youngMs = 60_000

/**
 * A folder for what a test or its database writes, in memory where there is room. With `onDisk` it lies in the temporary folder in
 * any case. That of a run that was killed goes at the next call: it would hold memory until the next boot.
 */
export async function makeTestFolder({ onDisk = false }: { onDisk?: boolean } = {}): Promise<TestFolder> {
  const place = !onDisk && (await hasRoom()) ? memory : tmpdir()
  if (place === memory) await removeAbandoned(memory)
  const path = await mkdtemp(join(place, prefix))
  const lock = takeLock(join(path, 'lock'))
  return {
    path,
    async remove() {
      lock?.release()
      await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** In the file system, whose size a container may limit, and in what memory is left to this process. */
async function hasRoom(): Promise<boolean> {
  if (process.platform !== 'linux' || process.availableMemory() < 2 * roomMin) return false
  const found = await statfs(memory).catch(() => null)
  return found !== null && found.bavail * found.bsize >= roomMin
}

/** Removes the folders in `place` that nobody holds any more. */
export async function removeAbandoned(place: string): Promise<void> {
  for (const name of (await readdir(place)).filter((entry) => entry.startsWith(prefix)))
    // Where another run removes it at this moment, that one does it.
    if (await isAbandoned(join(place, name)))
      await rm(join(place, name), { recursive: true, force: true }).catch(() => {})
}

async function isAbandoned(folder: string): Promise<boolean> {
  try {
    if (Date.now() - (await stat(folder)).mtimeMs < youngMs) return false
    const lock = takeLock(join(folder, 'lock'))
    lock?.release()
    return lock !== null
  } catch {
    // Another user's, or gone in the meantime.
    return false
  }
}
