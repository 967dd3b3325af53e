import { createHash } from 'node:crypto'
import { type ChallengeFields, encodeChallenge, hashOrigin, signingKey, targetOf } from './server.ts'

export const key = signingKey(Buffer.alloc(32, 7))
export const keyOf = (kid: number) => (kid === 3 ? key : undefined)

/** A challenge that takes 2^12 hashes; `id` makes it another one. */
export function challengeFields(id = 0, overrides: Partial<ChallengeFields> = {}): ChallengeFields {
  return {
    kid: 3,
    algorithm: 'sha256',
    target: targetOf(2 ** 12),
    verificationId: `019a9b1c-5d3e-7abc-8def-${id.toString(16).padStart(12, '0')}`,
    siteId: 41,
    ttlSeconds: 600,
    round: 0,
    riskBand: 1,
    serverSignals: 5,
    originHash: hashOrigin('https://customer.example'),
    ran: [0, 0],
    fired: [0, 0],
    userAgentHash: 0x1234,
    networkHash: 0x4321,
    action: 0,
    language: 'de',
    environmentId: 43,
    rule: 0,
    flags: 0,
    conduct: 0,
    order: 0,
    grammar: 0,
    programs: [0, 0],
    volume: 0,
    ...overrides,
  }
}

export const tokenOf = (id = 0, overrides: Partial<ChallengeFields> = {}) =>
  encodeChallenge(challengeFields(id, overrides), key)

/** First 32 bits of the hash of a sub-puzzle, by node:crypto. */
export function headOf(prefix: Uint8Array, counter: number, index: number): number {
  const tail = Buffer.alloc(8)
  tail.writeUInt32BE(counter)
  tail.writeUInt32BE(index, 4)
  return createHash('sha256').update(prefix).update(tail).digest().readUInt32BE()
}
