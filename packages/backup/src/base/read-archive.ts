import { createHash, type Hash } from 'node:crypto'
import { isInside, type Manifest } from '../manifest.ts'
import { DamageError, type Sealing } from '../sealing.ts'
import { readTar, type TarEntry, type TarSink } from '../tar.ts'
import type { Target } from '@bollard/object-storage'

/** Takes what the archive holds; the content of each file is compared with the manifest before the next one begins. */
export interface ArchiveReader {
  folder(path: string): Promise<void>
  begin(path: string): Promise<void>
  write(bytes: Buffer): Promise<void>
  end(): Promise<void>
  /** Closes what was begun and has not ended, where there is such. */
  giveUp(): Promise<void>
}

/** Reads a whole backup, part by part. Answers all that is wrong with it; the reader has got no more than the part before the first fault. */
export async function readArchive(
  target: Target,
  sealing: Sealing,
  manifest: Manifest,
  reader: ArchiveReader | null,
): Promise<string[]> {
  const faults: string[] = []
  const seen = new Set<string>()
  try {
    const content = sealing.openStream(parts(target, manifest, faults), `base/${manifest.id}`)
    await readTar(content, sinkOf(manifest, reader, seen))
    for (const { path } of manifest.files) if (!seen.has(path)) faults.push(`base/${manifest.id}: ${path} is missing.`)
  } catch (error) {
    if (!(error instanceof DamageError)) throw error
    // A part at fault ends the archive, which is no fault of its own.
    if (faults.length === 0) faults.push(error.message)
  } finally {
    await reader?.giveUp()
  }
  return faults
}

/** All parts are read, also those after a fault: each that is damaged is named. */
async function* parts(target: Target, manifest: Manifest, faults: string[]): AsyncGenerator<Buffer> {
  for (const { path, bytes, sha256 } of manifest.parts) {
    const content = await target.get(path)
    if (content === null) faults.push(`${path} is missing.`)
    else if (content.length !== bytes) faults.push(`${path} is cut: it has ${content.length} of ${bytes} bytes.`)
    else if (createHash('sha256').update(content).digest('hex') !== sha256) faults.push(`${path} is damaged.`)
    else if (faults.length === 0) yield content
  }
  if (faults.length > 0) throw new DamageError(faults.join(' '))
}

function sinkOf(manifest: Manifest, reader: ArchiveReader | null, seen: Set<string>): TarSink {
  const files = new Map(manifest.files.map((file) => [file.path, file]))
  let current: TarEntry | null = null
  let hash: Hash = createHash('sha256')
  return {
    async begin(entry) {
      if (!isInside(entry.path)) throw new DamageError(`The archive has a file outside of its folder: ${entry.path}`)
      if (entry.path.endsWith('/')) {
        current = null
        return reader?.folder(entry.path)
      }
      ;[current, hash] = [entry, createHash('sha256')]
      seen.add(entry.path)
      await reader?.begin(entry.path)
    },
    async write(bytes) {
      hash.update(bytes)
      await reader?.write(bytes)
    },
    async end() {
      if (current === null) return
      const told = files.get(current.path)
      if (told === undefined || told.bytes !== current.bytes || told.sha256 !== hash.digest('hex'))
        throw new DamageError(`base/${manifest.id}: ${current.path} is not the file that was backed up.`)
      await reader?.end()
    },
  }
}
