import { LimitFault } from '../limit/limit-fault.ts'
import type { Facts } from './facts.ts'
import { compilePart, type KeyPart } from './key-part.ts'

/**
 * The values of a request by the parts of a key, in their order. They may be personal data: stores get
 * a `LimitKey`.
 */
export type KeyValues = readonly (string | null)[]

export const keyPartsMax = 4

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
