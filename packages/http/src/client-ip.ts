import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { clientIpHeader, forwardedHeader, internalSecretHeader } from '@bollard/contracts'
import { createAddressReader, plainAddress } from './client-address.ts'
import { createForwarding, type Forwarding } from './forwarding.ts'

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
  const readAddress = createAddressReader(deps.trustedProxies)
  return ({ headers, socket }) => {
    if (isSameSecret(first(headers[internalSecretHeader]), deps.internalSecret)) {
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
    if (!isSameSecret(first(headers[internalSecretHeader]), deps.internalSecret))
      return forwardingOf(headers, socket.remoteAddress)
    const told = first(headers[forwardedHeader])
    return told === 'trusted' || told === 'untrusted' ? told : 'none'
  }
}

export function isLoopback(ip: string): boolean {
  return ip === '::1' || /^127\.\d+\.\d+\.\d+$/u.test(ip)
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
