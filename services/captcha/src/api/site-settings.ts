import { captchaRoutes, type SiteSettings } from '@bollard/contracts'
import { mountRoute, ProblemError } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { faultsOf } from '../site-credentials.ts'
import { type SiteOverview, updateSettings } from '../store/sites.ts'
import type { AccessPorts, Actor } from './require-site.ts'
import { requireSite } from './require-site.ts'

/** The calls that show and change how a site treats its visitors. */
export function mountSiteSettings(app: FastifyInstance, ports: AccessPorts, actorOf: (request: FastifyRequest) => Actor): void {
  mountRoute(app, captchaRoutes.getSiteSettings, async ({ params, request }) =>
    settingsOf(await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')),
  )

  mountRoute(app, captchaRoutes.putSiteSettings, async ({ params, body, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'ADMIN')
    const errors = faultsOf(body)
    if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
    await updateSettings(ports.db, site.id, body)
    return body
  })
}

function settingsOf({ minimalData, signedBots, privateTokens }: SiteOverview): SiteSettings {
  return { minimalData, signedBots, privateTokens }
}
