import { captchaRoutes } from '@bollard/contracts'
import type { FastifyPluginAsync } from 'fastify'
import { bodyLimit, parseJsonBodies } from '../edge/request/json-bodies.ts'
import { parseSiteverifyBodies } from './bodies/parse-bodies.ts'
import { mountCompat } from './compat/routes.ts'
import { mountFeedback } from './siteverify/feedback-route.ts'
import { fetchResult } from './siteverify/fetch-result.ts'
import { siteverify, type SiteverifyAnswer, type SiteverifyContext } from './siteverify/siteverify.ts'

const { siteverify: verify, getVerificationResult: result } = captchaRoutes

/** What customers' servers call, in our protocol and in those of other captchas. */
export function redemptionRoutes(context: SiteverifyContext): FastifyPluginAsync {
  return async (app) => {
    await app.register(async (scope) => {
      parseJsonBodies(scope)
      mountFeedback(scope, context)
    })
    await app.register(async (scope) => {
      parseSiteverifyBodies(scope)
      scope.post(pathOf(verify.path), { bodyLimit }, async (request) =>
        siteverify(context, request.body, context.addressOf(request)),
      )
      // Addresses stand in the logs of proxies, where a secret key does not belong. Nothing of one is read, so nothing is used up.
      scope.get(pathOf(verify.path), { exposeHeadRoute: false }, async (_request, reply) => {
        reply.code(405).headers({ allow: 'POST', 'cache-control': 'no-store' })
        return { success: false, 'error-codes': ['bad-request', 'method-not-allowed'] } satisfies SiteverifyAnswer
      })
      // Without a HEAD twin, which would use up the one retrieval and show nothing for it.
      scope.get<{ Params: { verificationId: string } }>(
        pathOf(result.path),
        { exposeHeadRoute: false },
        async (request, reply) => {
          reply.header('cache-control', 'no-store')
          return fetchResult(context, request)
        },
      )
    })
    await app.register(async (scope) => mountCompat(scope, context))
  }
}

function pathOf(contractPath: string): string {
  return contractPath.replaceAll(/\{(\w+)\}/gu, ':$1')
}
