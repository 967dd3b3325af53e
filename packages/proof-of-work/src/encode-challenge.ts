import { hash } from 'node:crypto'
import { type Algorithm, algorithmNumbers, challengeVersion, layout, subPuzzles } from './challenge.ts'
import { sign, type SigningKey } from './sign.ts'

/** What the service writes into a challenge. Numbers are unsigned integers of the width given. */
export interface ChallengeFields {
  /** Number of the signing key, 8 bits. */
  readonly kid: number
  readonly algorithm: Algorithm
  /** 32 bits; `targetOf` makes it from the expected number of attempts. */
  readonly target: number
  /** UUIDv7; its first 48 bits are the time of issue. */
  readonly verificationId: string
  /** Number of the site inside the captcha service, 32 bits. */
  readonly siteId: number
  /** 16 bits. */
  readonly ttlSeconds: number
  /** 0, or 1 for the harder challenge of a step-up. 8 bits. */
  readonly round: number
  /** 8 bits. */
  readonly riskBand: number
  /** What the server saw at issue, one bit each, 32 bits. */
  readonly serverSignals: number
  /** Sixteen hexadecimal digits, see `hashOrigin`. */
  readonly originHash: string
  /** Verdict bits of round 0, carried through a step-up: those that ran and those that fired, two numbers of 32 bits each. */
  readonly ran: readonly [number, number]
  readonly fired: readonly [number, number]
  /** 16 bits of what named the browser and the network at issue: enough to notice another one, too little to tell which. */
  readonly userAgentHash: number
  readonly networkHash: number
  /** Number of the action among the site's actions, 0 for none; 16 bits. */
  readonly action: number
  /** Two lower-case letters, or null. */
  readonly language: string | null
  /** Number of the site's environment inside the captcha service, 32 bits. */
  readonly environmentId: number
  /** Number of the site's rule that decided at issue, 0 for none; 16 bits. */
  readonly rule: number
  /** How the site was set at issue, 8 bits. */
  readonly flags: number
  /** What the service concluded from visits before this one, one bit each, 16 bits. */
  readonly conduct: number
  /** Number of the order in which this hour's verdicts are written, composed with the layout of the widget's build; 32 bits. */
  readonly order: number
  /** Version of the grammar of the engine programs, 0 for none; 8 bits. */
  readonly grammar: number
  /** Two engine programs, 32 bits each; which of them the service knows the answer of is written nowhere. */
  readonly programs: readonly [number, number]
  /** What the volume budgets did to the work at issue, 32 bits; the service packs and reads it. */
  readonly volume: number
}

// One buffer serves every call: nothing is awaited between the first write and the copy into text.
const scratch = Buffer.alloc(layout.end)
const payload = scratch.subarray(layout.version)

/** A signed challenge, 168 characters of base64url. Throws `RangeError` on a field that does not fit. */
export function encodeChallenge(fields: ChallengeFields, key: SigningKey): string {
  scratch[layout.version] = challengeVersion
  scratch.writeUInt8(fields.kid, layout.kid)
  scratch[layout.algorithm] = algorithmNumbers[fields.algorithm]
  scratch[layout.count] = subPuzzles
  scratch.writeUInt32BE(fields.target, layout.target)
  writeId(fields.verificationId)
  scratch.writeUInt32BE(fields.siteId, layout.siteId)
  scratch.writeUInt16BE(fields.ttlSeconds, layout.ttlSeconds)
  scratch.writeUInt8(fields.round, layout.round)
  scratch.writeUInt8(fields.riskBand, layout.riskBand)
  scratch.writeUInt32BE(fields.serverSignals, layout.serverSignals)
  if (fields.originHash.length !== 16) throw new RangeError('an origin has 16 digits')
  writeHex(fields.originHash, 0, layout.originHash, 8)
  scratch.writeUInt32BE(fields.ran[0] >>> 0, layout.ran)
  scratch.writeUInt32BE(fields.ran[1] >>> 0, layout.ran + 4)
  scratch.writeUInt32BE(fields.fired[0] >>> 0, layout.fired)
  scratch.writeUInt32BE(fields.fired[1] >>> 0, layout.fired + 4)
  scratch.writeUInt16BE(fields.userAgentHash, layout.userAgentHash)
  scratch.writeUInt16BE(fields.networkHash, layout.networkHash)
  scratch.writeUInt16BE(fields.action, layout.action)
  scratch.writeUInt16BE(languageBits(fields.language), layout.language)
  scratch.writeUInt32BE(fields.environmentId, layout.environmentId)
  scratch.writeUInt16BE(fields.rule, layout.rule)
  scratch.writeUInt8(fields.flags, layout.flags)
  scratch.writeUInt8(fields.grammar, layout.grammar)
  scratch.writeUInt16BE(fields.conduct, layout.conduct)
  scratch.writeUInt32BE(fields.order, layout.order)
  scratch.writeUInt32BE(fields.programs[0], layout.programs)
  scratch.writeUInt32BE(fields.programs[1], layout.programs + 4)
  scratch.writeUInt32BE(fields.volume, layout.volume)
  sign(key, payload, scratch, layout.mac)
  return scratch.toString('base64url')
}

