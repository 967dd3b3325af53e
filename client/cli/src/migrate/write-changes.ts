import { constants } from 'node:fs'
import { lstat, mkdir, open, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { Fault } from '../fault.ts'
import type { ProjectFile } from './project-files.ts'

/** A file as it shall be; `before` is null for a new one. */
export interface FileChange {
  readonly path: string
  readonly before: ProjectFile | null
  readonly after: string
}

/**
 * Writes all changes or none, after copies of the files were put into `.bollard-backup`. Refuses, before anything is written, files that
 * changed meanwhile, that are read-only or that became symbolic links. Returns the folder of the copies; null where only files are new.
 */
export async function writeChanges(
  folder: string,
  changes: readonly FileChange[],
  now: number,
): Promise<string | null> {
  for (const change of changes) await checkUntouched(folder, change)
  const backup = await backUp(folder, changes, now)
  const drafts: { readonly draft: string; readonly change: FileChange }[] = []
  const done: FileChange[] = []
  try {
    for (const change of changes) {
      const draft = join(folder, dirname(change.path), `.${basename(change.path)}.${randomBytes(4).toString('hex')}`)
      drafts.push({ draft, change })
      const handle = await open(
        draft,
        constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY,
        change.before?.mode ?? 0o644,
      )
      try {
        await handle.writeFile(change.after, change.before?.encoding ?? 'utf8')
        if (change.before) await handle.chmod(change.before.mode)
      } finally {
        await handle.close()
      }
    }
    for (const { draft, change } of drafts) {
      await checkUntouched(folder, change)
      await rename(draft, join(folder, change.path))
      done.push(change)
    }
  } catch (error) {
    for (const { draft } of drafts) await rm(draft, { force: true }).catch(() => undefined)
    await putBack(folder, done, backup)
    if (error instanceof Fault) throw error
    throw new Fault(
      'failed',
      'write-failed',
      `Nothing was changed: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  return backup
}

async function putBack(folder: string, done: readonly FileChange[], backup: string | null): Promise<void> {
  const left: string[] = []
  for (const { path, before } of done) {
    const full = join(folder, path)
    const undone = before ? writeFile(full, before.text, before.encoding) : rm(full, { force: true })
    await undone.catch(() => left.push(path))
  }
  if (left.length > 0)
    throw new Fault(
      'failed',
      'undo-failed',
      `Writing failed, and these files could not be put back: ${left.join(', ')}.`,
      {
        advice: `Their copies are in ${backup ?? '(they were new)'}.`,
      },
    )
}

async function checkUntouched(folder: string, { path, before }: FileChange): Promise<void> {
  const full = join(folder, path)
  const found = await lstat(full).catch(() => null)
  if ((await realpath(dirname(full)).catch(() => '')) !== dirname(full))
    throw refused('file-changed', path, 'is reached by a symbolic link')
  if (before === null) {
    if (found !== null) throw refused('file-exists', path, 'exists already')
    return
  }
  if (found === null || !found.isFile()) throw refused('file-changed', path, 'is gone or no file any more')
  if ((found.mode & 0o200) === 0) throw refused('file-read-only', path, 'is read-only')
  if (!(await readFile(full)).equals(Buffer.from(before.text, before.encoding)))
    throw refused('file-changed', path, 'changed meanwhile')
}

function refused(code: string, path: string, why: string): Fault {
  return new Fault('conflict', code, `Nothing was changed: ${path} ${why}.`, { fields: [{ pointer: path, code }] })
}

/** Copies that no version control picks up. */
async function backUp(folder: string, changes: readonly FileChange[], now: number): Promise<string | null> {
  const olds = changes.flatMap(({ before }) => before ?? [])
  if (olds.length === 0) return null
  const name = new Date(now).toISOString().replaceAll(/[:.]/gu, '-')
  const base = join(folder, '.bollard-backup')
  const place = join(base, name)
  try {
    const found = await lstat(base).catch(() => null)
    if (found?.isSymbolicLink()) throw new Error('it is a symbolic link')
    await mkdir(place, { recursive: true, mode: 0o700 })
    await writeFile(join(base, '.gitignore'), '*\n')
    for (const { path, text, encoding } of olds) {
      await mkdir(dirname(join(place, path)), { recursive: true })
      await writeFile(join(place, path), text, { encoding, flag: 'wx', mode: 0o600 })
    }
  } catch (error) {
    throw new Fault(
      'failed',
      'backup-failed',
      `Nothing was changed: no copies could be kept in ${base}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  return place
}
