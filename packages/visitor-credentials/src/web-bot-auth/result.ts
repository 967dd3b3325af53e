import type { UsedOnce } from '../nonce-memory.ts'
import type { BotKeys } from './key.ts'

/** Why a signature counts for nothing. */
export type WebBotAuthReason =
  /** A header, the authority or the path cannot be read. */
  | 'malformed'
  /** No signature of the request is meant for bot authentication. */
  | 'wrong-tag'
  /** Another algorithm than Ed25519. */
  | 'algorithm'
  /** `created`, `expires` or `keyid` is not given. */
  | 'parameters-missing'
  /** Neither authority nor target address is signed, `Signature-Agent` is not, or a signed header was not sent. */
  | 'components-missing'
  /** A component this verifier cannot rebuild, such as a single query parameter. */
  | 'components-unsupported'
  /** No such key, or none of the agent the request names. */
  | 'unknown-key'
  /** Before or after the time for which the key was published. */
  | 'key-not-in-force'
  | 'not-yet-valid'
  | 'expired'
  /** It would be valid for more than a day. */
  | 'lifetime-too-long'
  /** The signature does not fit the request and the key. */
  | 'signature'
  /** Its nonce was used before. */
  | 'replayed'
  /** It was seen before and has no nonce, so that it may be the same bot once more. */
  | 'repeated'

export type WebBotAuthResult =
  /** The request carries no signature: most do. */
  | { readonly status: 'none' }
  /**
   * The holder of the key signed this request. `agent` is the address under which the key is registered, when the request names it as its
   * own under the signature; null means that nothing more is known than the key.
   */
  | { readonly status: 'verified'; readonly keyId: string; readonly agent: string | null }
  /** `agent` is whom the signature speaks of, where keys of that agent are known: by its key, or else by what the request says. */
  | { readonly status: 'invalid'; readonly reason: WebBotAuthReason; readonly agent: string | null }

export interface SignedRequest {
  readonly method: string
  /** Host and port as the visitor addressed them, e.g. `example.com`. */
  readonly authority: string
  /** Path with query as in the request line. */
  readonly path: string
  /** `https` unless given. */
  readonly scheme?: 'https' | 'http'
  /** Lower-case names, as Node gives them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly keys: BotKeys
  /** Milliseconds since 1970. */
  readonly now: number
  /** Without it a signature counts any number of times until it expires. */
  readonly nonces?: UsedOnce
}
