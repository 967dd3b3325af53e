import { DamageError } from './sealing.ts'

const block = 512

/** One entry of an archive: a folder ends with a slash and has no bytes. */
export interface TarEntry {
  readonly path: string
  readonly bytes: number
}

/** The header of an entry, in the format that every tar reads (ustar). Files of a database have short names and at most 1 GiB. */
export function tarHeader({ path, bytes }: TarEntry, at: Date): Buffer {
  const header = Buffer.alloc(block)
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long for an archive`)
  if (bytes >= 8 ** 11) throw new Error(`${path} is too large for an archive`)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  const isFolder = path.endsWith('/')
  header.write(path, 0)
  header.write(isFolder ? '0000700' : '0000600', 100)
  header.write(`${octal(0, 7)}\0${octal(0, 7)}`, 108)
  header.write(octal(bytes, 11), 124)
  header.write(octal(Math.floor(at.getTime() / 1_000), 11), 136)
  header.write(' '.repeat(8), 148)
  header.write(isFolder ? '5' : '0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${octal(sum(header), 6)}\0 `, 148)
  return header
}

/** Fills the last block of an entry. */
export function tarPadding(bytes: number): Buffer {
  return Buffer.alloc((block - (bytes % block)) % block)
}

export const tarEnd = Buffer.alloc(2 * block)

/** What takes entries one after the other: `write` gets the bytes of the entry that `begin` named. */
export interface TarSink {
  begin(entry: TarEntry): Promise<void>
  write(bytes: Buffer): Promise<void>
  end(): Promise<void>
}

/** Reads an archive from its first to its last byte. Throws a `DamageError` where it ends early or isn't one. */
export async function readTar(content: AsyncIterable<Buffer>, sink: TarSink): Promise<void> {
  let held: Buffer = Buffer.alloc(0)
  let left = 0
  let padding = 0
  let isOpen = false
  let hasEnded = false
  for await (const chunk of content) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    for (;;) {
      if (hasEnded) held = Buffer.alloc(0)
      if (isOpen && left > 0) {
        const part = held.subarray(0, left)
        if (part.length === 0) break
        await sink.write(part)
        left -= part.length
        held = held.subarray(part.length)
      } else if (isOpen) {
        isOpen = false
        await sink.end()
      } else if (padding > 0) {
        const skipped = Math.min(padding, held.length)
        padding -= skipped
        held = held.subarray(skipped)
        if (padding > 0) break
      } else if (held.length >= block) {
        const entry = readHeader(held.subarray(0, block))
        held = held.subarray(block)
        if (entry === null) hasEnded = true
        else {
          ;[left, padding, isOpen] = [entry.bytes, tarPadding(entry.bytes).length, true]
          await sink.begin(entry)
        }
      } else break
    }
  }
  if (!hasEnded) throw new DamageError('The archive ends early.')
}

function readHeader(header: Buffer): TarEntry | null {
  if (header.every((byte) => byte === 0)) return null
  const text = (from: number, length: number) => {
    const bytes = header.subarray(from, from + length)
    const end = bytes.indexOf(0)
    return bytes.subarray(0, end === -1 ? length : end).toString('utf8')
  }
  const told = Number.parseInt(text(148, 8), 8)
  const blank = Buffer.from(header)
  blank.write(' '.repeat(8), 148)
  if (told !== sum(blank)) throw new DamageError('The archive is damaged: the header of a file is not one.')
  const [path, kind, size] = [text(0, 100), text(156, 1), text(124, 12)]
  // A link would lead what follows elsewhere; a backup has none.
  if (kind !== (path.endsWith('/') ? '5' : '0') || !/^[0-7]{1,11}$/u.test(size))
    throw new DamageError(`The archive is damaged: ${path} is neither a file nor a folder.`)
  return { path, bytes: Number.parseInt(size, 8) }
}

function sum(bytes: Buffer): number {
  return bytes.reduce((total, byte) => total + byte, 0)
}
