import { limitRate } from '@bollard/http'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { type GateContext, openGate } from './access/gate.ts'
import { type EnginePorts, mountEnginePrograms } from './edge/engine/routes.ts'
import type { LookUpNetwork } from './edge/request/network-facts.ts'
import { mountOutages } from './outage/routes.ts'
import { mountAddresses } from './owner/alerts/addresses/routes.ts'
import type { AlertPorts } from './owner/alerts/alert-ports.ts'
import { mountAlerts } from './owner/alerts/routes.ts'
import { mountApiKeys } from './owner/api-keys/routes.ts'
import { mountBypassKeys } from './owner/bypass-keys/routes.ts'
import { mountEnvironments } from './owner/environments/routes.ts'
import { mountRules } from './owner/rules/routes.ts'
import { mountSiteSettings, type SettingsPorts } from './owner/settings/routes.ts'
import type { ProvisionPorts } from './owner/site/provision-site.ts'
import { mountSite } from './owner/site/routes.ts'
import { mountWebhooks } from './owner/webhooks/routes.ts'
import { mountWhatIf } from './owner/what-if/routes.ts'
import { mountErasures } from './records/erasure/routes.ts'
import { mountExports } from './records/export/routes.ts'
import { type FeedbackPorts, mountMembersFeedback } from './records/feedback/routes.ts'
import { type LiveContext, mountLive } from './records/live/routes.ts'
import { closeStreams } from './records/live/stream-site.ts'
import { type LogPorts, mountLog } from './records/log/routes.ts'
import { mountStatistics } from './records/statistics/routes.ts'

export interface ApiPorts
  extends AlertPorts, EnginePorts, LogPorts, LiveContext, Omit<GateContext, 'now'>, ProvisionPorts, SettingsPorts {
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
    // Anyone may read a mail: its links ask for no session.
    await app.register(async (scope) => mountAddresses(scope, { ...ports, links }))
    await app.register(async (scope) => mountForCallers(scope, ports))
  }
}

function mountForCallers(app: FastifyInstance, ports: ApiPorts): void {
  const gate = openGate(app, { ...ports, now: () => new Date(ports.now()) })
  limitRate(app, { key: (request) => gate.userIdOf(request), max: 200, windowSeconds: 10, now: ports.now })

  mountSite(app, ports, gate)
  mountAlerts(app, ports, gate)
  mountWebhooks(app, ports, gate)
  mountApiKeys(app, ports, gate)
  mountBypassKeys(app, ports, gate)
  mountEnginePrograms(app, ports, gate)
  mountEnvironments(app, ports, gate)
  mountRules(app, ports, gate)
  mountSiteSettings(app, ports, gate)
  mountStatistics(app, ports, gate)
  mountLog(app, ports, gate)
  mountLive(app, ports, gate)
  mountMembersFeedback(app, ports, gate)
  mountOutages(app, ports, gate)
  mountExports(app, ports, gate)
  mountErasures(app, ports, gate)
  mountWhatIf(app, ports, gate)
}
