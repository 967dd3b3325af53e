import { finished } from 'node:stream/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bodyLimit } from '../../edge/request/json-bodies.ts'
import type { CallFault } from './form-protocol.ts'

const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
type Method = (typeof allMethods)[number]

export interface AnyCall {
  readonly path: string
  readonly methods: readonly Method[]
  /** Answers are spread over lines. */
  readonly indented?: boolean
  /** Before the body is read; whoever has answered ends the call. */
  readonly onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => Promise<object>
  /** The answer to a call that is refused for what it is, or that we failed at. */
  readonly refuse: (fault: CallFault, request: FastifyRequest) => { readonly status: number; readonly body: object }
}

/**
 * Answers every call of an address, with or without a slash behind it, in one protocol's own words: other methods, bodies that are too large or nothing at all, and
 * failures of ours, which are logged like others. Bodies come to the handler as the bytes they are. Answers stay out of caches
 * and, since secrets do not belong into browsers, say nothing that would let a page of another origin read them.
 */
export function answerAnyCall(
  app: FastifyInstance,
  { path, methods, indented, onRequest, handle, refuse }: AnyCall,
): void {
  const send = (fault: CallFault, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, body } = refuse(fault, request)
    return reply.code(status).send(body)
  }
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    if (indented) scope.setReplySerializer((body) => JSON.stringify(body, null, 2))
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
    scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    scope.setErrorHandler(async (error, request, reply) => {
      const fault = faultOf(error)
      if (fault === 'unavailable') scope.answerProblem(error, { method: request.method, route: path })
      if (fault === 'too-large' && refuse(fault, request).status === 200) await readToEnd(request)
      return send(fault, request, reply)
    })
    for (const url of path.endsWith('*') ? [path] : [path, `${path}/`]) {
      scope.route({
        method: [...methods],
        url,
        bodyLimit,
        exposeHeadRoute: false,
        ...(onRequest === undefined ? {} : { onRequest }),
        handler: handle,
      })
      scope.route({
        method: allMethods.filter((method) => !methods.includes(method)),
        url,
        onRequest: async (request, reply) => send('wrong-method', request, reply.header('allow', methods.join(', '))),
        handler: async (request, reply) => send('wrong-method', request, reply),
      })
    }
  })
}

/** The bytes of a body; none where there is no body. */
export function bytesOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

/**
 * Lets the rest of a body pass, as long as any call may take. Many clients send all of it before they listen: to them a
 * connection that closes meanwhile is no answer, and a visitor could bring that about.
 */
async function readToEnd({ raw }: FastifyRequest): Promise<void> {
  raw.resume()
  await finished(raw, { writable: false }).catch(() => undefined)
}

function faultOf(error: unknown): CallFault {
  if (!isFastifyError(error)) return 'unavailable'
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'too-large'
  // What Fastify says of a body or its type, or of a caller who went away in the middle of it.
  return error.code.startsWith('FST_ERR_CTP_') || error.code === 'ECONNRESET' ? 'unreadable' : 'unavailable'
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
