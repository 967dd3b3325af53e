import { crc32 } from 'node:zlib'

/** 16 bits of a text: enough to notice another one, too few to tell which it was. */
export function shortHash(text: string): number {
  return crc32(text) & 0xffff
}
