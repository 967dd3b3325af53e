import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { type StoredObject, type Target, TargetError } from './target.ts'

/** What was being written when its process was killed ends like this; it is no object. */
const unfinished = '.unfinished'
/** After so long nobody writes it any more. */
const abandonedMs = 86_400_000

/** A folder, on a disk or a mounted file system with hard links. It must exist, so that a disk that isn't mounted is noticed. */
export function openFolder(folder: string, setting: string): Target {
  const explained = <T>(work: () => Promise<T>): Promise<T> => explain(folder, setting, work)
  return {
    name: `file://${folder}`,
    put: (path, content) => explained(() => put(folder, path, content)),
    replace: (path, content) => explained(() => replace(folder, path, content)),
    get: (path) => explained(() => readFile(join(folder, path)).catch(nullIfMissing)),
    has: (path) => explained(async () => (await stat(join(folder, path)).catch(nullIfMissing)) !== null),
    list: (prefix) => explained(() => list(folder, prefix)),
    remove: (path) => explained(() => rm(join(folder, path), { force: true })),
  }
}

async function put(folder: string, path: string, content: Uint8Array): Promise<'stored' | 'exists'> {
  const file = join(folder, path)
  if ((await stat(file).catch(nullIfMissing)) !== null) return 'exists'
  const draft = draftOf(file)
  try {
    await write(folder, draft, content)
    // Unlike a rename, a link never replaces what another process has stored in the meantime.
    await link(draft, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return 'exists'
    throw error
  } finally {
    await unlink(draft).catch(nullIfMissing)
  }
  await syncFolder(dirname(file))
  return 'stored'
}

async function replace(folder: string, path: string, content: Uint8Array): Promise<void> {
  const file = join(folder, path)
  const draft = draftOf(file)
  try {
    await write(folder, draft, content)
    await rename(draft, file)
  } finally {
    await unlink(draft).catch(nullIfMissing)
  }
  await syncFolder(dirname(file))
}

const draftOf = (file: string): string => `${file}.${randomBytes(6).toString('hex')}${unfinished}`

/** Writes a file that is not there yet, and makes its content durable. */
async function write(folder: string, file: string, content: Uint8Array): Promise<void> {
  await makeFolders(folder, dirname(file))
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes the folders below the target that are missing, and makes each of them durable. */
async function makeFolders(folder: string, wanted: string): Promise<void> {
  await stat(folder)
  const missing: string[] = []
  for (
    let place = wanted;
    place !== folder && (await stat(place).catch(nullIfMissing)) === null;
    place = dirname(place)
  )
    missing.unshift(place)
  for (const place of missing) {
    await mkdir(place, { mode: 0o700, recursive: true })
    await syncFolder(dirname(place))
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function list(folder: string, prefix: string): Promise<StoredObject[]> {
  await stat(folder)
  const begin = join(folder, prefix.slice(0, prefix.lastIndexOf('/') + 1))
  const entries = (await readdir(begin, { recursive: true, withFileTypes: true }).catch(nullIfMissing)) ?? []
  const found: StoredObject[] = []
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name)
    const path = relative(folder, file).split(sep).join('/')
    if (!entry.isFile() || !path.startsWith(prefix)) continue
    // Gone in the meantime: another process has just finished it, or retention removed it.
    const about = await stat(file).catch(nullIfMissing)
    if (about === null) continue
    if (!entry.name.endsWith(unfinished)) found.push({ path, bytes: about.size, at: about.mtime })
    else if (Date.now() - about.mtimeMs > abandonedMs) await rm(file, { force: true })
  }
  return found.toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

async function explain<T>(folder: string, setting: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT')
      throw new TargetError(`The folder ${folder} of ${setting} doesn't exist. Make it, or mount its disk.`, {
        cause: error,
      })
    throw new TargetError(`The folder ${folder} of ${setting} can't be used (${code ?? String(error)}).`, {
      cause: error,
    })
  }
}

function nullIfMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
