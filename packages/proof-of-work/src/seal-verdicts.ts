import { decodeBase64url, encodeBase64url } from './base64url.ts'
import { layout } from './challenge.ts'
import { midstateOf } from './compress.ts'

/** Bytes of verdicts that fit under one seal. */
export const verdictBytes = 16

/**
 * Makes verdicts count for one challenge only: they are covered with a key drawn from the challenge's signature and
 * the number of the layout that they are written in, and end with a check word over what is below the cover. This
 * hides nothing from whoever reads this program; it stops verdicts of one visit from being sent again in another.
 * Gives 27 characters of base64url. Throws `RangeError` when there are not 16 bytes.
 */
export function sealVerdicts(verdicts: Uint8Array, challengeToken: string, layoutNumber: number): string {
  if (verdicts.length !== verdictBytes) throw new RangeError('verdicts')
  const key = coverOf(decodeBase64url(challengeToken), layoutNumber)
  const sealed = new Uint8Array(verdictBytes + 4)
  new DataView(sealed.buffer).setUint32(verdictBytes, checkWord(verdicts))
  sealed.set(verdicts)
  return encodeBase64url(sealed.map((byte, index) => byte ^ (key[index] ?? 0)))
}

const block = new Uint8Array(64)
const blockView = new DataView(block.buffer)
// One block holds the signature, the layout and SHA-256's own ending for 36 bytes.
block[36] = 0x80
blockView.setUint32(60, 36 * 8)

/** The SHA-256 of signature and layout number, as bytes. */
function coverOf(challenge: Uint8Array, layoutNumber: number): Uint8Array {
  block.set(challenge.subarray(layout.mac, layout.version))
  blockView.setUint32(32, layoutNumber)
  const words = midstateOf(block)
  const bytes = new Uint8Array(32)
  const view = new DataView(bytes.buffer)
  words.forEach((word, index) => view.setInt32(index * 4, word))
  return bytes
}

/** FNV-1a over 32 bits (Fowler, Noll, Vo). */
export function checkWord(bytes: Uint8Array): number {
  let word = 0x811c9dc5
  for (const byte of bytes) word = Math.imul(word ^ byte, 0x01000193)
  return word >>> 0
}
