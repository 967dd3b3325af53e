import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Manifest, partBytesMax as usualPartBytes, partPath } from '../manifest.ts'
import type { Sealing } from '../sealing.ts'
import { tarEnd, tarHeader, tarPadding } from '../tar.ts'
import type { Target } from '@bollard/object-storage'
import { type ClusterListing } from './cluster-files.ts'

type File = Manifest['files'][number]
const chunkBytes = 256 * 1024

/** A text that is no file of the cluster, such as the label of the backup. */
export interface Extra {
  readonly path: string
  readonly content: string
}

/**
 * Copies the listed files into parts of a target, as one sealed archive. `stop` is asked for the last files when all others are
 * copied. Answers what was stored.
 */
export async function writeArchive(options: {
  readonly id: string
  readonly cluster: string
  readonly listing: ClusterListing
  readonly at: Date
  readonly target: Target
  readonly sealing: Sealing
  readonly stop: () => Promise<readonly Extra[]>
  readonly partBytesMax?: number
}): Promise<Pick<Manifest, 'files' | 'parts'>> {
  const { id, target, sealing, partBytesMax = usualPartBytes } = options
  const files: File[] = []
  const parts: Manifest['parts'] = []
  let waiting: Uint8Array[] = []
  let bytes = 0
  const store = async () => {
    const content = Buffer.concat(waiting)
    ;[waiting, bytes] = [[], 0]
    const path = partPath(id, parts.length)
    const sha256 = createHash('sha256').update(content).digest('hex')
    // It is there already when an answer got lost and the call was tried again.
    if ((await target.put(path, content)) === 'exists' && !content.equals((await target.get(path)) ?? Buffer.alloc(0)))
      throw new Error(`Another ${path} lies in ${target.name} already.`)
    parts.push({ path, bytes: content.length, sha256 })
  }
  for await (const chunk of await sealing.sealStream(archive(options, files))) {
    for (let from = 0; from < chunk.length;) {
      const piece = chunk.subarray(from, from + partBytesMax - bytes)
      waiting.push(Uint8Array.from(piece))
      bytes += piece.length
      from += piece.length
      if (bytes === partBytesMax) await store()
    }
  }
  if (bytes > 0) await store()
  return { files, parts }
}

async function* archive(
  { cluster, listing, at, stop }: Parameters<typeof writeArchive>[0],
  files: File[],
): AsyncGenerator<Buffer> {
  for (const path of listing.folders) yield tarHeader({ path, bytes: 0 }, at)
  for (const path of listing.files) {
    if (path === 'global/pg_control') yield* whole(path, await readSettled(join(cluster, path)), at, files)
    else yield* copied(cluster, path, at, files)
  }
  for (const { path, content } of await stop()) yield* whole(path, Buffer.from(content), at, files)
  yield tarEnd
}

function* whole(path: string, content: Buffer, at: Date, files: File[]): Generator<Buffer> {
  yield tarHeader({ path, bytes: content.length }, at)
  yield content
  yield tarPadding(content.length)
  files.push({ path, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
}

/**
 * A file as long as it was when it was opened: what the server adds meanwhile, and what it cuts off, is in the log. A file that is
 * gone was dropped, which is in the log too.
 */
async function* copied(cluster: string, path: string, at: Date, files: File[]): AsyncGenerator<Buffer> {
  const handle = await open(join(cluster, path)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (handle === null) return
  try {
    const bytes = (await handle.stat()).size
    const hash = createHash('sha256')
    yield tarHeader({ path, bytes }, at)
    yield* contentOf(handle, bytes, hash)
    yield tarPadding(bytes)
    files.push({ path, bytes, sha256: hash.digest('hex') })
  } finally {
    await handle.close()
  }
}

async function* contentOf(handle: FileHandle, bytes: number, hash: Hash): AsyncGenerator<Buffer> {
  for (let done = 0; done < bytes;) {
    const wanted = Math.min(chunkBytes, bytes - done)
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, done)
    const chunk = bytesRead === 0 ? Buffer.alloc(wanted) : buffer.subarray(0, bytesRead)
    hash.update(chunk)
    yield chunk
    done += chunk.length
  }
}

/** The control file is rewritten in place; read twice alike it wasn't at that moment. */
async function readSettled(file: string): Promise<Buffer> {
  let former = await readFile(file)
  for (let tries = 0; tries < 100; tries += 1) {
    const now = await readFile(file)
    if (now.equals(former)) return now
    former = now
  }
  throw new Error(`${file} never stays the same`)
}
