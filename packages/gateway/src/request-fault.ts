import { climbs } from '@bollard/normal-forms'
import type { AnyRequest, Fault } from './visit.ts'

/** What a request may be, beyond what Node's parser bounds by itself. */
export interface RequestBounds {
  /** Header fields; what is above is refused, and not cut off as Node would. */
  readonly headersMax: number
  /** Characters of path and query. */
  readonly targetMax: number
  /** Bytes of a body whose length is said; null where the site bounds it. */
  readonly bodyMax: number | null
}

const refusedMethods: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK'])

const badRequest = (code: string): Fault => ({ status: 400, code })

/** Names that a body's length, a host or a forwarded address could be read from twice, and differently. */
const onlyOnce = new Map(
  // One bit for each name.
  ['host', 'content-length', 'transfer-encoding', 'content-type', 'authorization'].map((name, at) => [name, 1 << at]),
)

/**
 * Why a request is not handed on, or null. Whatever two servers could read in two ways ends here, since that is how a request is smuggled
 * past a decision (RFC 9112, 11.2): lengths that contradict each other, transfer codings other than `chunked`, two hosts, targets in forms
 * that no site is sent. Node's parser, which is strict, has refused the rest.
 */
export function requestFault(request: AnyRequest, bounds: RequestBounds): Fault | null {
  const { rawHeaders, headers, method = '', url = '' } = request
  if (rawHeaders.length / 2 > bounds.headersMax) return { status: 431, code: 'too-many-headers' }
  if (url.length > bounds.targetMax) return { status: 414, code: 'target-too-long' }
  return (
    versionFault(request) ??
    headerFault(rawHeaders, request.httpVersionMajor) ??
    targetFault(method, url) ??
    bodyFault(headers['content-length'], headers['transfer-encoding'], bounds.bodyMax)
  )
}

/** Of HTTP/0.9 Node reads a first line, and header fields that such a request cannot have. HTTP/1.0 knows no chunks (RFC 9112, 6.1). */
function versionFault({ httpVersion, headers }: AnyRequest): Fault | null {
  if (httpVersion === '0.9') return badRequest('version-invalid')
  if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined)
    return badRequest('transfer-encoding-invalid')
  const { expect = '100-continue' } = headers
  return expect.toLowerCase() === '100-continue' ? null : { status: 417, code: 'expectation-invalid' }
}

function headerFault(rawHeaders: readonly string[], version: number): Fault | null {
  let seen = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    const bit = onlyOnce.get(name)
    if (bit === undefined) continue
    if ((seen & bit) !== 0) return badRequest('header-given-twice')
    seen |= bit
    // HTTP/2 has its own framing, and such a header is only there to deceive a server behind (RFC 9113, 8.2.2).
    if (name === 'transfer-encoding' && version >= 2) return badRequest('transfer-encoding-invalid')
  }
  return null
}

function targetFault(method: string, url: string): Fault | null {
  // HTTP/2 takes any word. Many a framework reads `post` as POST, and a policy for POST would not.
  if (!/^[A-Z]+(?:-[A-Z]+)*$/u.test(method) || refusedMethods.has(method))
    return { status: 405, code: 'method-refused' }
  // A path, and only characters that a target may have (RFC 9112, 3.2.1), of which `"<>^`{|}` are sent by browsers of old.
  if (!/^\/[\u{21}\u{22}\u{24}-\u{7e}]*$/u.test(url)) return badRequest('target-invalid')
  if (/%00/u.test(url)) return badRequest('target-invalid')
  return climbs(url) ? badRequest('target-ambiguous') : null
}

function bodyFault(length: string | undefined, coding: string | undefined, bodyMax: number | null): Fault | null {
  if (coding !== undefined && (length !== undefined || coding.toLowerCase() !== 'chunked'))
    return badRequest('transfer-encoding-invalid')
  if (length === undefined) return null
  if (!/^\d{1,15}$/u.test(length)) return badRequest('content-length-invalid')
  return bodyMax !== null && Number(length) > bodyMax ? { status: 413, code: 'body-too-large' } : null
}

/** The host that a request is for, in lower case and without its port; null where it is none or names two. */
export function hostOf(request: AnyRequest): string | null {
  const { host, ':authority': authority } = request.headers as { host?: string; ':authority'?: string }
  const given = authority ?? host
  if (given === undefined || (authority !== undefined && host !== undefined && authority !== host)) return null
  const match = /^(?:\[([\da-f:.]{2,45})\]|([\w.-]{1,253}))(?::\d{1,5})?$/iu.exec(given)
  return (match?.[1] ?? match?.[2])?.toLowerCase().replace(/\.$/u, '') ?? null
}
