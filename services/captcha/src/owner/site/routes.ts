import { captchaRoutes, type Site } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { mountRoute } from '@bollard/http'
import type { SiteScope } from '../../records/sites/site-scope.ts'
import type { SiteOverview } from '../../records/sites/sites.ts'
import { describeAttack, findAttacks, type SeenAttack } from '../under-attack/attacks.ts'

/** What a site is. */
export function mountSite(app: SiteScope, context: { readonly db: Queries }): void {
  mountRoute(app, captchaRoutes.getSite, async ({ standing: { site } }) => {
    const attacks = await findAttacks(context.db, [site.id])
    return describeSite(site, attacks.get(site.id))
  })
}

function describeSite(site: SiteOverview, attack: SeenAttack | undefined): Site {
  return {
    solutionId: site.solutionId,
    siteKey: site.siteKey,
    secretKey: site.secretKey && { ...site.secretKey, createdAt: site.secretKey.createdAt.toISOString() },
    domains: [...site.domains],
    firstVerificationAt: site.firstVerificationAt?.toISOString() ?? null,
    firstFetchedAt: site.firstFetchedAt?.toISOString() ?? null,
    underAttack: describeAttack(site.settings, attack),
  }
}
