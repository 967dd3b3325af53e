import { setImmediate } from 'node:timers/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { ZipFile } from './files-of.ts'

/** Of one step of compression; between two others get their turn. */
const stepBytes = 262_144
/** Beyond that the format without its 64-bit extension cannot say where something lies. */
const bytesMax = 2 ** 32 - 1

/**
 * The bytes of a ZIP file while its files are being made, so that none of them has to fit into memory. `at` is the time that all of
 * them carry. Throws when it grows beyond 4 GiB, since such a file could not be read.
 */
export async function* zipFiles(files: AsyncIterable<ZipFile>, at: Date): AsyncGenerator<Buffer> {
  let written = 0
  let ready: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else ready.push(chunk)
  })
  function take(): Buffer {
    if (failure !== null) throw failure
    const taken = Buffer.concat(ready)
    ready = []
    written += taken.length
    if (written > bytesMax) throw new RangeError('The export is larger than 4 GiB')
    return taken
  }
  for await (const { path, content, isPacked } of files) {
    const entry = isPacked ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 })
    entry.mtime = at
    zip.add(entry)
    let length = 0
    for await (const piece of stepsOf(content)) {
      length += piece.length
      if (length > bytesMax) throw new RangeError(`${path} is larger than 4 GiB`)
      entry.push(piece)
      yield take()
      await setImmediate()
    }
    entry.push(new Uint8Array(0), true)
    yield take()
  }
  zip.end()
  yield take()
}

async function* stepsOf(content: ZipFile['content']): AsyncGenerator<Uint8Array> {
  const pieces = content instanceof Uint8Array ? [content] : content
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    // A copy: the compression keeps what it was given, and others may write over theirs.
    for (let from = 0; from < bytes.length; from += stepBytes)
      yield Uint8Array.from(bytes.subarray(from, from + stepBytes))
  }
}
