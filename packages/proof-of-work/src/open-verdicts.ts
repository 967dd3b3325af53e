import { layout } from './challenge.ts'
import { permutationOf } from './permutation.ts'
import { checkWord, cover, sealedBytes, verdictBytes } from './seal-verdicts.ts'

const spelling = /^[\w-]{26}[AEIMQUYcgkosw048]$/
// These serve every call: nothing is awaited between the first write and the return.
const sealed = Buffer.alloc(sealedBytes)
/** The verdicts under the seal, as the order of the challenge has them. */
const ordered = sealed.subarray(0, verdictBytes)
const opened = Buffer.alloc(verdictBytes)
/** Bytes of the checks that ran, before as many of those that found something. */
const half = verdictBytes / 2

/** Orders of challenges lately: one an hour, of the key that signs and for some time of the one before it. */
const orders = new Map<number, Uint8Array>()
const ordersMax = 8

/**
 * The verdicts under a seal, or null when they were not sealed for this challenge (given as bytes, its signature checked) and
 * layout; see `sealVerdicts`. They lie as the layout has them, whatever the challenge's order. The bytes are good until the
 * next call.
 */
export function openVerdicts(text: string, challenge: Buffer, layoutNumber: number): Uint8Array | null {
  if (!spelling.test(text)) return null
  sealed.write(text, 'base64url')
  cover(sealed, challenge, layoutNumber)
  if (sealed.readUInt32BE(verdictBytes) !== checkWord(ordered)) return null
  const order = orderOf(challenge.readUInt32BE(layout.order))
  for (let byte = 0; byte < half; byte++) {
    let [ran, fired] = [0, 0]
    for (let bit = 0; bit < 8; bit++) {
      const moved = order[byte * 8 + bit] ?? 0
      ran |= (((ordered[moved >> 3] ?? 0) >> (moved & 7)) & 1) << bit
      fired |= (((ordered[half + (moved >> 3)] ?? 0) >> (moved & 7)) & 1) << bit
    }
    opened[byte] = ran
    opened[half + byte] = fired
  }
  return opened
}

function orderOf(number: number): Uint8Array {
  const known = orders.get(number)
  if (known !== undefined) return known
  const order = permutationOf(number)
  if (orders.size >= ordersMax) orders.clear()
  orders.set(number, order)
  return order
}
