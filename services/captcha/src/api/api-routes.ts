import type { Site } from '@bollard/contracts'
import { captchaRoutes } from '@bollard/contracts'
import { limitRate, mountRoute } from '@bollard/http'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { AlertPorts } from '../alerts/alert-ports.ts'
import { mountAddresses } from '../alerts/addresses/mount-addresses.ts'
import { mountAlerts } from '../alerts/mount-alerts.ts'
import { requireEditor } from '../audit/require-editor.ts'
import { type EnginePorts, mountEnginePrograms } from '../engine/mount-engine-programs.ts'
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
import type { ProvisionPorts } from '../provision-site.ts'
import { rotateSecretKey } from '../provision-site.ts'
import { mountRules } from '../rules/mount-rules.ts'
import type { SiteOverview } from '../store/sites.ts'
import { mountWhatIf } from '../what-if/mount-what-if.ts'
import { type FeedbackPorts, mountMembersFeedback } from './members-feedback.ts'
import { requireSite } from './require-site.ts'
import { mountSiteSettings, type SettingsPorts } from '../settings/site-settings.ts'
import { findAttacks, type SeenAttack } from '../under-attack/find-attacks.ts'
import { describeAttack } from '../under-attack/describe-attack.ts'
import { mountStatistics } from '../statistics/mount-statistics.ts'

export interface ApiPorts extends AlertPorts, EnginePorts, LogPorts, CallerPorts, ProvisionPorts, SettingsPorts {
  /** Brings the roll-ups of a site up to this moment, unless the queue is long. */
  readonly refreshFigures: (siteId: number) => Promise<void>
  /** Writes hits of rules that are still gathered. */
  readonly refreshHits: () => Promise<void>
  readonly lookUpNetwork: LookUpNetwork
  readonly blame: FeedbackPorts['blame']
}

/** What the dashboard calls with a person's session, and customers' servers with an API key. */
export function apiRoutes(ports: ApiPorts): FastifyPluginAsync {
  return async (app) => {
    // A server that closes waits for its requests, and a stream would never end by itself.
    app.addHook('preClose', async () => closeStreams(ports.openStreams))
    const { links } = ports.alerts.addresses
    // Whoever reads a mail need not be anybody.
    await app.register(async (scope) => mountAddresses(scope, { ...ports, links }))
    await app.register(async (scope) => mountForCallers(scope, ports))
  }
}

function mountForCallers(app: FastifyInstance, ports: ApiPorts): void {
  const actorOf = requireCaller(app, ports)
  limitRate(app, { key: (request) => actorOf(request).userId, max: 200, windowSeconds: 10, now: ports.now })

  mountRoute(app, captchaRoutes.getSite, async ({ params, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
    const attacks = await findAttacks(ports.db, [site.id])
    return describeSite(site, attacks.get(site.id))
  })

  mountRoute(app, captchaRoutes.rotateSecretKey, async ({ params, request }) => {
    const access = { personOnly: true, provenBefore: new Date(ports.now()), evenReadOnly: true }
    return rotateSecretKey(
      ports,
      await requireEditor(ports, request, actorOf(request), params.solutionId, 'ADMIN', access),
    )
  })

  mountAlerts(app, ports, actorOf)
  mountApiKeys(app, ports, actorOf)
  mountBypassKeys(app, ports, actorOf)
  mountEnginePrograms(app, ports, actorOf)
  mountEnvironments(app, ports, actorOf)
  mountRules(app, ports, actorOf)
  mountSiteSettings(app, ports, actorOf)
  mountStatistics(app, ports, actorOf)
  mountLog(app, ports, actorOf)
  mountMembersFeedback(app, ports, actorOf)
  mountOutages(app, ports, actorOf)
  mountExports(app, ports, actorOf)
  mountErasures(app, ports, actorOf)
  mountWhatIf(app, ports, actorOf)
}

function describeSite(site: SiteOverview, attack: SeenAttack | undefined): Site {
  return {
    solutionId: site.solutionId,
    siteKey: site.siteKey,
    secretKey: { prefix: site.prefix, last4: site.last4, createdAt: site.keyCreatedAt.toISOString() },
    domains: [...site.domains],
    firstVerificationAt: site.firstVerificationAt?.toISOString() ?? null,
    firstFetchedAt: site.firstFetchedAt?.toISOString() ?? null,
    underAttack: describeAttack(site.settings, attack),
  }
}