/** The five groups of a UUID, without what stands between them. */
function writeId(id: string): void {
  if (id.length !== 36) throw new RangeError('an id has 36 characters')
  const at = layout.verificationId
  writeHex(id, 0, at, 4)
  writeHex(id, 9, at + 4, 2)
  writeHex(id, 14, at + 6, 2)
  writeHex(id, 19, at + 8, 2)
  writeHex(id, 24, at + 10, 6)
}

/** What each character stands for as a hexadecimal digit, -1 for none. */
const digitValues = new Int8Array(128).fill(-1)
for (const [value, digit] of [...'0123456789abcdef'].entries())
  for (const each of [digit, digit.toUpperCase()]) digitValues[each.charCodeAt(0)] = value

/** Writes `length` bytes from the digits at `from`. Here rather than in Node, to which every call costs more than these few steps. */
function writeHex(text: string, from: number, offset: number, length: number): void {
  for (let index = 0; index < length; index++) {
    const high = digitValues[text.charCodeAt(from + index * 2)] ?? -1
    const low = digitValues[text.charCodeAt(from + index * 2 + 1)] ?? -1
    if (high < 0 || low < 0) throw new RangeError('not hexadecimal')
    scratch[offset + index] = (high << 4) | low
  }
}

/** Two letters as a number, a = 0x61, the first in the upper byte; 0 for none. */
function languageBits(language: string | null): number {
  return language === null ? 0 : (language.charCodeAt(0) << 8) | language.charCodeAt(1)
}

/** The first eight bytes of the SHA-256 of an origin, in hexadecimal. */
export function hashOrigin(origin: string): string {
  return hash('sha256', origin).slice(0, 16)
}

/**
 * Work is told in hashes of SHA-256, whatever does it: so many take a browser as long as one solution of Equi-X. Measured where
 * both run at their best, a thread of Chromium: 12.3 million hashes a second, or two solutions of a nonce in 9.3 ms
 * (`benchmarks/solver`, `benchmarks/equix`).
 */
export const hashesPerEquixSolution = 60_000

/** The target at which all sub-puzzles together take the work of `hashes` on average, and never less than one attempt each. */
export function targetOf(hashes: number, algorithm: Algorithm = 'sha256'): number {
  return Math.max(1, Math.min(2 ** 32 - 1, Math.round((subPuzzles * 2 ** 32 * hashesPerAttempt(algorithm)) / hashes)))
}

/** The expected work behind a target, in hashes; the other way round. */
export function expectedHashes(target: number, algorithm: Algorithm = 'sha256'): number {
  return (subPuzzles * 2 ** 32 * hashesPerAttempt(algorithm)) / target
}

function hashesPerAttempt(algorithm: Algorithm): number {
  return algorithm === 'equix' ? hashesPerEquixSolution : 1
}
