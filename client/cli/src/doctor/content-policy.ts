/** One policy of a page: its directives by name, each with its sources. */
export type Policy = ReadonlyMap<string, readonly string[]>

/** What of the widget a policy can stop. */
export type Use = 'script-src' | 'connect-src' | 'frame-src' | 'worker-src'

const chains: Readonly<Record<Use, readonly string[]>> = {
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
  'worker-src': ['worker-src', 'child-src', 'script-src', 'default-src'],
}

/** Policies of a header or a meta element; commas separate several, of which each has to allow what is loaded. */
export function parsePolicies(text: string): Policy[] {
  return text
    .split(',')
    .map((policy) => {
      const directives = new Map<string, string[]>()
      for (const part of policy.split(';')) {
        const [name = '', ...sources] = part.trim().split(/\s+/u)
        // The first of a name counts, as in browsers.
        if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources)
      }
      return directives
    })
    .filter((policy) => policy.size > 0)
}

/** The directive of the policy that decides about a use; null where none does, so that everything is allowed. */
export function directiveFor(policy: Policy, use: Use): string | null {
  return chains[use].find((name) => policy.has(name)) ?? null
}

export interface Loading {
  /** What is loaded or asked. */
  readonly url: URL
  readonly page: URL
  /** Of the script element that loads it. */
  readonly nonce?: string | undefined
}

/** The directive that forbids the use; null where the policy allows it. */
export function blockedBy(policy: Policy, use: Use, loading: Loading): string | null {
  const name = directiveFor(policy, use)
  if (name === null) return null
  return allows(policy.get(name) ?? [], use, loading) ? null : name
}

function allows(sources: readonly string[], use: Use, { url, page, nonce }: Loading): boolean {
  const isScript = use === 'script-src'
  const hasNonce = isScript && nonce !== undefined && nonce !== '' && sources.includes(`'nonce-${nonce}'`)
  if (hasNonce) return true
  // It makes browsers ignore every address in the list.
  if (isScript && sources.some((source) => /^'strict-dynamic'$/iu.test(source))) return false
  return sources.some((source) => matches(source, url, page))
}

/** Whether a source of a list fits an address: keywords, schemes, and hosts with wildcard, port and path. */
function matches(source: string, url: URL, page: URL): boolean {
  if (/^'self'$/iu.test(source)) return isSelf(url, page)
  if (source.startsWith("'")) return false
  if (source === '*') return /^(?:https?|wss?):$/u.test(url.protocol) || url.protocol === page.protocol
  const scheme = /^([a-z][a-z\d+.-]*):$/iu.exec(source)?.[1]
  if (scheme !== undefined) return schemeFits(`${scheme.toLowerCase()}:`, url.protocol)
  const [, given = '', host = '', port = '', path = ''] =
    /^(?:([a-z][a-z\d+.-]*):\/\/)?([^:/]+)(?::(\d+|\*))?(\/[^?#]*)?$/iu.exec(source) ?? []
  if (host === '') return false
  const wanted = given === '' ? page.protocol : `${given.toLowerCase()}:`
  return (
    schemeFits(wanted, url.protocol) &&
    hostFits(host.toLowerCase(), url.hostname) &&
    portFits(port, url) &&
    pathFits(path, url.pathname)
  )
}

function isSelf(url: URL, page: URL): boolean {
  if (url.origin === page.origin) return true
  const isDefault = ({ port }: URL) => port === ''
  return (
    page.protocol === 'http:' &&
    url.protocol === 'https:' &&
    url.hostname === page.hostname &&
    isDefault(url) &&
    isDefault(page)
  )
}

/** A policy for http covers the safer https, too. */
function schemeFits(wanted: string, actual: string): boolean {
  return wanted === actual || (wanted === 'http:' && actual === 'https:')
}

function hostFits(pattern: string, hostname: string): boolean {
  if (pattern === '*') return true
  return pattern.startsWith('*.')
    ? hostname.endsWith(pattern.slice(1)) && hostname.length > pattern.length - 1
    : pattern === hostname
}

function portFits(port: string, url: URL): boolean {
  if (port === '*') return true
  return port === url.port || (url.port === '' && (port === '' || port === (url.protocol === 'https:' ? '443' : '80')))
}

/** A path that ends in a slash means everything below it. */
function pathFits(path: string, actual: string): boolean {
  if (path === '' || path === '/') return true
  return path.endsWith('/') ? actual.startsWith(path) : path === actual
}
