import { isIP } from 'node:net'
import { type HostAddress, isLocalName, resolvePublic } from '@bollard/addresses'
import type { HttpTarget } from '../check.ts'
import { CheckFault } from '../faults.ts'
import type { ProbeRun } from './probe-run.ts'
import { codeOf, resolveLocalName, resolveName } from './resolve-name.ts'

/** A host as it is written in addresses, with the addresses that a check may connect to, of which there is at least one. */
export interface FoundHost {
  readonly host: string
  readonly addresses: readonly HostAddress[]
}

const familyOf: Readonly<Record<HttpTarget['family'], number | null>> = { ANY: null, IPV4: 4, IPV6: 6 }

/**
 * The one way from a host to addresses, for all kinds: it is read as URLs are (so that 0x7f.1, 127.1 and ｌｏｃａｌｈｏｓｔ are what
 * programs take them for), looked up once, and refused where a single address is private. Throws a CheckFault.
 */
export async function findHost(run: ProbeRun, text: string, family: HttpTarget['family'] = 'ANY'): Promise<FoundHost> {
  const host = readHost(text)
  const { allowPrivate, isPublic } = run.options
  const isName = isIP(host) === 0
  if (isName && !allowPrivate && isLocalName(host))
    throw new CheckFault('private-address', `${host} is a name of a private network`)
  const from = run.elapsed()
  const resolve = isName ? nameResolver(run) : async () => [{ address: host, family: isIP(host) }]
  const found = await resolvePublic(host, { allowPrivate, isPublic, resolve }).catch((error: unknown) => {
    throw dnsFault(host, error)
  })
  if (isName) run.took('dnsMs', from)
  if (found.addresses.length === 0) throw new CheckFault('dns-not-found', `${host} has no address`)
  if (found.fault !== null) throw new CheckFault(found.fault, `${host} has an address of a private network`)
  const wanted = familyOf[family]
  const addresses = found.addresses.filter((address) => wanted === null || address.family === wanted)
  if (addresses.length === 0) throw new CheckFault('no-such-family', `${host} has no address of ${family}`)
  return { host, addresses }
}

/** A host as the parser of URLs writes it, without brackets. Throws `target-invalid`. */
export function readHost(text: string): string {
  // Zones name an interface of this machine; the others would be read as more than a host.
  if (/[\s/?#@%\\]/u.test(text)) throw new CheckFault('target-invalid', 'the host cannot be read')
  const url = URL.parse(`http://${text.includes(':') ? `[${text}]` : text}/`)
  if (url === null) throw new CheckFault('target-invalid', 'the host cannot be read')
  return hostOf(url)
}

/** The host of a URL without the brackets that an address of IPv6 has in it, and without the dot of the root. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/u, '$1').replace(/\.$/u, '')
}

function nameResolver({ options }: ProbeRun): (host: string) => Promise<readonly HostAddress[]> {
  if (options.resolve !== undefined) return options.resolve
  if (!options.allowPrivate) return resolveName
  return async (host) => {
    const addresses = await resolveName(host).catch(() => [])
    return addresses.length > 0 ? addresses : resolveLocalName(host)
  }
}

/** What a failed look-up says about the name, or about us. */
export function dnsFault(name: string, error: unknown): CheckFault {
  if (error instanceof CheckFault) return error
  const code = codeOf(error)
  if (code === 'ENOTFOUND' || code === 'ENODATA') return new CheckFault('dns-not-found', `${name}: ${code}`)
  if (code === 'ECONNREFUSED') return new CheckFault('resolver-unreachable', `no resolver answers: ${code}`)
  return new CheckFault('dns-failed', `${name}: ${code || String(error)}`)
}
