import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from './install-problems.ts'
import { problemFromError } from './problem-from-error.ts'

/** Largest body of a call in bytes, unless its route says otherwise. */
export const bodyLimitBytes = 65_536

/**
 * Bytes of all header fields of a call. A proxy that asks about a request hands on all that a visitor sent, of which nginx takes 32 KB, and
 * says the address once more: what could not be read would be decided about by nobody.
 */
const headerBytesMax = 65_536

/**
 * Options for `Fastify(...)` that cannot be set later: limits, slow senders cut off, ids of our own, and
 * addresses that cannot be decoded answered as problems, where Fastify would echo them.
 */
export function serverOptions(options: { docsUrl?: string; requestTimeoutMs?: number } = {}) {
  const { requestTimeoutMs = 10_000 } = options
  return {
    bodyLimit: bodyLimitBytes,
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    requestTimeout: requestTimeoutMs,
    // Node looks for slow senders every half minute unless told otherwise, and holds bodies to the longer one of both times,
    // of which that for headers is a minute.
    http: {
      connectionsCheckingInterval: Math.min(2_500, requestTimeoutMs),
      headersTimeout: requestTimeoutMs,
      maxHeaderSize: headerBytesMax,
    },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      void sendProblem(problemFromError(error), request, reply, options.docsUrl)
    },
  } as const
}
