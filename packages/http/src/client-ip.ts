import { clientIpHeader, forwardedHeader } from '@bollard/contracts'
import { createAddressReader, plainAddress } from './client-address.ts'
import { type AddressedRequest, type ClientIpDeps, first, isOwnSite } from './trusted-request.ts'
import { createForwarding, type Forwarding } from './forwarding.ts'

/**
 * Finds the address of the person behind a request. A header is believed only from our own sites (they know the shared
 * secret) or from a proxy in `trustedProxies`; else it is the address of the connection.
 */
export function createClientIp(deps: ClientIpDeps): (request: AddressedRequest) => string {
  const readAddress = createAddressReader(deps.trustedProxies)
  return ({ headers, socket }) => {
    if (isOwnSite(headers, deps)) {
      const told = plainAddress(first(headers[clientIpHeader]) ?? '')
      if (told !== null) return told
    }
    return readAddress(socket.remoteAddress, headers['x-forwarded-for'])
  }
}

/** Answers how the person's request was forwarded: by its headers, or as our own sites tell of the request that they answer. */
export function createForwardingOf(deps: ClientIpDeps): (request: AddressedRequest) => Forwarding {
  const forwardingOf = createForwarding(deps.trustedProxies)
  return ({ headers, socket }) => {
    if (!isOwnSite(headers, deps)) return forwardingOf(headers, socket.remoteAddress)
    const told = first(headers[forwardedHeader])
    return told === 'trusted' || told === 'untrusted' ? told : 'none'
  }
}

export function isLoopback(ip: string): boolean {
  return ip === '::1' || /^127\.\d+\.\d+\.\d+$/u.test(ip)
}
