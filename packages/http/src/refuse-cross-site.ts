import type { FastifyInstance } from 'fastify'
import { ProblemError } from '@bollard/contracts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses changing calls that a page of somebody else made a browser send, on all routes mounted in the
 * scope of `app` after it. `allowedOrigins` are origins like `https://dashboard.example.org`. Our sites
 * call from server to server and send no origin at all.
 */
export function refuseCrossSite(app: FastifyInstance, options: { allowedOrigins: readonly string[] }): void {
  const allowed = new Set(options.allowedOrigins)
  app.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method)) return
    const { origin, 'sec-fetch-site': site } = request.headers
    if (origin === undefined ? site === 'cross-site' : !allowed.has(origin))
      throw new ProblemError('cross-site-request')
  })
}
