import { layout } from './challenge.ts'
import { permutationOf } from './permutation.ts'
import { checkWord, cover, sealedBytes, verdictBytes } from './seal-verdicts.ts'

const spelling = /^[\w-]{26}[AEIMQUYcgkosw048]$/
// These serve every call: nothing is awaited between the first write and the return.
const sealed = Buffer.alloc(sealedBytes)
const opened = Buffer.alloc(verdictBytes)

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
  if (sealed.readUInt32BE(verdictBytes) !== checkWord(sealed.subarray(0, verdictBytes))) return null
  const order = orderOf(challenge.readUInt32BE(layout.order))
  opened.fill(0)
  for (let bit = 0; bit < verdictBytes * 8; bit++) {
    const moved = (bit & 64) | (order[bit & 63] ?? 0)
    if (((sealed[moved >> 3] ?? 0) & (1 << (moved & 7))) !== 0)
      opened[bit >> 3] = (opened[bit >> 3] ?? 0) | (1 << (bit & 7))
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
