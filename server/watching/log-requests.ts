import { expressAnswers } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

/**
 * Writes a line for every request where LOG_LEVEL is `info` or `debug`: its id, route, status and duration, never its address or
 * parameters. Where it is not, nothing is hooked in, and a request costs nothing more.
 */
export function logRequests(app: FastifyInstance, log: Logger): void {
  if (!log.isLevelEnabled('info')) return
  app.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, method } = request
    const route = request.routeOptions.url ?? 'unknown'
    log.info({ requestId, method, route, status: reply.statusCode, durationMs: rounded(reply.elapsedTime) }, 'Answered')
    done()
  })
  const tell = (message: unknown): void => {
    const { route, status, seconds } = Object(message)
    log.info({ method: 'POST', route, status, durationMs: rounded(seconds * 1_000) }, 'Answered')
  }
  expressAnswers.subscribe(tell)
  app.addHook('onClose', (_app, done) => {
    expressAnswers.unsubscribe(tell)
    done()
  })
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100
