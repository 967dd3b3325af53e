import { isIPv4 } from 'node:net'
import { domainSchema } from '@bollard/contracts'
import type { FieldError } from '@bollard/http'
import { parse as parseName } from 'tldts'

/**
 * What can be wrong with a host: it has a `scheme`, a `path` or a `port`, a `wildcard` where none can be, it is a `public-suffix`
 * under which anybody can have a page, or it is no `domain` at all.
 */
export type DomainFault = 'scheme' | 'path' | 'port' | 'wildcard' | 'public-suffix' | 'domain'

export type ParsedDomain =
  | { readonly ok: true; readonly domain: string }
  | { readonly ok: false; readonly code: DomainFault }

/**
 * Reads a host as somebody types it: a name, `*.` before a name for the hosts directly below, an IPv4 or IPv6 address, or
 * `localhost`. `domain` is written as browsers write it: small letters, punycode, the shortest form of an address, no brackets.
 */
export function parseDomain(text: string): ParsedDomain {
  const typed = text.trim().toLowerCase()
  const fault = faultOfForm(typed)
  if (fault !== null) return { ok: false, code: fault }
  const wild = typed.startsWith('*.')
  const host = browserHost(wild ? typed.slice(2) : typed)
  if (host.length + (wild ? 2 : 0) > 253) return { ok: false, code: 'domain' }
  if (isPublicSuffix(host)) return { ok: false, code: 'public-suffix' }
  return { ok: true, domain: wild ? `*.${host}` : host }
}

/** What is wrong with one host, or null. */
export function domainFault(text: string): DomainFault | null {
  const parsed = parseDomain(text)
  return parsed.ok ? null : parsed.code
}

/**
 * Reads a list of hosts. With `faults` (JSON pointers `/pointer/N`) nothing of it can be used; the second of two hosts that are
 * the same is a fault too, `duplicate`.
 */
export function parseDomains(
  texts: readonly string[],
  pointer: string,
): { readonly domains: string[]; readonly faults: FieldError[] } {
  const seen = new Set<string>()
  const faults: FieldError[] = []
  for (const [index, text] of texts.entries()) {
    const parsed = parseDomain(text)
    const code = parsed.ok ? (seen.has(parsed.domain) ? 'duplicate' : null) : parsed.code
    if (code !== null) faults.push({ pointer: `${pointer}/${index}`, code })
    else if (parsed.ok) seen.add(parsed.domain)
  }
  return { domains: [...seen], faults }
}

/**
 * Tells whether a host, as browsers write it, is one of `domains`; one look-up for exact hosts and one for wildcards. What an
 * older version stored in another form fits as well.
 */
export function compileHosts(domains: readonly string[]): (host: string) => boolean {
  const exact = new Set<string>()
  const parents = new Set<string>()
  for (const domain of domains) {
    if (domain.startsWith('*.')) parents.add(browserHost(domain.slice(2)))
    else exact.add(browserHost(domain))
  }
  if (parents.size === 0) return (host) => exact.has(host)
  return (host) => exact.has(host) || parents.has(host.slice(host.indexOf('.') + 1))
}

function faultOfForm(typed: string): DomainFault | null {
  if (/^[a-z][a-z\d+.-]*:\/\//u.test(typed)) return 'scheme'
  if (/[/?#\\]/u.test(typed)) return 'path'
  const base = typed.startsWith('*.') ? typed.slice(2) : typed
  if (base.includes('*')) return 'wildcard'
  if (/^(?:[^:]+|\[[^\]]*\]):\d*$/u.test(base)) return 'port'
  if (domainSchema.safeParse(typed).success) return null
  return base !== typed && domainSchema.safeParse(base).success ? 'wildcard' : 'domain'
}

function isPublicSuffix(host: string): boolean {
  if (host === 'localhost' || host.includes(':') || isIPv4(host)) return false
  return parseName(host, { allowPrivateDomains: true }).publicSuffix === host
}

/** A host as a browser writes it in an origin, without brackets; what no browser would write stays as it is. */
function browserHost(host: string): string {
  const address = `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}/`
  if (!URL.canParse(address)) return host
  const { hostname } = new URL(address)
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}
