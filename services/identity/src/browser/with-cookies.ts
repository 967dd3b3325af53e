import type { FastifyReply } from 'fastify'
import type { WithCookies } from '../identity-context.ts'

/** Sets the cookies of an answer and gives its body. */
export function withCookies<Body>(reply: FastifyReply, { body, cookies }: WithCookies<Body>): Body {
  if (cookies.length > 0) void reply.header('set-cookie', cookies)
  return body
}
