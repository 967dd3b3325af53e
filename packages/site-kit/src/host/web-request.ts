import type { FastifyRequest } from 'fastify'

const withoutBody = new Set(['GET', 'HEAD'])

/**
 * The request as React Router takes it, as if it had been made to the site's own `origin`: what a client writes into `host` decides
 * nothing. Null when the address cannot be read.
 */
export function toWebRequest(request: FastifyRequest, origin: string, signal: AbortSignal): Request | null {
  const path = request.raw.url ?? '/'
  // "//evil.example" and "/\\evil.example" would be read as addresses on another host.
  if (!path.startsWith('/') || !URL.canParse(path, origin) || new URL(path, origin).origin !== origin) return null
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith(':') || name === 'host' || name.startsWith('x-forwarded')) continue
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one)
  }
  const body = !withoutBody.has(request.method) && Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null
  return new Request(new URL(path, origin), { method: request.method, headers, body, signal })
}
