import { decodeBase64url } from './base64url.ts'

/**
 * Where everything lies in the 108 bytes of a challenge, big-endian; base64url makes 144 characters
 * of them with no bit left over, so a challenge has exactly one spelling.
 *
 * The signature comes first. The first 64 bytes, signature and the half of the payload that names
 * verification, site, work and round, are then as they stand the first block of every sub-puzzle.
 */
export const layout = {
  mac: 0,
  version: 32,
  kid: 33,
  algorithm: 34,
  count: 35,
  target: 36,
  verificationId: 40,
  siteId: 56,
  ttlSeconds: 60,
  round: 62,
  riskBand: 63,
  serverSignals: 64,
  originHash: 68,
  ran: 76,
  fired: 84,
  userAgentHash: 92,
  networkHash: 94,
  action: 96,
  language: 98,
  environmentId: 100,
  rule: 104,
  flags: 106,
  spare: 107,
  end: 108,
} as const

/** Length of the first block of a sub-puzzle. */
export const prefixBytes = 64

export const challengeVersion = 2
export const algorithmSha256 = 1
export const subPuzzles = 32

/** What a solver needs of a challenge. */
export interface Puzzle {
  /** Number of sub-puzzles; their indices are 0 … count − 1. */
  readonly count: number
  /** A hash meets a sub-puzzle when its first 32 bits are below this. */
  readonly target: number
  /** First SHA-256 block of every sub-puzzle, 64 bytes. */
  readonly prefix: Uint8Array
}

/** Reads the work out of a challenge token, unverified. Throws `RangeError` when this version cannot solve it. */
export function readChallenge(token: string): Puzzle {
  const bytes = decodeBase64url(token)
  if (bytes.length !== layout.end || bytes[layout.version] !== challengeVersion || bytes[layout.algorithm] !== algorithmSha256)
    throw new RangeError('challenge')
  const view = new DataView(bytes.buffer)
  return { count: view.getUint8(layout.count), target: view.getUint32(layout.target), prefix: bytes.subarray(0, prefixBytes) }
}
