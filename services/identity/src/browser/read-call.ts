import type { IncomingHttpHeaders } from 'node:http'
import type { AuditOrigin } from '@bollard/audit'
import { browserIdHeader } from '@bollard/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What came with a call besides its input and who makes it. */
export interface Call {
  /** Where it came from; the address is of the trusted chain only, see `createClientIp` of @bollard/http. */
  readonly from: AuditOrigin
  /** Random id of the browser, from its cookie on our sites; null when it sent none. */
  readonly browserId: string | null
  /** The `cookie` header. */
  readonly cookie: string | undefined
}

/** An answer that also sets cookies: whole `set-cookie` values, to be passed on unchanged. */
export interface WithCookies<Body> {
  readonly body: Body
  readonly cookies: string[]
}

const userAgentMax = 300

export function readCall(request: FastifyRequest, ip: string): Call {
  const { cookie, 'user-agent': userAgent } = request.headers
  return {
    from: { ip, userAgent: userAgent?.slice(0, userAgentMax) || null, requestId: request.id },
    browserId: readBrowserId(request.headers),
    cookie,
  }
}

/** Long enough for 128 random bits: a shorter id could be shared by browsers, or guessed. */
const browserIdShape = /^[\w-]{22,128}$/u

/** The random id of the browser behind a call; null when it sent none. */
function readBrowserId(headers: IncomingHttpHeaders): string | null {
  const value = headers[browserIdHeader]
  return typeof value === 'string' && browserIdShape.test(value) ? value : null
}

/** Sets the cookies of an answer and gives its body. */
export function withCookies<Body>(reply: FastifyReply, { body, cookies }: WithCookies<Body>): Body {
  if (cookies.length > 0) void reply.header('set-cookie', cookies)
  return body
}
