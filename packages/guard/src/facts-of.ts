import type { Visit } from '@bollard/gateway'
import type { Facts } from '@bollard/limits'
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
  readonly headers: Facts['headers']
  // Bodies belong to the site.
  readonly user = null
  readonly email = null
  readonly ticket: string | null
  readonly #request: Visit['request']
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
    // The few that Node gives as lists are none that a visitor sends.
    this.headers = headers as Facts['headers']
    this.ticket = ticket
    this.#request = request
    this.#network = network
  }

  get operator(): number | null {
    return this.#network().asn || null
  }

  get country(): string | null {
    return this.#network().country
  }

  get cookies(): Readonly<Record<string, string>> {
    const { cookie } = this.headers
    return cookiesOf(typeof cookie === 'string' ? cookie : undefined)
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

function cookiesOf(header = ''): Readonly<Record<string, string>> {
  const cookies: Record<string, string> = Object.create(null)
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at !== -1) cookies[pair.slice(0, at).trim()] ??= pair.slice(at + 1).trim()
  }
  return cookies
}
