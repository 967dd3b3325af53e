import { decodeBase64url } from './base64url.ts'

/**
 * Where everything lies in the 126 bytes of a challenge, big-endian; base64url makes 168 characters
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
  grammar: 107,
  conduct: 108,
  order: 110,
  programs: 114,
  volume: 122,
  end: 126,
} as const

/** Length of the first block of a sub-puzzle. */
export const prefixBytes = 64

export const challengeVersion = 3
/** How sub-puzzles are solved, and the number that stands for it in a challenge: everybody can do the first, the second needs programs made at run time. */
export const algorithmNumbers = { sha256: 1, equix: 2 } as const
export type Algorithm = keyof typeof algorithmNumbers
export const subPuzzles = 32

/** The algorithm of a number in a challenge; undefined for numbers that this version does not know. */
export function algorithmOf(number: number | undefined): Algorithm | undefined {
  return number === algorithmNumbers.sha256 ? 'sha256' : number === algorithmNumbers.equix ? 'equix' : undefined
}

/** What a solver needs of a challenge. */
export interface Puzzle {
  readonly algorithm: Algorithm
  /** Number of sub-puzzles; their indices are 0 … count − 1. */
  readonly count: number
  /** A sub-puzzle is met by a hash whose first 32 bits are below this; with Equi-X it is the hash of a solution. */
  readonly target: number
  /** First 64 bytes of every sub-puzzle: the first block of its hashes. */
  readonly prefix: Uint8Array
}

/** Reads the work out of a challenge token, unverified. Throws `RangeError` when this version cannot solve it. */
export function readChallenge(token: string): Puzzle {
  const bytes = decodeBase64url(token)
  const algorithm = algorithmOf(bytes[layout.algorithm])
  if (bytes.length !== layout.end || bytes[layout.version] !== challengeVersion || !algorithm)
    throw new RangeError('challenge')
  const view = new DataView(bytes.buffer)
  return {
    algorithm,
    count: view.getUint8(layout.count),
    target: view.getUint32(layout.target),
    prefix: bytes.subarray(0, prefixBytes),
  }
}

/** The two engine programs that a challenge asks for, unverified; undefined where it asks for none, or in a grammar that is not `grammar`. */
export function readPrograms(token: string, grammar: number): readonly [number, number] | undefined {
  const bytes = decodeBase64url(token)
  if (bytes.length !== layout.end || bytes[layout.grammar] !== grammar) return undefined
  const view = new DataView(bytes.buffer)
  return [view.getUint32(layout.programs), view.getUint32(layout.programs + 4)]
}
