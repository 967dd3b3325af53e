import type { FastifyRequest } from 'fastify'
import type { Caller } from '../identity-context.ts'
import { readBrowserId } from './browser-id.ts'

/** What use cases may know of who calls; `ip` comes from the trusted chain. */
export function readCaller(request: FastifyRequest, ip: string): Caller {
  const { cookie, 'user-agent': agent } = request.headers
  const userAgent = agent?.slice(0, 300) ?? null
  const headers = new Headers()
  if (cookie) headers.set('cookie', cookie)
  if (userAgent) headers.set('user-agent', userAgent)
  return { ip, browserId: readBrowserId(request.headers), headers, from: { ip, userAgent, requestId: request.id } }
}
