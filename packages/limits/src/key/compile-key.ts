import { createHmac } from 'node:crypto'
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

/**
 * 16 bytes that name the values of `scope` (a limit): the beginning of their HMAC-SHA-256 under `secret`, so that
 * nobody who reads a store finds out by trying whose key it is. Each value is written with its length, and a missing
 * one is not an empty one, so that no two lists are written alike.
 */
export function digestKey(secret: Uint8Array, scope: string, values: KeyValues): Buffer {
  let message = `${scope.length}:${scope}`
  for (const value of values) message += value === null ? '-' : `${value.length}:${value}`
  return createHmac('sha256', secret).update(message).digest().subarray(0, keyBytes)
}
