import { createPublicKey, hash, type KeyObject } from 'node:crypto'
import { isRecord, parseJson } from '../json.ts'
import { agentUrl } from './agent.ts'

/** The public key of a declared bot. */
export interface BotKey {
  /** RFC 7638 thumbprint: what a signature calls `keyid`. */
  readonly keyId: string
  readonly publicKey: KeyObject
  /** Address the key is registered for, see `agentUrl`; null if for none. */
  readonly agent: string | null
  /** Seconds since 1970; null means without limit. */
  readonly notBefore: number | null
  readonly expires: number | null
}

/** Keys by id. One key can be registered for several agents. */
export type BotKeys = ReadonlyMap<string, readonly BotKey[]>

/** What is wrong with a text that should be a key; stable codes for a form. */
export type BotKeyError =
  | 'empty'
  | 'too-long'
  /** Neither JSON nor PEM. */
  | 'unreadable'
  /** A key of another type than Ed25519, or not one for signatures. */
  | 'not-ed25519'
  /** It holds the secret half, which must never be handed out. */
  | 'private-key'
  /** A directory with several keys, or none, where one is meant. */
  | 'not-one-key'
  /** The point is not 32 bytes in base64url. */
  | 'damaged-key'
  /** The agent's address is not `https`. */
  | 'bad-agent'

export type BotKeyResult =
  | { readonly ok: true; readonly key: BotKey }
  | { readonly ok: false; readonly code: BotKeyError }

const maximumLength = 4096
const rawKeyLength = 32
const spkiHeaderLength = 12

/**
 * The thumbprint of an Ed25519 key, base64url (RFC 7638 section 3, RFC 8037 appendix A.3).
 * @param jwk of which only `x`, the public point in base64url, is looked at
 */
export function thumbprintOf(jwk: { readonly x: string }): string {
  return hash('sha256', JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x: jwk.x }), 'base64url')
}

/**
 * Reads the key that an owner registers: a JWK, a directory with just one, or PEM (SPKI).
 * @param agent the address it is registered for
 */
export function parseBotKey(text: string, agent: string | null = null): BotKeyResult {
  const trimmed = text.trim()
  if (trimmed === '') return refuse('empty')
  if (trimmed.length > maximumLength) return refuse('too-long')
  if (trimmed.startsWith('-----BEGIN')) return readPem(trimmed, agent)
  const value = parseJson(trimmed)
  if (!isRecord(value)) return refuse('unreadable')
  if (!Array.isArray(value['keys'])) return readJwk(value, agent)
  const keys: readonly unknown[] = value['keys']
  return keys.length === 1 ? readJwk(keys[0], agent) : refuse('not-one-key')
}

/** Reads one JWK (RFC 8037 section 2) and the limits of its validity. */
export function readJwk(jwk: unknown, agent: string | null): BotKeyResult {
  if (!isRecord(jwk)) return refuse('unreadable')
  if (jwk['kty'] !== 'OKP' || jwk['crv'] !== 'Ed25519') return refuse('not-ed25519')
  if (jwk['use'] !== undefined && jwk['use'] !== 'sig') return refuse('not-ed25519')
  if (jwk['d'] !== undefined) return refuse('private-key')
  if (typeof jwk['x'] !== 'string') return refuse('unreadable')
  const point = Buffer.from(jwk['x'], 'base64url')
  // The thumbprint is over the text, so only the one canonical spelling is let in.
  if (point.length !== rawKeyLength || point.toString('base64url') !== jwk['x']) return refuse('damaged-key')
  const notBefore = seconds(jwk['nbf'])
  const expires = seconds(jwk['exp'])
  if (notBefore === undefined || expires === undefined) return refuse('unreadable')
  return fromPoint(point, agent, notBefore, expires)
}

/** Puts keys together for `verifyWebBotAuth`. */
export function botKeys(keys: Iterable<BotKey>): BotKeys {
  return Map.groupBy(keys, (key) => key.keyId)
}

function readPem(text: string, agent: string | null): BotKeyResult {
  if (text.includes('PRIVATE KEY')) return refuse('private-key')
  let key: KeyObject
  try {
    key = createPublicKey(text)
  } catch {
    return refuse('unreadable')
  }
  if (key.asymmetricKeyType !== 'ed25519') return refuse('not-ed25519')
  return fromPoint(key.export({ type: 'spki', format: 'der' }).subarray(spkiHeaderLength), agent, null, null)
}

function fromPoint(
  point: Buffer,
  agent: string | null,
  notBefore: number | null,
  expires: number | null,
): BotKeyResult {
  const normalAgent = agent === null ? null : agentUrl(agent)
  if (agent !== null && normalAgent === null) return refuse('bad-agent')
  const x = point.toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return { ok: true, key: { keyId: thumbprintOf({ x }), publicKey, agent: normalAgent, notBefore, expires } }
}

/** Undefined for what is no time. Early directories give milliseconds; as seconds those would be thousands of years away. */
function seconds(value: unknown): number | null | undefined {
  if (value === undefined) return null
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  return value > 1e11 ? value / 1000 : value
}

function refuse(code: BotKeyError): BotKeyResult {
  return { ok: false, code }
}
