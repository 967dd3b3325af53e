import { createHash } from 'node:crypto'
import { leadingGroups } from '@bollard/http'
import type { Visit } from '@bollard/gateway'
import { fingerprintOf } from '@bollard/tls-fingerprint'

/** The network that passes are bound to: 24 bits of IPv4, 64 of IPv6. Phones change their address within it. "" where nobody knows. */
export function networkOf(address: string): string {
  if (address.includes(':')) return `${leadingGroups(address, 4)}::/64`
  const [first, second, third] = address.split('.')
  return third === undefined ? '' : `${first}.${second}.${third}.0/24`
}

/** What a pass is good for: a host, a network and a browser. */
export function boundTo({ host, address, headers }: Visit): string {
  return JSON.stringify([host, networkOf(address), headers['user-agent'] ?? ''])
}

/** Names a visitor who carries nothing: the whole address, the browser, and how it speaks TLS where that is known. */
export function sessionOf({ host, address, headers, request }: Visit): string {
  const tls = fingerprintOf(request)?.ja4 ?? ''
  return createHash('sha256')
    .update(JSON.stringify([host, address, headers['user-agent'] ?? '', headers['accept-language'] ?? '', tls]))
    .digest('base64url')
}
