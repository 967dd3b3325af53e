import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** A change takes milliseconds; a lock older than this was left by a process that died. */
const abandonedAfterMs = 10_000

/**
 * Replaces a JSON file by a changed one, for several processes at a time: nobody sees half a file, and no change is lost.
 * `change` gets null where there is no file yet.
 */
export async function updateJson(path: string, change: (before: unknown) => unknown): Promise<void> {
  const lock = `${path}.lock`
  for (;;) {
    try {
      await mkdir(lock)
      break
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error
      const age = await stat(lock).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      )
      if (age > abandonedAfterMs) await rm(lock, { recursive: true, force: true })
      else await sleep(20)
    }
  }
  try {
    const after = change(await readJson(path))
    await writeFile(`${path}.new`, `${JSON.stringify(after, null, 2)}\n`)
    await rename(`${path}.new`, path)
  } finally {
    await rm(lock, { recursive: true, force: true })
  }
}

/** What a JSON file holds; null where there is none. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
