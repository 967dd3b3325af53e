import { Server } from 'node:http'
import { type AnswerBody, captchaRoutes, type StartBody } from '@bollard/contracts'
import { openExpressLane } from '@bollard/http'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { allowAnyOrigin, crossOriginHeaders } from './request/allow-any-origin.ts'
import type { EdgeRequest } from './request/edge-request.ts'
import { bodyLimit, parseJsonBodies } from './request/json-bodies.ts'
import {
  answerBody,
  startBody,
  validateStrictly,
  verificationAnswer,
  verificationParams,
} from './request/widget-calls.ts'
import { answerVerification } from './verification/answer-verification.ts'
import { comesFrom } from './verification/comes-from.ts'
import type { EdgeContext } from './verification/edge-context.ts'
import { expressRoutes } from './verification/express-routes.ts'
import { mountPrivateToken } from './verification/private-token-route.ts'
import { startVerification } from './verification/start-verification.ts'
import { mountWidgetSettings } from './widget/widget-settings-route.ts'

const { startVerification: start, answerVerification: answer, getPrivateToken: privateToken } = captchaRoutes

/** What widgets call: the hot path. */
export function edgeRoutes(context: EdgeContext): FastifyPluginAsync {
  return async (app) => {
    takeTheLane(app, context)
    mountWidgetSettings(app, context)
    await app.register(async (scope) => {
      parseJsonBodies(scope)
      validateStrictly(scope)
      allowAnyOrigin(scope, [pathOf(start.path), pathOf(answer.path)])
      scope.post<{ Body: StartBody }>(
        pathOf(start.path),
        { bodyLimit, schema: { body: startBody, response: { 201: verificationAnswer } } },
        async (request, reply) => {
          reply.code(201)
          return startVerification(context, edgeRequest(context, request.body, request))
        },
      )
      scope.post<{ Body: AnswerBody; Params: { verificationId: string } }>(
        pathOf(answer.path),
        { bodyLimit, schema: { params: verificationParams, body: answerBody, response: { 200: verificationAnswer } } },
        async (request) =>
          answerVerification(context, {
            ...edgeRequest(context, request.body, request),
            verificationId: request.params.verificationId,
          }),
      )
    })
    await app.register(async (scope) => {
      parseJsonBodies(scope)
      allowAnyOrigin(scope, [pathOf(privateToken.path)])
      mountPrivateToken(scope, context)
    })
  }
}

/** Servers that speak HTTP/2 or end TLS have no such lane; their calls take the routes above. */
function takeTheLane(app: FastifyInstance, context: EdgeContext): void {
  if (!context.expressLane || !(app.server instanceof Server)) return
  const lane = openExpressLane(app.server, {
    take: expressRoutes(context, (error, call) => app.answerProblem(error, call)),
    headers: crossOriginHeaders,
  })
  app.addHook('preClose', (done) => {
    lane.close()
    done()
  })
}

function edgeRequest<Body>(
  context: EdgeContext,
  body: Body,
  { headers, socket, raw }: Pick<FastifyRequest, 'headers' | 'socket' | 'raw'>,
): EdgeRequest<Body> {
  return {
    body,
    ...comesFrom(context, { headers, remoteAddress: socket.remoteAddress }, context.describeConnection(raw)),
  }
}

function pathOf(contractPath: string): string {
  return contractPath.replaceAll(/\{(\w+)\}/gu, ':$1')
}
