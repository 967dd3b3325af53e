import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { adoptCluster, type EmbeddedPostgres, majorVersion, startEmbeddedPostgres } from '@bollard/database/embedded'
import { type ArchiveReader, readArchive } from './base/read-archive.ts'
import { readManifests } from './base/read-manifests.ts'
import type { Manifest } from './manifest.ts'
import { DamageError, type Sealing } from './sealing.ts'
import type { Target } from '@bollard/object-storage'
import { unfinishedFolder } from './unfinished-restore.ts'
import { followLog, type Reach, readLog } from './wal/follow-log.ts'
import { type RestoreEnd, restoreSettings } from './wal/postgres-settings.ts'
import { readHistory, readSegmentName, segmentBytes } from './wal/wal-names.ts'

/** The restore was refused, or failed. The message is for the operator; the folder holds nothing that would be taken for a database. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError'
}

/** Beside what a restored database needs, so that it starts. */
const roomBytes = 512 * 1024 ** 2
const allowedBefore = new Set(['secrets.json'])

export interface RestoreOptions {
  readonly target: Target
  readonly sealing: Sealing
  /** The data folder to be. It must be empty, apart from secrets. */
  readonly to: string
  /** The moment to restore; without one everything, and with `point` what one backup was when it was taken. */
  readonly end:
    | { readonly kind: 'newest' }
    | { readonly kind: 'moment'; readonly at: Date }
    | { readonly kind: 'point'; readonly id: string }
  readonly say: (line: string) => void
  /** Receives each line that PostgreSQL logs. */
  readonly log?: (line: string) => void
  /** Looks at the restored database before it is left to be started. */
  compare(connectionString: string, manifest: Manifest): Promise<readonly string[]>
}

export interface Restored {
  readonly manifest: Manifest
  /** What differs from the manifest, or is broken, in sentences. */
  readonly faults: readonly string[]
}

/** Restores a database into a folder, from which the product then starts. Throws a `RestoreError` or a `DamageError`. */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { target, sealing, to, say } = options
  await refuseFilled(to)
  const { manifest, reach } = await choose(options)
  if (manifest.postgres.major !== majorVersion)
    throw new RestoreError(
      `The backup ${manifest.id} is of PostgreSQL ${manifest.postgres.major}, and this release has ${majorVersion}. Restore it with Bollard ${manifest.release}.`,
    )
  await mkdir(to, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  const { bavail, bsize } = await statfs(to)
  if (bavail * bsize < bytes + roomBytes)
    throw new RestoreError(
      `${to} has room for ${megabytes(bavail * bsize)} MB, and ${megabytes(bytes + roomBytes)} MB are needed.`,
    )
  const folder = join(to, unfinishedFolder)
  const cluster = join(folder, 'cluster')
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  say(`Unpacking the backup ${manifest.id}: ${megabytes(bytes)} MB.`)
  const faults = await readArchive(target, sealing, manifest, writerTo(cluster))
  if (faults.length > 0) {
    await rm(folder, { recursive: true, force: true })
    throw new DamageError(faults.join('\n'))
  }
  await writeFile(join(cluster, 'recovery.signal'), '')
  adoptCluster(folder)
  say(`Replaying the log: up to ${reach.segments.length} segments.`)
  const end: RestoreEnd = options.end.kind === 'point' ? { kind: 'point', name: manifest.point.name } : options.end
  const { server, isWhole } = await replay(folder, end, { manifest, reach }, options)
  let found: readonly string[]
  try {
    if (isWhole) await refuseEarlyEnd(cluster, reach)
    found = await options.compare(server.connectionString, manifest)
  } finally {
    await server.stop()
  }
  await rename(folder, join(to, 'postgres'))
  return { manifest, faults: found }
}

async function refuseFilled(to: string): Promise<void> {
  const names = await readdir(to).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw new RestoreError(`${to} can't be used: ${error instanceof Error ? error.message : String(error)}`)
  })
  const strange = names.find((name) => !allowedBefore.has(name))
  if (strange !== undefined)
    throw new RestoreError(`${to} isn't empty: it has ${strange}. Name an empty folder, or one that doesn't exist.`)
}

interface Choice {
  readonly manifest: Manifest
  readonly reach: Reach
}

