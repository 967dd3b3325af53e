/** What is known of a request. Null is what nobody knows; an empty text is known. */
export interface Facts {
  /** Of the visitor, as declared proxies tell it. */
  readonly address: string | null
  /** The number of the operator of the network (AS). */
  readonly operator: number | null
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  readonly method: string
  readonly host: string
  /** With or without a query, which doesn't count. */
  readonly path: string
  /** By their names in lower case; see `givenTwice`. */
  readonly headers: Readonly<Record<string, string>>
  /** See `countedCookies`. */
  readonly cookies: Readonly<Record<string, string>>
  /** An account of the customer's own. */
  readonly user: string | null
  readonly email: string | null
  /** What the visitor's browser got for the captcha it passed. */
  readonly ticket: string | null
  /** How the client speaks TLS, such as a JA4. */
  readonly tls: string | null
}
