import { createHash } from 'node:crypto'
import { captchaRoutes as routes } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { repeatCalls } from '@bollard/http'
import type { IdentityService } from '@bollard/identity-service'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Lets the calls that create something of a site be repeated. Mount it in the scope of the captcha's routes, before them: they say who may call. */
export function repeatCaptchaCalls(
  scope: FastifyInstance,
  db: Database,
  { findActor }: Pick<IdentityService, 'findActor'>,
  now: () => Date,
): void {
  repeatCalls(scope, {
    db,
    schema: 'server',
    routes: [
      { route: routes.createEnvironment, secrets: ['secretKey'] },
      { route: routes.createApiKey, secrets: ['secretKey'] },
      { route: routes.createBypassKey, secrets: ['secretKey'] },
      { route: routes.createWebhook, secrets: ['secret'] },
      { route: routes.createRule },
      { route: routes.createExport },
    ],
    callerOf: (request) => callerOf(request, findActor),
    now,
  })
}

/**
 * The captcha takes a `bearer` header for a key and goes by the session beside any other one, which may be the same for everybody,
 * such as that of a proxy with a password. So does this, or people would share their answers.
 */
async function callerOf(
  { headers: { authorization = '', cookie } }: FastifyRequest,
  findActor: IdentityService['findActor'],
): Promise<string | null> {
  const [scheme = '', key = ''] = authorization.split(' ')
  if (scheme.toLowerCase() === 'bearer') return `key:${createHash('sha256').update(key).digest('hex')}`
  return (await findActor(cookie))?.userId ?? null
}
