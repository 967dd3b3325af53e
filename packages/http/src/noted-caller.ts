import type { FastifyRequest } from 'fastify'

const callers = new WeakMap<FastifyRequest, string>()

/** Notes the id of the person or key that makes a call, for the log of refusals. */
export function noteCaller(request: FastifyRequest, id: string): void {
  callers.set(request, id)
}

/** Who makes a call; null as long as nobody knows. */
export function notedCallerOf(request: FastifyRequest): string | null {
  return callers.get(request) ?? null
}
