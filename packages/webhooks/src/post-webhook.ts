import { lookup as systemLookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { addressFault, hostOf } from './address-fault.ts'
import { isPublicAddress } from './is-public-address.ts'

export interface WebhookPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Resolved {
  readonly address: string
  readonly family: number
}

export interface PostOptions {
  /** For tests and closed networks: plain HTTP, every port, every address. */
  readonly allowPrivate: boolean
  /** For the whole call, the look-up of the name included; 15 000 by default. */
  readonly timeoutMs?: number
  /** Addresses of a name; the system's resolver by default. */
  readonly resolve?: (host: string) => Promise<readonly Resolved[]>
}

/** Only 2xx counts as delivered. `error` is a stable word for people: the answer's body is never kept or shown. */
export type PostOutcome =
  | { readonly delivered: true; readonly httpStatus: number; readonly error: null }
  | {
      readonly delivered: false
      readonly httpStatus: number | null
      readonly error: 'address' | 'name' | 'private-address' | 'connection' | 'tls' | 'timeout' | 'redirect' | 'gone' | 'status' | 'too-large' | 'secret'
    }

const bodyBytesMax = 20_000
const answerBytesMax = 65_536
const defaultTimeoutMs = 15_000

/**
 * Sends one message and tells what became of it; never throws. The name is resolved once, every address of it must be
 * public, and the connection goes to those very addresses: a name cannot point elsewhere between check and call (DNS
 * rebinding). Redirects are not followed, connections are not kept.
 */
export async function postWebhook(post: WebhookPost, options: PostOptions): Promise<PostOutcome> {
  if (addressFault(post.url, options) !== null) return failed('address')
  if (Buffer.byteLength(post.body) > bodyBytesMax) return failed('too-large')
  const signal = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs)
  const url = new URL(post.url)
  let addresses: readonly Resolved[]
  try {
    addresses = await beforeAbort((options.resolve ?? resolveName)(hostOf(url)), signal)
  } catch {
    return failed(signal.aborted ? 'timeout' : 'name')
  }
  if (addresses.length === 0) return failed('name')
  if (!options.allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) return failed('private-address')
  return send(post, url, addresses, signal)
}

function send(post: WebhookPost, url: URL, addresses: readonly Resolved[], signal: AbortSignal): Promise<PostOutcome> {
  return new Promise((resolve) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)({
      protocol: url.protocol,
      hostname: hostOf(url),
      port: url.port,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Bollard-Webhooks/1', 'content-length': Buffer.byteLength(post.body), ...post.headers },
      agent: false,
      lookup: lookupOf(addresses),
      signal,
    })
    request.on('error', (error) => resolve(failed(signal.aborted ? 'timeout' : isAboutTls(error) ? 'tls' : 'connection')))
    // An answer that wants another protocol (101) is neither an answer nor an error, and its connection is gone without a word.
    const closed = (): void => resolve(failed('connection'))
    request.on('close', closed)
    request.on('response', (response) => {
      request.off('close', closed)
      const outcome = outcomeOf(response.statusCode ?? 0)
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > answerBytesMax) response.destroy()
      })
      // What comes after the status changes nothing any more.
      response.on('error', () => undefined)
      response.on('close', () => resolve(outcome))
    })
    request.end(post.body)
  })
}

function outcomeOf(status: number): PostOutcome {
  if (status >= 200 && status < 300) return { delivered: true, httpStatus: status, error: null }
  if (status >= 300 && status < 400) return failed('redirect', status)
  return failed(status === 410 ? 'gone' : 'status', status)
}

function failed(error: Exclude<PostOutcome['error'], null>, httpStatus: number | null = null): PostOutcome {
  return { delivered: false, httpStatus, error }
}

/** Answers every look-up with the addresses that were checked. */
function lookupOf(addresses: readonly Resolved[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses
    if (options.all === true) callback(null, [...addresses])
    else if (first === undefined) callback(new Error('no address'), '', 0)
    else callback(null, first.address, first.family)
  }
}

function resolveName(host: string): Promise<readonly Resolved[]> {
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
