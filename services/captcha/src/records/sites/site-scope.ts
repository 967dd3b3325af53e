import type { Standing } from '@bollard/access'
import type { GuardedScope } from '@bollard/http'
import type { SiteOverview } from './sites.ts'

/** How a caller stands at a site. */
export interface SiteStanding extends Standing {
  readonly site: SiteOverview
}

/** Where routes about sites are mounted: a caller who may not call one is refused before its handler runs. */
export type SiteScope = GuardedScope<SiteStanding>
