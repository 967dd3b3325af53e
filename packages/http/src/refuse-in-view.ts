import { ProblemError, type Route, viewCookieName } from '@bollard/contracts'
import type { FastifyRequest } from 'fastify'

/** The way in and the way out. */
const ofViews: ReadonlySet<string> = new Set(['openView', 'endView'])
const names: ReadonlySet<string> = new Set([viewCookieName(true), viewCookieName(false)])

/**
 * Lets an operator who looks at somebody's account read and nothing else: no call that changes something, none that hands out files,
 * and none for which the person would have to prove who they are. It hangs on the cookie alone, the one way to be in a view, so that it
 * holds for every call of the contracts and asks no database. Throws `view-as-reads-only`.
 */
export function refuseInView({ id, method, access, response }: Route, request: FastifyRequest): void {
  const { cookie } = request.headers
  if (ofViews.has(id) || !isInView(cookie)) return
  if (method !== 'GET' || access.proof === true || access.operator === 'only' || response.mediaTypes !== undefined)
    throw new ProblemError('view-as-reads-only')
}

/** Whether a `cookie` header has the cookie of a view, be it one that counts or not. */
function isInView(header: string | undefined): boolean {
  return header?.split(';').some((pair) => names.has(pair.split('=', 1)[0]?.trim() ?? '')) ?? false
}
