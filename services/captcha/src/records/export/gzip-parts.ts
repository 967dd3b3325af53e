import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, inflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** Identifies gzip with deflate; no name, no time, unknown system (RFC 1952). */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty block that says it is the last (RFC 1951). */
const lastBlock = Buffer.from([3, 0])
/** Bytes of a gzip file beside its parts. */
export const gzipFrameBytes = header.length + lastBlock.length + 8

/** A part of a text on its own: parts of different processes, one after another, are the blocks of one gzip file. */
export async function packPart(text: Buffer): Promise<Buffer> {
  return deflate(text, { finishFlush: constants.Z_FULL_FLUSH })
}

/** The text of one part. */
export async function unpackPart(part: Buffer): Promise<Buffer> {
  return inflate(part, { finishFlush: constants.Z_SYNC_FLUSH })
}

/** Checksum of everything up to the end of a part, from the one up to its beginning. */
export function checksum(text: Buffer, before: number): number {
  return crc32(text, before)
}

/** One gzip file out of its parts, the checksum of the whole text and its length in bytes. */
export async function* gzipFile(
  parts: AsyncIterable<Buffer>,
  { crc, bytes }: { crc: number; bytes: number },
): AsyncGenerator<Buffer> {
  yield header
  yield* parts
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc, 0)
  trailer.writeUInt32LE(bytes % 2 ** 32, 4)
  yield Buffer.concat([lastBlock, trailer])
}
