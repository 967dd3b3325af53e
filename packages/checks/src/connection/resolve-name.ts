import { lookup, Resolver } from 'node:dns/promises'
import type { HostAddress } from '@bollard/addresses'

/**
 * Asks the servers of /etc/resolv.conf itself: getaddrinfo would occupy one of four threads for each name, and a few names whose
 * servers do not answer would hold up every other check. Nothing is kept between checks, so that each one's DNS phase is real.
 */
const resolver = new Resolver({ timeout: 2_000, tries: 3 })

const missing = new Set(['ENOTFOUND', 'ENODATA'])

/** All addresses of a name, IPv4 first; none where there are none. Rejects with the error of the resolver. */
export async function resolveName(host: string): Promise<readonly HostAddress[]> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = [v4, v6].flatMap((answer, index) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  )
  if (addresses.length > 0) return addresses
  for (const answer of [v4, v6])
    if (answer.status === 'rejected' && !missing.has(codeOf(answer.reason))) throw answer.reason
  return []
}

/** The same by the system, which knows /etc/hosts too: for names of the own network. */
export function resolveLocalName(host: string): Promise<readonly HostAddress[]> {
  return lookup(host, { all: true })
}

/** The code of a DNS error, such as ESERVFAIL. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
