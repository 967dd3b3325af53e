import type { IncomingHttpHeaders } from 'node:http'
import { browserIdHeader } from '@bollard/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, WithCookies } from '../identity-context.ts'

/** What use cases may know of who calls; `ip` comes from the trusted chain. */
export function readCaller(request: FastifyRequest, ip: string): Caller {
  const { cookie, 'user-agent': agent } = request.headers
  const userAgent = agent?.slice(0, 300) ?? null
  const headers = new Headers()
  if (cookie) headers.set('cookie', cookie)
  if (userAgent) headers.set('user-agent', userAgent)
  return { ip, browserId: readBrowserId(request.headers), headers, from: { ip, userAgent, requestId: request.id } }
}

/** Long enough for 128 random bits: a shorter id could be shared by browsers, or guessed. */
const shape = /^[\w-]{22,128}$/u

/** The random id of the browser behind a call; null when it sent none. */
export function readBrowserId(headers: IncomingHttpHeaders): string | null {
  const value = headers[browserIdHeader]
  return typeof value === 'string' && shape.test(value) ? value : null
}

/** Sets the cookies of an answer and gives its body. */
export function withCookies<Body>(reply: FastifyReply, { body, cookies }: WithCookies<Body>): Body {
  if (cookies.length > 0) void reply.header('set-cookie', cookies)
  return body
}
