import { inflateSync } from 'node:zlib'

/**
 * A WOFF 1.0 file (W3C recommendation of 2012) as the TrueType font that it holds. PDF embeds TrueType; and fontkit reads
 * past the end of a table where the last glyph is empty, which works in a whole font and throws in a table of its own.
 * Throws a RangeError for anything that is no WOFF file.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new RangeError('This is no WOFF file')
  const count = woff.readUInt16BE(12)
  const directory = Buffer.alloc(12 + 16 * count)
  woff.copy(directory, 0, 4, 8)
  const power = 2 ** Math.floor(Math.log2(count))
  directory.writeUInt16BE(count, 4)
  directory.writeUInt16BE(power * 16, 6)
  directory.writeUInt16BE(Math.log2(power), 8)
  directory.writeUInt16BE((count - power) * 16, 10)
  const tables: Buffer[] = []
  let offset = directory.length
  for (let index = 0; index < count; index += 1) {
    const entry = 44 + 20 * index
    const [from, packed, length] = [
      woff.readUInt32BE(entry + 4),
      woff.readUInt32BE(entry + 8),
      woff.readUInt32BE(entry + 12),
    ]
    const raw = woff.subarray(from, from + packed)
    const table = packed < length ? inflateSync(raw) : raw
    const place = 12 + 16 * index
    // Tag and checksum are taken over; a checksum is that of the table itself.
    woff.copy(directory, place, entry, entry + 4)
    woff.copy(directory, place + 4, entry + 16, entry + 20)
    directory.writeUInt32BE(offset, place + 8)
    directory.writeUInt32BE(length, place + 12)
    // Tables begin at multiples of four bytes.
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4)
    table.copy(padded)
    tables.push(padded)
    offset += padded.length
  }
  return Buffer.concat([directory, ...tables])
}
