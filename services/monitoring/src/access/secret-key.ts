import { createHash } from 'node:crypto'

const pattern = /^(?:bmk|bmp)_[\w-]{43}$/u

/** A key of the API (`bmk_`) or a token of a probe (`bmp_`): 256 bits of chance. */
export function generateSecretKey(prefix: 'bmk' | 'bmp', randomBytes: (size: number) => Buffer): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`
}

export function isSecretKey(value: string): boolean {
  return pattern.test(value)
}

/** What is stored of a secret of 256 bits, which needs no salt and no slow hash. */
export function hashSecret(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}
