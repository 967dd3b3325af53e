import { createRequestHandler as createFrameworkHandler } from '@bollard/site-kit/entry-server'
import { scopeOf } from '@bollard/site-kit/server'
import { answerKept } from './kept/answer-kept.server.ts'
import { pathOfHost } from './answer/address.ts'
import { takePass } from './subscribe/take-pass.server.ts'

export { createLoadContext, default, handleError, streamTimeout } from '@bollard/site-kit/entry-server'

/** Pages of a customer's own host are routed as `/@host/…`, and what was rendered before is answered from memory. */
export const createRequestHandler: typeof createFrameworkHandler = (build, mode) => {
  const handle = createFrameworkHandler(build, mode)
  return async (request, context) => {
    if (context === undefined) throw new Error('the host of the site has to say what it knows of a request')
    const scope = scopeOf(context, request)
    const routed = pathOfHost(request, scope.foreignHost)
    if (routed === null) return new Response('Not found', { status: 404 })
    return (await takePass(routed, scope)) ?? answerKept(routed, scope, () => handle(routed, context))
  }
}
