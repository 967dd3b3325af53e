import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { internalSecretHeader, requestIdHeader } from '@bollard/contracts'
import { createProxyReader } from './client-address.ts'

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
 * Answers the id of a request: the one that our own sites or a trusted proxy tell, so that one id leads through the logs of all of them,
 * and else a new one. An id from anybody else could be forged to confuse the logs.
 */
export function createRequestId(deps: ClientIpDeps): (request: AddressedRequest) => string {
  const isTrusted = createIsTrusted(deps)
  return (request) => {
    const told = first(request.headers[requestIdHeader])
    return told !== undefined && /^[\w.-]{8,64}$/u.test(told) && isTrusted(request) ? told : randomUUID()
  }
}

/** Answers whether a request comes from our own sites or a trusted proxy. */
export function createIsTrusted(deps: ClientIpDeps): (request: AddressedRequest) => boolean {
  const isProxy = createProxyReader(deps.trustedProxies)
  return ({ headers, socket }) => isProxy(socket.remoteAddress) || isOwnSite(headers, deps)
}

/** Whether a request comes from our own sites, which know the secret. */
export function isOwnSite(headers: IncomingHttpHeaders, { internalSecret }: ClientIpDeps): boolean {
  return isSameSecret(first(headers[internalSecretHeader]), internalSecret)
}

function isSameSecret(given: string | undefined, secret: string): boolean {
  if (given === undefined || secret === '') return false
  return timingSafeEqual(digest(given), digest(secret))
}

/** Hashes have one length, which a comparison in constant time needs. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The first value of a header that may come more than once. */
export function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
