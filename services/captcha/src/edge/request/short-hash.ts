import { crc32 } from 'node:zlib'

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = (sum & 1) === 0 ? sum >>> 1 : (sum >>> 1) ^ 0xedb8_8320
  return sum
})

/**
 * 16 bits of a text: enough to notice another one, too few to tell which it was. The lower half of a CRC-32, worked out here
 * for plain text, since calling zlib takes longer than these few steps.
 */
export function shortHash(text: string): number {
  let sum = -1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) return crc32(text) & 0xffff
    sum = (sum >>> 8) ^ (table[(sum ^ code) & 0xff] ?? 0)
  }
  return ~sum & 0xffff
}
