import { Server } from 'node:http'
import { captchaRoutes } from '@bollard/contracts'
import { openExpressLane } from '@bollard/http'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { allowAnyOrigin, crossOriginHeaders } from './request/allow-any-origin.ts'
import { answerVerification } from './verification/answer-verification.ts'
import { comesFrom } from './verification/comes-from.ts'
import type { EdgePorts } from './verification/edge-context.ts'
import type { EdgeRequest, StartBody } from './request/edge-request.ts'
import { expressRoutes } from './verification/express-routes.ts'
import { mountFeedback } from '../redemption/siteverify/feedback-route.ts'
import { mountCompat } from '../redemption/compat/routes.ts'
import { fetchResult } from '../redemption/siteverify/fetch-result.ts'
import { bodyLimit, parseJsonBodies, parseSiteverifyBodies } from '../redemption/bodies/parse-bodies.ts'
import { mountPrivateToken } from './verification/private-token-route.ts'
import type { AnswerBody } from './request/edge-request.ts'
import { answerBody, startBody, verificationAnswer, verificationParams } from './request/schemas.ts'
import type { SiteverifyAnswer, SiteverifyPorts } from '../redemption/siteverify/siteverify.ts'
import { siteverify } from '../redemption/siteverify/siteverify.ts'
import { startVerification } from './verification/start-verification.ts'
import { validateStrictly } from './request/strict-validation.ts'
import { mountWidgetSettings } from './widget/widget-settings-route.ts'

const {
  startVerification: start,
  answerVerification: answer,
  siteverify: verify,
  getVerificationResult: result,
  getPrivateToken: privateToken,
} = captchaRoutes

/** What widgets and customers' servers call: the hot path. */
export function edgeRoutes(
  ports: EdgePorts,
  resultPorts: Omit<SiteverifyPorts, 'sites' | 'challengeLifetimeSeconds'>,
): FastifyPluginAsync {
  const siteverifyPorts: SiteverifyPorts = {
    ...resultPorts,
    sites: ports.sites,
    challengeLifetimeSeconds: ports.challengeLifetimeSeconds,
  }
  return async (app) => {
    takeTheLane(app, ports)
    mountWidgetSettings(app, ports)
    await app.register(async (scope) => {
      parseJsonBodies(scope)
      validateStrictly(scope)
      allowAnyOrigin(scope, [pathOf(start.path), pathOf(answer.path)])
      scope.post<{ Body: StartBody }>(
        pathOf(start.path),
        { bodyLimit, schema: { body: startBody, response: { 201: verificationAnswer } } },
        async (request, reply) => {
          reply.code(201)
          return startVerification(ports, edgeRequest(ports, request.body, request))
        },
      )
      scope.post<{ Body: AnswerBody; Params: { verificationId: string } }>(
        pathOf(answer.path),
        { bodyLimit, schema: { params: verificationParams, body: answerBody, response: { 200: verificationAnswer } } },
        async (request) =>
          answerVerification(ports, {
            ...edgeRequest(ports, request.body, request),
            verificationId: request.params.verificationId,
          }),
      )
    })
    await app.register(async (scope) => {
      parseJsonBodies(scope)
      allowAnyOrigin(scope, [pathOf(privateToken.path)])
      mountPrivateToken(scope, ports)
    })
    await app.register(async (scope) => {
      parseJsonBodies(scope)
      mountFeedback(scope, siteverifyPorts)
    })
    await app.register(async (scope) => {
      parseSiteverifyBodies(scope)
      scope.post(pathOf(verify.path), { bodyLimit }, async (request) =>
        siteverify(siteverifyPorts, request.body, siteverifyPorts.addressOf(request)),
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
          return fetchResult(siteverifyPorts, request)
        },
      )
    })
    await app.register(async (scope) => mountCompat(scope, siteverifyPorts))
  }
}

/** Servers that speak HTTP/2 or end TLS have no such lane; their calls take the routes below. */
function takeTheLane(app: FastifyInstance, ports: EdgePorts): void {
  if (!(app.server instanceof Server)) return
  const lane = openExpressLane(app.server, {
    take: expressRoutes(ports, (error, call) => app.answerProblem(error, call)),
    headers: crossOriginHeaders,
  })
  app.addHook('preClose', (done) => {
    lane.close()
    done()
  })
}

function edgeRequest<Body>(
  ports: EdgePorts,
  body: Body,
  { headers, socket, raw }: Pick<FastifyRequest, 'headers' | 'socket' | 'raw'>,
): EdgeRequest<Body> {
  return {
    body,
    ...comesFrom(ports, { headers, remoteAddress: socket.remoteAddress }, ports.describeConnection(raw)),
  }
}

function pathOf(contractPath: string): string {
  return contractPath.replaceAll(/\{(\w+)\}/gu, ':$1')
}
