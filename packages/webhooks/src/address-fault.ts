import { isIP } from 'node:net'
import { isLocalName, isPublicAddress } from '@bollard/addresses'

const urlLengthMax = 2_048
const ports = new Set(['', '443', '8443'])

/** What is wrong with the address of a webhook as it is written, or null. `allowPrivate` is for tests and closed networks. */
export function addressFault(
  url: string,
  { allowPrivate }: { allowPrivate: boolean },
): 'unreadable' | 'too-long' | 'not-https' | 'credentials' | 'port' | 'private' | null {
  if (url.length > urlLengthMax) return 'too-long'
  const parsed = URL.parse(url)
  if (parsed === null || parsed.hostname === '') return 'unreadable'
  if (parsed.protocol !== 'https:' && !(allowPrivate && parsed.protocol === 'http:')) return 'not-https'
  if (parsed.username !== '' || parsed.password !== '') return 'credentials'
  if (allowPrivate) return null
  if (!ports.has(parsed.port)) return 'port'
  const host = hostOf(parsed)
  if (isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host)) return 'private'
  return null
}

/** The host without the brackets that an address of IPv6 has in a URL. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/u, '$1')
}
