import { createHash } from 'node:crypto'

/** A seed as challenges give it, 72 bytes, for tests and measurements: always the same for the same number. */
export function randomSeed(number: number): Uint8Array {
  return new Uint8Array(createHash('shake256', { outputLength: 72 }).update(String(number)).digest())
}
