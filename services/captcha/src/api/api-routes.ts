import type { Site } from '@bollard/contracts'
import { captchaRoutes } from '@bollard/contracts'
import { limitRate, mountRoute, ProblemError } from '@bollard/http'
import type { FastifyPluginAsync } from 'fastify'
import type { AlertPorts } from '../alerts/alert-ports.ts'
import { mountAlerts } from '../alerts/mount-alerts.ts'
import { mountEnvironments } from '../environments/mount-environments.ts'
import { mountErasures } from '../erasure/mount-erasures.ts'
import { mountExports } from '../export/mount-exports.ts'
import { mountOutages } from '../failover/mount-outages.ts'
import { mountApiKeys } from '../keys/mount-api-keys.ts'
import { mountBypassKeys } from '../keys/mount-bypass-keys.ts'
import { type CallerPorts, requireCaller } from '../keys/require-caller.ts'
import type { LookUpNetwork } from '../edge/network-facts.ts'
import { closeStreams } from '../live/stream-site.ts'
import type { LogPorts } from '../log/log-routes.ts'
import { mountLog } from '../log/log-routes.ts'
import { findVerification } from '../log/read-verifications.ts'
import type { ProvisionPorts } from '../provision-site.ts'
import { rotateSecretKey } from '../provision-site.ts'
import { mountRules } from '../rules/mount-rules.ts'
import type { VerificationKey } from '../store/feedback.ts'
import { giveFeedback, removeFeedback } from '../store/feedback.ts'
import type { SiteOverview } from '../store/sites.ts'
import { issuedAtOf } from '../verification-id.ts'
import { mountWhatIf } from '../what-if/mount-what-if.ts'
import { getAccuracy } from './get-accuracy.ts'
import { requireSite } from './require-site.ts'
import { mountSiteSettings, type SettingsPorts } from '../settings/site-settings.ts'
import { mountStatistics } from '../statistics/mount-statistics.ts'

export interface ApiPorts extends AlertPorts, LogPorts, CallerPorts, ProvisionPorts, SettingsPorts {
  /** Brings the roll-ups up to this moment. */
  readonly refreshFigures: () => Promise<void>
  /** Writes hits of rules that are still gathered. */
  readonly refreshHits: () => Promise<void>
  readonly lookUpNetwork: LookUpNetwork
}

/** What the dashboard calls with a person's session, and customers' servers with an API key. */
export function apiRoutes(ports: ApiPorts): FastifyPluginAsync {
  return async (app) => {
    // A server that closes waits for its requests, and a stream would never end by itself.
    app.addHook('preClose', async () => closeStreams(ports.openStreams))
    const actorOf = requireCaller(app, ports)
    limitRate(app, { key: (request) => actorOf(request).userId, max: 200, windowSeconds: 10, now: ports.now })

    mountRoute(app, captchaRoutes.getSite, async ({ params, request }) => describeSite(await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')))

    mountRoute(app, captchaRoutes.rotateSecretKey, async ({ params, request }) => {
      const caller = actorOf(request)
      const access = { personOnly: true, provenBefore: new Date(ports.now()), evenReadOnly: true }
      const site = await requireSite(ports, caller, params.solutionId, 'ADMIN', access)
      return rotateSecretKey(ports, site.id, caller.userId)
    })

    mountRoute(app, captchaRoutes.putFeedback, async ({ params, body, request }) => {
      const site = await requireSite(ports, actorOf(request), params.solutionId, 'MEMBER')
      const feedback = await giveFeedback(ports.db, requireKey(site, params.verificationId), { label: body.label, at: new Date(ports.now()) })
      if (feedback === undefined) throw new ProblemError('not-found')
      return feedback
    })

    mountRoute(app, captchaRoutes.deleteFeedback, async ({ params, request }) => {
      const site = await requireSite(ports, actorOf(request), params.solutionId, 'MEMBER')
      const key = requireKey(site, params.verificationId)
      if ((await findVerification(ports.db, key)) === undefined) throw new ProblemError('not-found')
      await removeFeedback(ports.db, key)
    })

    mountRoute(app, captchaRoutes.getAccuracy, async ({ params, query, request }) => {
      const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
      return getAccuracy(ports.db, site.id, query.period, ports.now())
    })

    mountAlerts(app, ports, actorOf)
    mountApiKeys(app, ports, actorOf)
    mountBypassKeys(app, ports, actorOf)
    mountEnvironments(app, ports, actorOf)
    mountRules(app, ports, actorOf)
    mountSiteSettings(app, ports, actorOf)
    mountStatistics(app, ports, actorOf)
    mountLog(app, ports, actorOf)
    mountOutages(app, ports, actorOf)
    mountExports(app, ports, actorOf)
    mountErasures(app, ports, actorOf)
    mountWhatIf(app, ports, actorOf)
  }
}

/** The key of a verification in the log; an id of any other kind names none. */
function requireKey(site: SiteOverview, id: string): VerificationKey {
  const issuedAt = issuedAtOf(id)
  if (Number.isNaN(issuedAt)) throw new ProblemError('not-found')
  return { siteId: site.id, id, issuedAt: new Date(issuedAt) }
}

function describeSite(site: SiteOverview): Site {
  return {
    solutionId: site.solutionId,
    siteKey: site.siteKey,
    secretKey: { prefix: site.prefix, last4: site.last4, createdAt: site.keyCreatedAt.toISOString() },
    domains: [...site.domains],
    firstVerificationAt: site.firstVerificationAt?.toISOString() ?? null,
    firstFetchedAt: site.firstFetchedAt?.toISOString() ?? null,
  }
}
