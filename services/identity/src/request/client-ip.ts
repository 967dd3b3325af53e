import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { clientIpHeader, internalSecretHeader } from '@bollard/contracts'

export interface ClientIpDeps {
  /** Shared with our own sites, which forward the address of their visitor. */
  readonly internalSecret: string
  /** Addresses or CIDR ranges of proxies whose `x-forwarded-for` is believed. */
  readonly trustedProxies: readonly string[]
}

/** What the address is taken from; Fastify's request has this shape. */
export interface AddressedRequest {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * Finds the address of the person behind a request. A header is believed only from our own sites (they know the shared
 * secret) or from a proxy in `trustedProxies`; else it is the address of the connection.
 */
export function createClientIp(deps: ClientIpDeps): (request: AddressedRequest) => string {
  const trusted = new BlockList()
  for (const proxy of deps.trustedProxies) addTo(trusted, proxy)
  const isTrusted = (ip: string) => trusted.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')

  return (request) => {
    const socketIp = plainIp(request.socket.remoteAddress ?? '') ?? '0.0.0.0'
    if (isSameSecret(first(request.headers[internalSecretHeader]), deps.internalSecret)) {
      return plainIp(first(request.headers[clientIpHeader]) ?? '') ?? socketIp
    }
    if (!isTrusted(socketIp)) return socketIp
    // Each proxy appends whom it saw, so the last entry that is not a proxy of ours is the visitor.
    const chain = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',').toReversed()
    let nearest = socketIp
    for (const entry of chain) {
      const ip = plainIp(entry.trim())
      if (!ip) break
      nearest = ip
      if (!isTrusted(ip)) break
    }
    return nearest
  }
}

export function isLoopback(ip: string): boolean {
  return ip === '::1' || /^127\.\d+\.\d+\.\d+$/u.test(ip)
}

/** `::ffff:10.0.0.1` is 10.0.0.1; null for anything that is no address. */
function plainIp(text: string): string | null {
  const ip = text.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/iu, '')
  return isIP(ip) === 0 ? null : ip
}

function isSameSecret(given: string | undefined, secret: string): boolean {
  if (given === undefined || secret === '') return false
  return timingSafeEqual(digest(given), digest(secret))
}

/** Hashes have one length, which a comparison in constant time needs. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

function addTo(list: BlockList, proxy: string): void {
  const [address = '', bits] = proxy.split('/')
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  if (isIP(address) === 0) throw new Error(`"${proxy}" is neither an address nor a CIDR range`)
  if (bits === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(bits), family)
}
