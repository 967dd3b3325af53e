import { captchaRoutes, type Site } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { Gate } from '../../records/audit/editor.ts'
import type { SiteOverview } from '../../records/sites/sites.ts'
import { describeAttack, findAttacks, type SeenAttack } from '../under-attack/attacks.ts'
import { type ProvisionContext, rotateSecretKey } from './provision-site.ts'

/** What a site is, and the call that replaces its first key. */
export function mountSite(app: FastifyInstance, context: ProvisionContext, gate: Gate): void {
  mountRoute(app, captchaRoutes.getSite, async ({ params, request }) => {
    const site = await gate.requireSite(request, params.solutionId, 'VIEWER')
    const attacks = await findAttacks(context.db, [site.id])
    return describeSite(site, attacks.get(site.id))
  })

  mountRoute(app, captchaRoutes.rotateSecretKey, async ({ params, request }) => {
    const closing = { personOnly: true, proven: true, evenReadOnly: true }
    return rotateSecretKey(context, await gate.requireEditor(request, params.solutionId, 'ADMIN', closing))
  })
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
