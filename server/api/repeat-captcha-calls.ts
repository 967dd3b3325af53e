import { createHash } from 'node:crypto'
import { captchaRoutes as routes } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { repeatCalls } from '@bollard/http'
import type { IdentityService } from '@bollard/identity-service'
import type { FastifyInstance } from 'fastify'

/** Lets the calls that create something of a site be repeated. Mount it in the scope of the captcha's routes, before them: they say who may call. */
export function repeatCaptchaCalls(scope: FastifyInstance, db: Database, { findActor }: Pick<IdentityService, 'findActor'>, now: () => Date): void {
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
    async callerOf({ headers: { authorization, cookie } }) {
      if (authorization !== undefined) return `key:${createHash('sha256').update(authorization).digest('hex')}`
      return (await findActor(cookie))?.userId ?? null
    },
    now,
  })
}
