import { protectionRoutes } from '@bollard/contracts'
import { type GuardedScope, limitedIp, mountRoute, ProblemError } from '@bollard/http'
import type { FastifyRequest } from 'fastify'
import { bearerOf, requireKey, type SpaceScope } from '../access/open-gate.ts'
import type { CaptchaPort } from '../captcha-port.ts'
import type { FormContext } from '../form-context.ts'
import { findSpace } from '../space/space.ts'
import { tryForm } from './try-form.ts'
import { validateTyped } from './typed-values.ts'
import { validate } from './validate.ts'

/** More than anybody writes, and room for a few fields of the longest texts. */
const bodyLimit = 2_097_152

/** Where members try rules. */
export function mountFormTrials(app: SpaceScope, context: FormContext): void {
  mountRoute(
    app,
    protectionRoutes.tryProtectedForm,
    async ({ actor, entity, body }) => {
      await context.limiter.take('tryForm', actor.userId)
      return tryForm(context, { ...body, solutionId: entity.id })
    },
    { bodyLimit },
  )
}

interface OpenContext extends FormContext {
  readonly captcha: Pick<CaptchaPort, 'findKey'>
  readonly clientIp: (request: FastifyRequest) => string
}

/** What customers' servers ask. */
export function mountValidations(app: GuardedScope, context: OpenContext): void {
  const { db, limiter } = context
  mountRoute(
    app,
    protectionRoutes.validate,
    async ({ request, body }) => {
      const { solutionId } = await requireKey(context, request, bearerOf(request) ?? '')
      await limiter.take('validations', solutionId)
      const space = await findSpace(db, solutionId)
      if (space === null) throw new ProblemError('secret-key-invalid')
      if (space.effects.includes('RESULTS_REFUSED')) throw new ProblemError('solution-locked')
      return validate(context, solutionId, body)
    },
    { bodyLimit },
  )
}

/** What widgets ask: from pages of any origin, of which the verb takes those of the site. No cookie is sent or read. */
export function mountTypedValues(app: GuardedScope, context: OpenContext): void {
  const { limiter, clientIp } = context
  const { path } = protectionRoutes.validateTyped
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' })
  })
  app.options(path.replace('{siteKey}', ':siteKey'), async (_request, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': '86400',
      })
      .send(),
  )
  mountRoute(
    app,
    protectionRoutes.validateTyped,
    async ({ params, body, request }) =>
      validateTyped(context, { ...body, siteKey: params.siteKey, origin: request.headers.origin }),
    { onRequest: limiter.hook('typedValues', (request) => limitedIp(clientIp(request))) },
  )
}
