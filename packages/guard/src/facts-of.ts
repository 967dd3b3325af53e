import type { Visit } from '@bollard/gateway'
import type { Facts } from '@bollard/limits'
import type { NetworkData, NetworkFacts } from '@bollard/network-data'
import { fingerprintOf } from '@bollard/tls-fingerprint'

/** What limits can count by. Whatever costs something is looked up when a key asks for it. */
export function factsOf(visit: Visit, network: () => NetworkFacts, ticket: string | null): Facts {
  const { address, method, host, path, headers, request } = visit
  return {
    address: address === '' ? null : address,
    get operator() {
      return network().asn || null
    },
    get country() {
      return network().country
    },
    method,
    host,
    path,
    // The few that Node gives as lists are none that a visitor sends.
    headers: headers as Facts['headers'],
    get cookies() {
      return cookiesOf(headers.cookie)
    },
    // Bodies belong to the site.
    user: null,
    email: null,
    ticket,
    get tls() {
      return fingerprintOf(request)?.ja4 ?? null
    },
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
