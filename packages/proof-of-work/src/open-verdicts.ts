import { hash } from 'node:crypto'
import { layout } from './challenge.ts'
import { checkWord, verdictBytes } from './seal-verdicts.ts'

const spelling = /^[\w-]{26}[AEIMQUYcgkosw048]$/
// These serve every call: nothing is awaited between the first write and the copy.
const cover = Buffer.alloc(36)
const key = Buffer.alloc(32)
const opened = Buffer.alloc(verdictBytes + 4)

/**
 * The verdicts under a seal, or null when they were not sealed for this challenge (given as bytes) and layout; see
 * `sealVerdicts`. The bytes are good until the next call.
 */
export function openVerdicts(text: string, challenge: Uint8Array, layoutNumber: number): Uint8Array | null {
  if (!spelling.test(text)) return null
  cover.set(challenge.subarray(layout.mac, layout.version))
  cover.writeUInt32BE(layoutNumber, 32)
  key.write(hash('sha256', cover, 'latin1'), 'latin1')
  opened.write(text, 'base64url')
  for (let index = 0; index < opened.length; index++) opened[index] = (opened[index] ?? 0) ^ (key[index] ?? 0)
  const verdicts = opened.subarray(0, verdictBytes)
  return opened.readUInt32BE(verdictBytes) === checkWord(verdicts) ? verdicts : null
}
