import { Server } from 'node:http'
import { captchaRoutes } from '@bollard/contracts'
import { openExpressLane, ProblemError } from '@bollard/http'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { allowAnyOrigin } from './allow-any-origin.ts'
import { answerVerification } from './answer-verification.ts'
import { connectionSignals } from './connection-signals.ts'
import type { EdgePorts } from './edge-ports.ts'
import type { EdgeRequest, StartBody } from './edge-request.ts'
import { expressRoutes } from './express-routes.ts'
import { mountFeedback } from './feedback-route.ts'
import { bodyLimit, parseFormBodies, parseJsonBodies } from './parse-bodies.ts'
import { mountPrivateToken } from './private-token-route.ts'
import type { AnswerBody } from './row-of-answer.ts'
import { answerBody, startBody, verificationAnswer, verificationParams } from './schemas.ts'
import type { SiteverifyPorts } from './siteverify.ts'
import { siteverify } from './siteverify.ts'
import { startVerification } from './start-verification.ts'
import { validateStrictly } from './strict-validation.ts'

const { startVerification: start, answerVerification: answer, siteverify: verify, getVerificationResult: result, getPrivateToken: privateToken } = captchaRoutes

/** What widgets and customers' servers call: the hot path. */
export function edgeRoutes(ports: EdgePorts, siteverifyPorts: SiteverifyPorts): FastifyPluginAsync {
  return async (app) => {
    takeTheLane(app, ports)
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
        async (request) => answerVerification(ports, { ...edgeRequest(ports, request.body, request), verificationId: request.params.verificationId }),
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
      parseJsonBodies(scope)
      parseFormBodies(scope)
      scope.post(pathOf(verify.path), { bodyLimit }, async (request) => siteverify(siteverifyPorts, request.body))
      // Without a HEAD twin, which would use up the one retrieval and show nothing for it.
      scope.get<{ Params: { verificationId: string } }>(pathOf(result.path), { exposeHeadRoute: false }, async (request, reply) => {
        reply.header('cache-control', 'no-store')
        return fetchResult(siteverifyPorts, request)
      })
    })
  }
}

/** Servers that speak HTTP/2 or end TLS have no such lane; their calls take the routes below. */
function takeTheLane(app: FastifyInstance, ports: EdgePorts): void {
  if (!(app.server instanceof Server)) return
  const lane = openExpressLane(app.server, {
    take: expressRoutes(ports, (error, call) => app.answerProblem(error, call)),
    headers: { 'access-control-allow-origin': '*' },
  })
  app.addHook('preClose', (done) => {
    lane.close()
    done()
  })
}

function edgeRequest<Body>(ports: EdgePorts, body: Body, { headers, socket, raw }: Pick<FastifyRequest, 'headers' | 'socket' | 'raw'>): EdgeRequest<Body> {
  return { body, headers, remoteAddress: socket.remoteAddress, connectionSignals: connectionSignals(headers, ports.describeConnection(raw)) }
}

/** The result for the holder of the site's secret key; it counts as the one retrieval, like siteverify. */
async function fetchResult(ports: SiteverifyPorts, request: FastifyRequest<{ Params: { verificationId: string } }>) {
  const [scheme = '', secretKey = ''] = (request.headers.authorization ?? '').split(' ')
  const owner = scheme.toLowerCase() === 'bearer' ? await ports.secretKeys.find(secretKey) : null
  if (owner === null) throw new ProblemError('secret-key-invalid')
  const params = result.params.safeParse(request.params)
  if (!params.success) throw new ProblemError('verification-not-found')
  const redeemed = await ports.redeem(owner, params.data.verificationId.toLowerCase())
  switch (redeemed.status) {
    case 'redeemed':
      return redeemed.verification
    case 'used':
      throw new ProblemError('retrieval-limit')
    case 'expired':
      throw new ProblemError('result-expired')
    case 'key-revoked':
      throw new ProblemError('secret-key-invalid')
    case 'unknown':
      throw new ProblemError('verification-not-found')
    default:
      return redeemed satisfies never
  }
}

function pathOf(contractPath: string): string {
  return contractPath.replaceAll(/\{(\w+)\}/gu, ':$1')
}
