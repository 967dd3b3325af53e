import { readFileSync } from 'node:fs'
import { mayHold } from './bloom-filter.ts'

let file: Buffer | undefined

/** Whether many people use this, in the form of `readAsLetters`; see data/ATTRIBUTION.md for the source. Reads a file of 320 kB once. */
export function isCommonPassword(text: string): boolean {
  file ??= readFileSync(new URL('../../data/common-passwords.bin', import.meta.url))
  return mayHold(file, text)
}
