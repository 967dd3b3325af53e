import type { Visit } from '@bollard/gateway'
import { countedCookies, countedHeaders, type Facts } from '@bollard/limits'
import type { NetworkData, NetworkFacts } from '@bollard/network-data'
import { fingerprintOf } from '@bollard/tls-fingerprint'

/** What limits can count by. Whatever costs something is looked up when a key asks for it. */
export function factsOf(visit: Visit, network: () => NetworkFacts, ticket: string | null): Facts {
  return new VisitFacts(visit, network, ticket)
}

/** A class, since getters of a literal would be made anew for each request. */
class VisitFacts implements Facts {
  readonly address: string | null
  readonly method: string
  readonly host: string
  readonly path: string
  // Bodies belong to the site.
  readonly user = null
  readonly email = null
  readonly ticket: string | null
  readonly #headers: Visit['headers']
  readonly #request: Visit['request']
  #counted: Facts['headers'] | undefined
  readonly #network: () => NetworkFacts

  constructor(
    { address, method, host, path, headers, request }: Visit,
    network: () => NetworkFacts,
    ticket: string | null,
  ) {
    this.address = address === '' ? null : address
    this.method = method
    this.host = host
    this.path = path
    this.ticket = ticket
    this.#headers = headers
    this.#request = request
    this.#network = network
  }

  get operator(): number | null {
    return this.#network().asn || null
  }

  get country(): string | null {
    return this.#network().country
  }

  get headers(): Facts['headers'] {
    return (this.#counted ??= countedHeaders(this.#headers, this.#request.rawHeaders))
  }

  get cookies(): Facts['cookies'] {
    return countedCookies(this.#headers.cookie ?? '')
  }

  get tls(): string | null {
    return fingerprintOf(this.#request)?.ja4 ?? null
  }
}

/** Looks an address up once, when it is asked for. */
export function lookUpOnce(data: NetworkData | null, address: string): () => NetworkFacts {
  let known: NetworkFacts | undefined
  return () => (known ??= data?.lookup(address) ?? { asn: 0, country: null, kind: 'unknown' })
}
