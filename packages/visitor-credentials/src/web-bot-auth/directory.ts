import { isRecord, parseJson } from '../json.ts'
import { type BotKey, readJwk } from './key.ts'

export type DirectoryResult =
  /** `skipped`: entries that are no usable Ed25519 key, such as RSA keys beside them. */
  | { readonly ok: true; readonly keys: readonly BotKey[]; readonly skipped: number }
  | { readonly ok: false; readonly code: 'too-long' | 'unreadable' | 'too-many-keys' | 'no-usable-key' }

const maximumLength = 65_536
const maximumKeys = 100

/**
 * Reads the body of `/.well-known/http-message-signatures-directory` (draft-meunier-http-message-signatures-directory, now in
 * draft-ietf-webbotauth-httpsig-protocol, "Directory Format"). Fetching it is the caller's business, over HTTPS and without redirects.
 * @param json the response body
 * @param agent the address it was fetched for
 */
export function readDirectory(json: string, agent: string | null = null): DirectoryResult {
  if (json.length > maximumLength) return { ok: false, code: 'too-long' }
  const body = parseJson(json)
  if (!isRecord(body) || !Array.isArray(body['keys'])) return { ok: false, code: 'unreadable' }
  const entries: readonly unknown[] = body['keys']
  if (entries.length > maximumKeys) return { ok: false, code: 'too-many-keys' }
  const keys = entries.flatMap((entry) => readEntry(entry, agent))
  if (keys.length === 0) return { ok: false, code: 'no-usable-key' }
  return { ok: true, keys, skipped: entries.length - keys.length }
}

function readEntry(entry: unknown, agent: string | null): readonly BotKey[] {
  const result = readJwk(entry, agent)
  if (!result.ok) return []
  // "kid" is optional, but a directory that gives one has to give the thumbprint: a label of its own could name another's key.
  if (isRecord(entry) && entry['kid'] !== undefined && entry['kid'] !== result.key.keyId) return []
  return [result.key]
}
