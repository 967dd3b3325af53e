import { DamageError, type Sealing } from '../sealing.ts'
import { type Target, TargetError } from '@bollard/object-storage'
import { archivedName, readSegmentHeader, readSegmentName, segmentName } from './wal-names.ts'

const folder = 'wal/'
const ending = '.zst.age'

/** Where a file of the write-ahead log lies in a target. */
export function archivedPath(name: string): string {
  return `${folder}${name}${ending}`
}

/** A file of the log that lies in a target. */
export interface Archived {
  readonly name: string
  readonly at: Date
}

/** All files of the log in a target, by name. */
export async function listArchive(target: Target): Promise<Archived[]> {
  return (await target.list(folder)).flatMap(({ path, at }) => {
    const name = path.slice(folder.length, -ending.length)
    return path.endsWith(ending) && archivedName.test(name) ? [{ name, at }] : []
  })
}

/**
 * Stores a file of the log and resolves once it is durable. Doing it again changes nothing; where another file of that name lies, it
 * throws a `TargetError`: two databases must not share a target, and the log of one can't be replaced.
 */
export async function archiveFile(target: Target, sealing: Sealing, name: string, content: Buffer): Promise<void> {
  if (!archivedName.test(name)) throw new TargetError(`${name} is no file of the write-ahead log.`)
  const path = archivedPath(name)
  if ((await target.put(path, await sealing.seal(content))) === 'stored') return
  const there = await target.get(path)
  // Each sealing has another ciphertext, so what it holds is compared.
  if (there !== null && content.equals(await sealing.open(there, `${target.name}/${path}`))) return
  throw new TargetError(
    `Another ${name} lies in ${target.name} already. Give each database a target of its own, also a restored one beside its original.`,
  )
}

/** The content of a file of the log; null where it isn't there. Throws a `DamageError` where it is damaged, or not what its name says. */
export async function fetchArchived(
  target: Target,
  sealing: Sealing,
  name: string,
  systemIdentifier: string | null,
): Promise<Buffer | null> {
  const stored = await target.get(archivedPath(name))
  if (stored === null) return null
  const content = await sealing.open(stored, archivedPath(name))
  if (readSegmentName(name) === null) return content
  const header = readSegmentHeader(content)
  if (header === null) throw new DamageError(`${archivedPath(name)} is no segment of the write-ahead log.`)
  if (systemIdentifier !== null && header.systemIdentifier !== systemIdentifier)
    throw new DamageError(`${archivedPath(name)} is of another database.`)
  // The first segment of a timeline begins as a copy of the one it left.
  const says = segmentName({ ...header.segment, timeline: 0 })
  if (says.slice(8) !== name.slice(8))
    throw new DamageError(`${archivedPath(name)} was swapped: it holds ${segmentName(header.segment)}.`)
  return content
}
