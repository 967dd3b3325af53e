import type { Queries } from '@bollard/database'
import { compileHosts } from './environments/allowed-hosts.ts'
import { loadBypassKeys } from './keys/load-bypass-keys.ts'
import { compileSiteRules, loadRules } from './rules/load-rules.ts'
import type { NameOfNetwork, Site, SiteEnvironment } from './site.ts'
import { readCredentials } from './site-credentials.ts'
import { findEnvironmentsOf, findSites } from './store/sites.ts'

/**
 * Sites with all that belongs to them, made ready for the hot path. A site that did not change since it was loaded is the one
 * that is known already.
 */
export async function loadSites(
  db: Queries,
  siteIds: readonly number[],
  { nameOfNetwork, known }: { nameOfNetwork: NameOfNetwork; known: (siteId: number) => Site | undefined },
): Promise<Site[]> {
  if (siteIds.length === 0) return []
  // Before the rest: what is read later is at least as new as the moment of change that stands for it.
  const stored = await findSites(db, siteIds)
  const changed = stored.filter(({ id, changedAt }) => known(id)?.changedAt !== changedAt).map(({ id }) => id)
  const [environments, rules, bypassKeys] =
    changed.length === 0
      ? [[], new Map<number, never>(), new Map<number, never>()]
      : await Promise.all([findEnvironmentsOf(db, changed), loadRules(db, changed), loadBypassKeys(db, changed)])
  return stored.map((row) => {
    const before = known(row.id)
    if (before?.changedAt === row.changedAt) return before
    const own: SiteEnvironment[] = []
    const site: Site = {
      ...row,
      credentials: readCredentials(row.settings),
      rules: compileSiteRules(rules.get(row.id) ?? [], nameOfNetwork),
      hasRules: (rules.get(row.id) ?? []).length > 0,
      bypassKeys: bypassKeys.get(row.id) ?? [],
      environments: own,
    }
    for (const { id, siteId, siteKey, active, domains } of environments) {
      if (siteId === row.id) own.push({ id, site, siteKey, active, allows: compileHosts(domains), test: null })
    }
    return site
  })
}