/** The newest backup from which the end can be reached, on the newest timeline: that of the database that ran last. */
async function choose({ target, sealing, end, say }: RestoreOptions): Promise<Choice> {
  const found = await readManifests(target, sealing)
  for (const { fault } of found) if (fault !== null) say(`Passed over: ${fault}`)
  const log = await readLog(target, sealing)
  const all = found.flatMap(({ manifest }) =>
    manifest === null ? [] : [{ manifest, reach: followLog(manifest, log) }],
  )
  if (all.length === 0)
    throw new RestoreError(found.find(({ fault }) => fault)?.fault ?? `${target.name} holds no backup.`)
  if (end.kind === 'point') {
    const choice = all.find(({ manifest }) => manifest.id === end.id)
    if (choice === undefined) throw new RestoreError(`${target.name} holds no backup ${end.id}.`)
    return whole(choice)
  }
  const timeline = Math.max(...all.map(({ reach }) => reach.timeline))
  const lineage = all.filter(({ reach }) => reach.timeline === timeline)
  const choice = lineage.findLast(({ manifest }) => end.kind === 'newest' || manifest.point.at <= end.at)
  if (choice === undefined)
    throw new RestoreError(
      `The oldest backup reaches back to ${lineage[0]?.manifest.point.at.toISOString()}, no further.`,
    )
  const { reach, manifest } = whole(choice)
  const isPast = end.kind === 'moment' && (reach.until === null || end.at > reach.until)
  const until = reach.until?.toISOString()
  if (reach.missing.length > 0 && (isPast || end.kind === 'newest'))
    throw new RestoreError(
      `${reach.missing[0]} of the log is missing, so nothing after ${until} can be restored from ${manifest.id}. Name that moment with --at to restore what there is.`,
    )
  if (isPast) throw new RestoreError(`The archived log ends at ${until}. Choose an earlier moment, or leave --at out.`)
  return choice
}

function whole(choice: Choice): Choice {
  const { manifest, reach } = choice
  if (reach.isWhole) return choice
  throw new RestoreError(`The backup ${manifest.id} can't be restored: ${reach.missing[0]} of its log is missing.`)
}

function writerTo(cluster: string): ArchiveReader {
  let handle: FileHandle | null = null
  const close = async () => {
    await handle?.close()
    handle = null
  }
  return {
    folder: async (path) => void (await mkdir(join(cluster, path), { recursive: true, mode: 0o700 })),
    async begin(path) {
      await mkdir(dirname(join(cluster, path)), { recursive: true, mode: 0o700 })
      handle = await open(join(cluster, path), 'wx', 0o600)
    },
    write: async (bytes) => void (await handle?.writeFile(bytes)),
    async end() {
      await handle?.sync()
      await close()
    },
    giveUp: close,
  }
}

const endsBefore = 'recovery ended before configured recovery target was reached'

/** Starts PostgreSQL, which replays the log before it answers; and whether that should have been all of the log. */
async function replay(
  folder: string,
  end: RestoreEnd,
  { manifest, reach }: Choice,
  { log, say }: RestoreOptions,
): Promise<{ server: EmbeddedPostgres; isWhole: boolean }> {
  const timeline = reach.timeline === manifest.timeline ? 'current' : reach.timeline
  const start = (to: RestoreEnd) =>
    startEmbeddedPostgres({
      dataDirectory: folder,
      settings: restoreSettings(to, timeline, manifest.postgres.systemIdentifier),
      ...(log ? { log } : {}),
    })
  try {
    return { server: await start(end), isWhole: end.kind === 'newest' }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    if (end.kind !== 'moment' || !text.includes(endsBefore)) throw asRestoreError(text, error)
    // Nothing was written between the last change of the log and the moment, so all of the log is that moment's.
    say('Nothing was written in the time before that moment, so the whole log belongs to it.')
    const server = await start({ kind: 'newest' }).catch((fault: unknown) => {
      throw asRestoreError(String(fault), fault)
    })
    return { server, isWhole: true }
  }
}

/**
 * PostgreSQL takes a segment that doesn't continue the one before for the end of the log, and says nothing. Where it left the archived
 * log stands in the history of the timeline that it began.
 */
async function refuseEarlyEnd(cluster: string, { segments }: Reach): Promise<void> {
  const folder = join(cluster, 'pg_wal')
  const name = (await readdir(folder))
    .filter((one) => one.endsWith('.history'))
    .toSorted()
    .at(-1)
  const history = readHistory(0, name === undefined ? '' : await readFile(join(folder, name), 'utf8'))
  const left = history.at(-1)?.from ?? 0n
  const unread = segments.find((one) => (readSegmentName(one)?.position ?? 0n) * BigInt(segmentBytes) >= left)
  if (unread !== undefined)
    throw new DamageError(
      `${unread} of the log doesn't continue the segment before it, so nothing from there on can be restored.`,
    )
}

function asRestoreError(text: string, cause: unknown): RestoreError {
  const said = text
    .split('\n')
    .filter((line) => /\b(?:ERROR|FATAL|PANIC):/u.test(line))
    .join('\n')
  return new RestoreError(`PostgreSQL could not replay the log:\n${said === '' ? text : said}`, { cause })
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1024 ** 2)
}
