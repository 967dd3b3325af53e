import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

let file: Buffer | undefined

/** Whether many people use this, in the form of `readAsLetters`; see data/ATTRIBUTION.md for the source. Reads a file of 320 kB once. */
export function isCommonPassword(text: string): boolean {
  file ??= readFileSync(new URL('../../data/common-passwords.bin', import.meta.url))
  return mayHold(file, text)
}

const letterFor: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** In lower case, with the letters that digits and signs stand for: `P@ssw0rd` is `password`. As long as a `text` in lower case. */
export function readAsLetters(text: string): string {
  return text.toLowerCase().replace(/[013457@$!]/gu, (sign) => letterFor[sign] ?? sign)
}

/**
 * A set that is asked only whether it may hold a text: what was put in is always found, and of what was not, about one in
 * 10 000. A file of it begins with the number of hashes (one byte) and holds the bits after that.
 */
const bitsPerText = 19.2
const hashes = 13

/** Puts all texts into a new filter. */
export function fillFilter(texts: ReadonlySet<string>): Buffer {
  const file = Buffer.alloc(1 + Math.ceil((texts.size * bitsPerText) / 8))
  file[0] = hashes
  for (const text of texts)
    for (const bit of bitsOf(text, file)) file[1 + (bit >> 3)] = (file[1 + (bit >> 3)] ?? 0) | (1 << (bit & 7))
  return file
}

export function mayHold(file: Buffer, text: string): boolean {
  return bitsOf(text, file).every((bit) => ((file[1 + (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0)
}

/** Two independent hashes give as many places as are wanted (Kirsch and Mitzenmacher). */
function bitsOf(text: string, file: Buffer): number[] {
  const digest = createHash('sha256').update(text).digest()
  const [first, step, size] = [digest.readUInt32LE(0), digest.readUInt32LE(4), (file.length - 1) * 8]
  return Array.from({ length: file[0] ?? 0 }, (_, index) => (first + index * step) % size)
}
