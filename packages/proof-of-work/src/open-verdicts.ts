import { checkWord, cover, sealedBytes, verdictBytes } from './seal-verdicts.ts'

const spelling = /^[\w-]{26}[AEIMQUYcgkosw048]$/
// It serves every call: nothing is awaited between the first write and the return.
const opened = Buffer.alloc(sealedBytes)

/**
 * The verdicts under a seal, or null when they were not sealed for this challenge (given as bytes) and layout; see
 * `sealVerdicts`. The bytes are good until the next call.
 */
export function openVerdicts(text: string, challenge: Uint8Array, layoutNumber: number): Uint8Array | null {
  if (!spelling.test(text)) return null
  opened.write(text, 'base64url')
  cover(opened, challenge, layoutNumber)
  const verdicts = opened.subarray(0, verdictBytes)
  return opened.readUInt32BE(verdictBytes) === checkWord(verdicts) ? verdicts : null
}
