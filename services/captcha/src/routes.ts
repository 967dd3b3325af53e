import { callerOf, createCallLimiter } from '@bollard/http'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { mayStillRead, openGate } from './access/open-gate.ts'
import type { CaptchaContext } from './captcha-context.ts'
import { mountEnginePrograms } from './edge/engine/routes.ts'
import { mountOutages } from './outage/routes.ts'
import { mountAddresses } from './owner/alerts/addresses/routes.ts'
import { mountAlerts } from './owner/alerts/routes.ts'
import { mountApiKeys } from './owner/api-keys/routes.ts'
import { mountBypassKeys } from './owner/bypass-keys/routes.ts'
import { mountEnvironments } from './owner/environments/routes.ts'
import { mountRules } from './owner/rules/routes.ts'
import { mountSiteSettings } from './owner/settings/routes.ts'
import { mountSite } from './owner/site/routes.ts'
import { mountWebhooks } from './owner/webhooks/routes.ts'
import { mountWhatIf } from './owner/what-if/routes.ts'
import { mountErasures } from './records/erasure/routes.ts'
import { mountExports } from './records/export/routes.ts'
import { rateLimits } from './rate-limits.ts'
import { mountMembersFeedback } from './records/feedback/routes.ts'
import { mountLive } from './records/live/routes.ts'
import { closeStreams } from './records/live/stream-site.ts'
import { mountLog } from './records/log/routes.ts'
import { mountSavedFilters } from './records/saved-filters/routes.ts'
import { mountStatistics } from './records/statistics/routes.ts'

/** What the dashboard calls with a person's session, and customers' servers with an API key. */
export function apiRoutes(context: CaptchaContext): FastifyPluginAsync {
  return async (app) => {
    // A server that closes waits for its requests, and a stream would never end by itself.
    app.addHook('preClose', async () => closeStreams(context.openStreams))
    const { links } = context.alerts.addresses
    // Anyone may read a mail: its links ask for no session.
    await app.register(async (scope) => mountAddresses(scope, { ...context, links }))
    await app.register(async (scope) => mountForCallers(scope, context))
  }
}

function mountForCallers(app: FastifyInstance, context: CaptchaContext): void {
  const scope = openGate(app, context)
  const limiter = createCallLimiter('captcha', rateLimits, context)
  app.addHook(
    'onRequest',
    limiter.hook('signedIn', (request) => callerOf(request).userId),
  )

  mountSite(scope, context)
  mountAlerts(scope, context)
  mountWebhooks(scope, context)
  mountApiKeys(scope, context)
  mountBypassKeys(scope, context)
  mountEnginePrograms(scope, context)
  mountEnvironments(scope, context)
  mountRules(scope, context)
  mountSiteSettings(scope, context)
  mountStatistics(scope, context)
  mountLog(scope, context)
  mountLive(scope, {
    ...context,
    mayStillRead: (request, solutionId) => mayStillRead(context, request, solutionId),
  })
  mountMembersFeedback(scope, context)
  mountOutages(scope, context)
  mountSavedFilters(scope, context)
  mountExports(scope, context)
  mountErasures(scope, context)
  mountWhatIf(scope, context)
}
