import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sends what React Router answered, compressed where it helps, until `signal` ends it. A client that goes away or reads slowly hurts nobody else. */
export async function sendResponse(
  response: Response,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
): Promise<FastifyReply> {
  reply.hijack()
  const raw = reply.raw
  const kept = reply.getHeaders()
  for (const [name, value] of Object.entries(kept))
    if (value !== undefined && !response.headers.has(name)) raw.setHeader(name, value)
  for (const [name, value] of response.headers) if (name !== 'set-cookie') raw.setHeader(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) raw.setHeader('set-cookie', cookies)
  raw.statusCode = response.status

  if (response.body === null || request.method === 'HEAD') {
    raw.end()
    return reply
  }
  const type = response.headers.get('content-type')
  if (isEventStream(response)) keepOpen(raw)
  const body = Readable.fromWeb(asNodeStream(response.body))
  const encoding = response.headers.has('content-encoding')
    ? null
    : chosenEncoding(request.headers['accept-encoding'], type)
  try {
    if (encoding === null) {
      await pipeline(body, raw, { signal })
    } else {
      raw.removeHeader('content-length')
      raw.setHeader('content-encoding', encoding)
      raw.appendHeader('vary', 'accept-encoding')
      await pipeline(
        body,
        encoding === 'br' ? createBrotliCompress(quickBrotli) : createGzip({ flush: constants.Z_SYNC_FLUSH }),
        raw,
        { signal },
      )
    }
  } catch (error) {
    // The client left, or rendering failed behind the first bytes: either way this answer cannot be saved any more.
    raw.destroy()
    if (!isLeaving(error)) request.log.error(error)
  }
  return reply
}

/** Server-sent events: an answer without an end. */
export function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

/** Events may be minutes apart, and the browser wants to know at once that it is connected. */
function keepOpen(raw: FastifyReply['raw']): void {
  raw.socket?.setTimeout(0)
  raw.flushHeaders()
}

const quickBrotli = { flush: constants.BROTLI_OPERATION_FLUSH, params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|manifest\+json|problem\+json|(?:atom\+|rss\+)?xml)|image\/svg\+xml)/u

/** Server-sent events stay as they are: each must leave at once. */
export function chosenEncoding(acceptEncoding: string | undefined, contentType: string | null): 'br' | 'gzip' | null {
  if (!compressible.test(contentType ?? '')) return null
  const accepted = new Set(
    (acceptEncoding ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => !/;\s*q=0(?:\.0*)?$/u.test(part))
      .map((part) => part.split(';', 1)[0]),
  )
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : null
}

function isLeaving(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'AbortError' ||
      ('code' in error &&
        (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET' || error.code === 'EPIPE')))
  )
}

/** The web's and Node's types of the same object differ only in iterators that are not used here. */
function asNodeStream(body: NonNullable<Response['body']>): ReadableStream {
  return body as unknown as ReadableStream
}
