import { hash } from 'node:crypto'
import { LimitFault } from '../limit/limit-fault.ts'
import type { Facts } from './facts.ts'
import { compilePart, type KeyPart } from './key-part.ts'

/**
 * The values of a request by the parts of a key, in their order. They may be personal data: only their digest is
 * stored.
 */
export type KeyValues = readonly (string | null)[]

export const keyPartsMax = 4
export const keyBytes = 16

/**
 * Compiles the one to four parts of a key. Throws a LimitFault for the field `key`: `too-many-key-parts`, or that of a
 * part.
 */
export function compileKey(parts: readonly KeyPart[]): (facts: Facts) => KeyValues {
  if (parts.length < 1 || parts.length > keyPartsMax)
    throw new LimitFault('too-many-key-parts', 'key', `a key has 1 to ${keyPartsMax} parts, not ${parts.length}`)
  const readers = parts.map(compilePart)
  return (facts) => readers.map((read) => read(facts))
}

/** What `digestKey` takes: 64 characters, which are one block of SHA-256. */
export function keySecret(secret: Uint8Array): string {
  return hash('sha256', secret, 'hex')
}

/**
 * 16 bytes that name the values of `scope` (a limit), so that nobody who reads a store finds out by trying whose key it
 * is: half of the SHA-256 of a secret block and the values. Each of them is written with its length, and a missing one
 * is not an empty one, so no list of one scope is the beginning of another's. That makes it as good as an HMAC, at half
 * its cost.
 */
export function digestKey(secret: string, scope: string, values: KeyValues): Buffer {
  let message = `${secret}${scope.length}:${scope}`
  for (const value of values) message += value === null ? '-' : `${value.length}:${value}`
  return hash('sha256', message, 'buffer').subarray(0, keyBytes)
}
