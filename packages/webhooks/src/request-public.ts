import { lookup as systemLookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { type HostAddress, lookupOf, type PublicHost, resolvePublic } from '@bollard/addresses'
import { addressFault, hostOf } from './address-fault.ts'

export interface PublicRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface PublicRequestOptions {
  /** For tests and closed networks: plain HTTP, every port, every address. */
  readonly allowPrivate: boolean
  /** For the whole call, the look-up of the name included; 15 000 by default. */
  readonly timeoutMs?: number
  /** Addresses of a name; the system's resolver by default. */
  readonly resolve?: (host: string) => Promise<readonly HostAddress[]>
  /** Whether an address belongs to the internet; by what is known of its network by default. */
  readonly isPublic?: (address: string) => boolean
  /** More of the answer than this is not read; 65 536 by default. */
  readonly answerBytesMax?: number
}

/** `complete` is false where the answer was cut off, `isPublic` where it may come from a private network. `fault` is a stable word for people. */
export type PublicAnswer =
  | {
      readonly status: number
      readonly body: Buffer
      readonly complete: boolean
      readonly isPublic: boolean
      /** Of the header `Retry-After`, in whole seconds; null without one, and for a date. */
      readonly retryAfterSeconds: number | null
      readonly fault: null
    }
  | { readonly status: null; readonly fault: 'address' | 'name' | 'private-address' | 'connection' | 'tls' | 'timeout' }

const defaultTimeoutMs = 15_000
const defaultAnswerBytesMax = 65_536

/**
 * Makes one call to an address that somebody else chose; never throws. The name is resolved once, every address of it must be
 * public, and the connection goes to those very addresses: a name cannot point elsewhere between check and call (DNS
 * rebinding). Redirects are not followed, connections are not kept.
 */
export async function requestPublic(call: PublicRequest, options: PublicRequestOptions): Promise<PublicAnswer> {
  if (addressFault(call.url, options) !== null) return failed('address')
  const signal = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs)
  const url = new URL(call.url)
  let found: PublicHost
  const { allowPrivate, isPublic, resolve = resolveName } = options
  try {
    found = await beforeAbort(resolvePublic(hostOf(url), { allowPrivate, isPublic, resolve }), signal)
  } catch {
    return failed(signal.aborted ? 'timeout' : 'name')
  }
  if (found.addresses.length === 0) return failed('name')
  if (found.fault !== null) return failed(found.fault)
  return send(call, url, {
    addresses: found.addresses,
    isPublic: found.isPublic,
    signal,
    answerBytesMax: options.answerBytesMax ?? defaultAnswerBytesMax,
  })
}

interface Connection {
  readonly addresses: readonly HostAddress[]
  readonly isPublic: boolean
  readonly signal: AbortSignal
  readonly answerBytesMax: number
}

function send(
  call: PublicRequest,
  url: URL,
  { addresses, isPublic, signal, answerBytesMax }: Connection,
): Promise<PublicAnswer> {
  return new Promise((resolve) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)({
      protocol: url.protocol,
      hostname: hostOf(url),
      port: url.port,
      path: `${url.pathname}${url.search}`,
      method: call.method,
      headers: {
        ...(call.body === undefined ? {} : { 'content-length': Buffer.byteLength(call.body) }),
        ...call.headers,
      },
      agent: false,
      lookup: lookupOf(addresses),
      signal,
    })
    request.on('error', (error) =>
      resolve(failed(signal.aborted ? 'timeout' : isAboutTls(error) ? 'tls' : 'connection')),
    )
    // An answer that wants another protocol (101) is neither an answer nor an error, and its connection is gone without a word.
    const closed = (): void => resolve(failed('connection'))
    request.on('close', closed)
    request.on('response', (response) => {
      request.off('close', closed)
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > answerBytesMax) response.destroy()
        else chunks.push(chunk)
      })
      // The status stands whatever comes after it.
      response.on('error', () => undefined)
      response.on('close', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks),
          complete: response.complete,
          isPublic,
          retryAfterSeconds: secondsOf(response.headers['retry-after']),
          fault: null,
        }),
      )
    })
    request.end(call.body)
  })
}

function failed(fault: NonNullable<PublicAnswer['fault']>): PublicAnswer {
  return { status: null, fault }
}

function secondsOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,7}$/u.test(header) ? Number(header) : null
}

function resolveName(host: string): Promise<readonly HostAddress[]> {
  return systemLookup(host, { all: true })
}

function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('too late')), { once: true })
    work.then(resolve, reject)
  })
}

function isAboutTls(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  return /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO)/u.test(code)
}
