import { protectionRoutes } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { type GuardedScope, mountRoute, ProblemError } from '@bollard/http'
import { otherMethods } from '@bollard/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerOf, requireKey, type SpaceScope } from '../access/open-gate.ts'
import type { CaptchaPort, KeyOfCaptcha } from '../captcha-port.ts'
import type { ProtectionContext } from '../protection-context.ts'
import type { Recorder } from '../record/recorder.ts'
import { assertUnlocked, decide } from './decide.ts'
import type { DecideContext } from './decide-context.ts'
import { endDecision } from './end-decision.ts'
import { forwardAuth, keyOfProxy, showStopped, stoppedOf } from './forward-auth.ts'
import { reportDecisions } from './report-decisions.ts'
import { visitorOf } from './seen-addresses.ts'

export interface DecideRoutes extends DecideContext {
  readonly db: Database
  readonly recorder: Recorder
  readonly limiter: ProtectionContext['limiter']
  readonly clientIp: (request: FastifyRequest) => string
}

/** A decision with all of its request. */
const bodyLimit = 131_072
/** Five hundred decisions. */
const reportLimit = 4_194_304
const pollMs = 25_000

/** What customers' servers ask: their key comes with each call, and needs the scope `verify`. */
export function mountDecisions(app: GuardedScope, context: DecideRoutes): void {
  const { captcha, clientIp, policies, limiter } = context
  const serverOf = async (request: FastifyRequest) => requireServer({ captcha, clientIp }, request)
  mountRoute(
    app,
    protectionRoutes.decide,
    async ({ body, request }) => {
      const { key, secretKey } = await serverOf(request)
      const peer = clientIp(request)
      const forwardedFor = body.request.headers['x-forwarded-for'] ?? null
      const { trustedProxies = [] } = (await policies.find(key.solutionId).catch(() => null))?.policy.settings ?? {}
      const { undeclared } = visitorOf(forwardedFor, '', trustedProxies)
      const seen = { at: context.now().toISOString(), peer, forwardedFor, visitor: body.request.address, undeclared }
      context.seen.add(key.solutionId, seen)
      const others = otherMethods({ ...body.request, target: body.request.path })
      return decide(context, { ...body, key, secretKey, peer, from: 'API', otherMethods: others })
    },
    { bodyLimit },
  )
  mountRoute(app, protectionRoutes.endDecision, async ({ params, body, request }) => {
    const { key } = await serverOf(request)
    const { ending, status = null } = body
    await endDecision(context, key.solutionId, { id: params.decisionId.toLowerCase(), ending, status })
  })
  mountRoute(app, protectionRoutes.fetchProtectionPolicy, async ({ query, request }) => {
    const { key } = await serverOf(request)
    await limiter.take('policies', key.solutionId)
    const gone = new AbortController()
    request.raw.once('close', () => gone.abort())
    const found = await policies.waitForOther(
      key.solutionId,
      query.known ?? -1,
      pollMs,
      AbortSignal.any([gone.signal, closing.signal]),
    )
    if (found === null) return null
    assertUnlocked(found)
    const { version, solutionId, siteKey, settings, told } = found
    if (siteKey === null) throw new ProblemError('not-found')
    return {
      version,
      solutionId,
      siteKey,
      trustedProxies: settings.trustedProxies,
      controlPercent: settings.controlPercent,
      limiters: [...told.limiters],
      allowed: told.allowed.map(({ field, value, until, note }) => ({ field, value, until, note })),
      programs: {
        mode: settings.programsMode,
        answers: settings.programs,
        spoofed: settings.spoofed,
      },
      websiteUrl: context.websiteUrl,
      passSecret: captcha.secretOf(solutionId).toString('base64url'),
    }
  })
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  mountRoute(
    app,
    protectionRoutes.reportDecisions,
    async ({ body, request }) => {
      const { key } = await serverOf(request)
      await limiter.take('reports', key.solutionId)
      return { stored: await reportDecisions(context, key.solutionId, body) }
    },
    { bodyLimit: reportLimit },
  )
}

/** Proxies ask with the method of the request, or always with GET, and hand on what a browser sent; a body is none of ours. */
export function mountForwardAuth(app: FastifyInstance, context: DecideRoutes): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null)
  })
  const { path } = protectionRoutes.forwardAuth
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: path,
    exposeHeadRoute: true,
    async handler(request, reply) {
      const peer = context.clientIp(request)
      const { key, secretKey } = await keyOfProxy(context.captcha, request, peer)
      requireVerify(key)
      const stopped = stoppedOf(request)
      if (stopped !== null) showStopped(context, request, reply, stopped)
      else await forwardAuth(context, { request, reply, key, secretKey, peer })
      return reply
    },
  })
}

/** What members see of the addresses that requests said. */
export function mountSeenAddresses(
  app: SpaceScope,
  { db, seen, now }: Pick<DecideRoutes, 'db' | 'seen' | 'now'>,
): void {
  mountRoute(app, protectionRoutes.listSeenAddresses, async ({ entity }) => ({
    items: await seen.list(db, entity.id, now()),
  }))
}

async function requireServer(
  context: { readonly captcha: Pick<CaptchaPort, 'findKey'>; readonly clientIp: (request: FastifyRequest) => string },
  request: FastifyRequest,
): Promise<{ readonly key: KeyOfCaptcha; readonly secretKey: string }> {
  const secretKey = bearerOf(request) ?? ''
  const key = await requireKey(context, request, secretKey)
  requireVerify(key)
  return { key, secretKey }
}

function requireVerify({ scopes }: KeyOfCaptcha): void {
  if (!scopes.includes('verify')) throw new ProblemError('secret-key-invalid')
}
