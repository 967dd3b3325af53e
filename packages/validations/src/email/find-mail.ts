/**
 * What a name server says of a domain: each answers with records, [] where it says there are none, and rejects where it
 * says nothing.
 */
export interface MailResolver {
  resolveMx(domain: string): Promise<readonly { readonly exchange: string; readonly priority: number }[]>
  /** Addresses of either family. */
  resolveAddresses(domain: string): Promise<readonly string[]>
}

export type MailOfDomain =
  /** It takes mail, at these servers. */
  | { readonly is: 'TAKEN'; readonly servers: readonly string[] }
  /** It does not exist, has neither mail servers nor addresses, or says that it takes none (RFC 7505). */
  | { readonly is: 'NONE'; readonly isRefused: boolean }
  /** Nobody said. */
  | { readonly is: 'UNKNOWN' }

/**
 * Whether a domain takes mail: by its mail servers, or by its own addresses where it has none (RFC 5321, 5.1), within
 * `timeoutMs` milliseconds.
 */
export async function findMail(domain: string, resolver: MailResolver, timeoutMs: number): Promise<MailOfDomain> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<MailOfDomain>((resolve) => {
    timer = setTimeout(() => resolve({ is: 'UNKNOWN' }), timeoutMs)
  })
  const asked = ask(domain, resolver).catch((): MailOfDomain => ({ is: 'UNKNOWN' }))
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

async function ask(domain: string, resolver: MailResolver): Promise<MailOfDomain> {
  const records = await resolver.resolveMx(domain)
  const servers = records.toSorted((one, other) => one.priority - other.priority).map(({ exchange }) => exchange)
  if (servers.length > 0) {
    const named = servers.filter((server) => server !== '' && server !== '.')
    return named.length > 0 ? { is: 'TAKEN', servers: named } : { is: 'NONE', isRefused: true }
  }
  const addresses = await resolver.resolveAddresses(domain)
  return addresses.length > 0 ? { is: 'TAKEN', servers: [domain] } : { is: 'NONE', isRefused: false }
}
