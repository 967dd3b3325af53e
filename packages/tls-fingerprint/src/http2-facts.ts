import { constants } from 'node:http2'

/** What one HTTP/2 session tells, taken when its first request came. */
export interface SessionFacts {
  /** SETTINGS of the client in bytes; HTTP/2's default where it sent none. */
  readonly headerTableSize: number
  readonly initialWindowSize: number
  readonly maxHeaderListSize: number
  /** Bytes that the client takes on the whole connection before it must be asked again. */
  readonly connectionWindow: number
  /**
   * Whether the request carried a priority of RFC 7540. Node no longer tells which one: nghttp2 dropped priorities, and
   * every stream now shows the weight 16.
   */
  readonly priority: boolean
}

/** How a client speaks HTTP/2. "Passive Fingerprinting of HTTP/2 Clients" (Akamai, 2017) looks at the same. */
export interface Http2Facts extends SessionFacts {
  /** First letters of the pseudo-headers in their order: "masp" is method, authority, scheme, path. */
  readonly pseudoHeaderOrder: string
}

/** Flag of a HEADERS frame (RFC 7540, 6.2). */
export const priorityFlag = constants.NGHTTP2_FLAG_PRIORITY

export function pseudoHeaderOrder(names: readonly string[]): string {
  return names
    .filter((name) => name.startsWith(':'))
    .map((name) => name.slice(1, 2))
    .join('')
}
