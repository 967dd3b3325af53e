import { algorithmOf, challengeVersion, layout, subPuzzles } from './challenge.ts'
import type { ChallengeFields } from './encode-challenge.ts'
import { isSigned, type SigningKey } from './sign.ts'

/** A challenge whose signature was checked. */
export interface Challenge extends ChallengeFields {
  /** Milliseconds since 1970, out of the verification id. */
  readonly issuedAt: number
  /** All 126 bytes; the first 64 are the first block of every sub-puzzle. */
  readonly bytes: Buffer
}

const spelling = /^[\w-]{168}$/

/**
 * Reads a challenge back. `malformed` is not one of ours at all; `signature` was altered, or signed
 * with a key that `keyOf` no longer knows. Time, site, origin and replay are for the caller to judge.
 */
export function decodeChallenge(
  token: string,
  keyOf: (kid: number) => SigningKey | undefined,
): Challenge | 'malformed' | 'signature' {
  if (!spelling.test(token)) return 'malformed'
  const bytes = Buffer.from(token, 'base64url')
  const algorithm = algorithmOf(bytes[layout.algorithm])
  if (bytes[layout.version] !== challengeVersion || algorithm === undefined || bytes[layout.count] !== subPuzzles)
    return 'malformed'
  const kid = bytes.readUInt8(layout.kid)
  const key = keyOf(kid)
  if (!key) return 'signature'
  if (!isSigned(key, bytes.subarray(layout.version), bytes.subarray(0, layout.version))) return 'signature'
  const id = bytes.toString('hex', layout.verificationId, layout.siteId)
  return {
    kid,
    algorithm,
    target: bytes.readUInt32BE(layout.target),
    verificationId: `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`,
    issuedAt: bytes.readUIntBE(layout.verificationId, 6),
    siteId: bytes.readUInt32BE(layout.siteId),
    ttlSeconds: bytes.readUInt16BE(layout.ttlSeconds),
    round: bytes.readUInt8(layout.round),
    riskBand: bytes.readUInt8(layout.riskBand),
    serverSignals: bytes.readUInt32BE(layout.serverSignals),
    originHash: bytes.toString('hex', layout.originHash, layout.ran),
    ran: [bytes.readUInt32BE(layout.ran), bytes.readUInt32BE(layout.ran + 4)],
    fired: [bytes.readUInt32BE(layout.fired), bytes.readUInt32BE(layout.fired + 4)],
    userAgentHash: bytes.readUInt16BE(layout.userAgentHash),
    networkHash: bytes.readUInt16BE(layout.networkHash),
    action: bytes.readUInt16BE(layout.action),
    language: bytes[layout.language] === 0 ? null : bytes.toString('latin1', layout.language, layout.environmentId),
    environmentId: bytes.readUInt32BE(layout.environmentId),
    rule: bytes.readUInt16BE(layout.rule),
    flags: bytes.readUInt8(layout.flags),
    grammar: bytes.readUInt8(layout.grammar),
    conduct: bytes.readUInt16BE(layout.conduct),
    order: bytes.readUInt32BE(layout.order),
    programs: [bytes.readUInt32BE(layout.programs), bytes.readUInt32BE(layout.programs + 4)],
    volume: bytes.readUInt32BE(layout.volume),
    bytes,
  }
}
