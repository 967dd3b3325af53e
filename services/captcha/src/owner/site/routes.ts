import { captchaRoutes, type Site } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SiteScope } from '../../records/sites/site-scope.ts'
import type { SiteOverview } from '../../records/sites/sites.ts'
import { describeAttack, findAttacks, type SeenAttack } from '../under-attack/attacks.ts'
import { type ProvisionContext, rotateSecretKey } from './provision-site.ts'

/** What a site is, and the call that replaces its first key. */
export function mountSite(app: SiteScope, context: ProvisionContext): void {
  mountRoute(app, captchaRoutes.getSite, async ({ standing: { site } }) => {
    const attacks = await findAttacks(context.db, [site.id])
    return describeSite(site, attacks.get(site.id))
  })

  mountRoute(app, captchaRoutes.rotateSecretKey, async ({ actor, standing: { site }, call }) =>
    rotateSecretKey(context, actor, site, call),
  )
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
