import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'

/** A request, of either HTTP. */
export type AnyRequest = IncomingMessage | Http2ServerRequest
export type AnyResponse = ServerResponse | Http2ServerResponse

/** What a decision may be about: a request that is well-formed and for one of the hosts. */
export interface Visit {
  readonly method: string
  /** In lower case, without a port. */
  readonly host: string
  /** As policies match it (`normalPath`), without the query. */
  readonly path: string
  /** As it was sent, with its query. */
  readonly target: string
  /** The visitor's, behind the proxies that are trusted; "" where it cannot be told. */
  readonly address: string
  readonly isEncrypted: boolean
  readonly headers: IncomingHttpHeaders
  /** A WebSocket wants to be opened. */
  readonly isUpgrade: boolean
  /** What came, for all else, such as the fingerprint of its TLS. Not to be read from: its body belongs to the site. */
  readonly request: AnyRequest
}

/** The request reaches the site. */
export interface Pass {
  readonly pass: true
  /** For the site, in place of any that the visitor sent by these names; null: none by this name. Names in lower case. */
  readonly requestHeaders?: Readonly<Record<string, string | null>>
  /** For the visitor, beside those of the site. */
  readonly answerHeaders?: Readonly<Record<string, string>>
  /**
   * Told the status once the head of the site's answer is known: its body, or a WebSocket, may take hours. Must not throw.
   */
  readonly onHead?: (status: number) => void
  /**
   * Told once the request is over: the status that the visitor was sent, or null where nothing was, and how many bytes of a body the site
   * had given until then. Must not throw.
   */
  readonly onEnd?: (status: number | null, bytes: number) => void
}

/** The request ends here with this answer. */
export interface Answer {
  readonly pass: false
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export type Verdict = Pass | Answer

/** A request that ends before anybody decides about it, with the code of its fault in the answer and nothing else. */
export interface Fault {
  readonly status: number
  readonly code: string
}
