import { createHash } from 'node:crypto'

/** A hash of a program's text that stays the same when only its comments or line breaks change. SHA-256, 16 hexadecimal digits. */
export function sourceHash(text: string): string {
  const code = text
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/u.test(line))
    .join('')
    .replaceAll(/[\s,]+/gu, '')
  return createHash('sha256').update(code).digest('hex').slice(0, 16)
}
