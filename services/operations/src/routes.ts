import { createCallLimiter, operatorPlugin } from '@bollard/http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { mountAbuse } from './abuse/routes.ts'
import { mountFlags, mountNotice } from './flag/routes.ts'
import { mountJobs } from './job/routes.ts'
import { mountMails } from './mail/routes.ts'
import type { OperationsContext } from './operations-context.ts'
import { mountOverview } from './overview/routes.ts'
import { mountQueues } from './queue/routes.ts'
import { rateLimits } from './rate-limits.ts'
import { mountSystem } from './system/routes.ts'

/** Every route of the service, area by area. No page calls them from another origin; the sites call from server to server. */
export function operationsPlugin(
  context: OperationsContext,
  clientIp: (request: FastifyRequest) => string,
): FastifyPluginAsync {
  const limiter = createCallLimiter('operations', rateLimits, context)
  return operatorPlugin(
    { context, clientIp, limiter },
    {
      anybody: (scope) => mountNotice(scope, context, limiter),
      operators(scope) {
        mountOverview(scope, context)
        mountJobs(scope, context)
        mountQueues(scope, context)
        mountMails(scope, context)
        mountFlags(scope, context)
        mountAbuse(scope, context)
        mountSystem(scope, context)
      },
    },
  )
}
