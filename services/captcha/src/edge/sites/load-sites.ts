import { setImmediate } from 'node:timers/promises'
import type { LockEffect, PlanFeature, SiteSettings } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { compileNetworks } from '@bollard/visitor-rules'
import { findEnvironmentsOf, findSites } from '../../records/sites/sites.ts'
import type { NameOfNetwork } from '../../records/store/stored-verification.ts'
import { loadBypassKeys } from '../bypass-keys/load-bypass-keys.ts'
import { compileHosts } from '../request/allowed-hosts.ts'
import { compileSiteRules, findRuleStates, loadRules } from '../rules/load-rules.ts'
import { readCredentials } from './site-credentials.ts'
import type { Site, SiteEnvironment } from './site.ts'

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
  // Looked at once: meanwhile others load sites too.
  const before = new Map(stored.map(({ id }) => [id, known(id)]))
  const changed = stored.filter(({ id, changedAt }) => before.get(id)?.changedAt !== changedAt).map(({ id }) => id)
  if (changed.length === 0) return stored.flatMap(({ id }) => before.get(id) ?? [])
  // Long lists of rules take a good part of a second to be made ready, so that is done only when they have changed.
  const states = await findRuleStates(db, changed)
  const isSame = (id: number): boolean => before.get(id)?.rulesState === (states.get(id) ?? '')
  const [environments, rules, bypassKeys] = await Promise.all([
    findEnvironmentsOf(db, changed),
    loadRules(
      db,
      changed.filter((id) => !isSame(id)),
    ),
    loadBypassKeys(db, changed),
  ])
  const loaded: Site[] = []
  for (const row of stored) {
    const former = before.get(row.id)
    if (former?.changedAt === row.changedAt) {
      loaded.push(former)
      continue
    }
    const { restrictions, withheldFeatures, resultsRefusedUntil: _ofKeys, ...plain } = row
    const settings = restrictedSettings(row.settings, restrictions)
    const ownRules = rules.get(row.id) ?? []
    const ready: Pick<Site, 'rules' | 'hasRules' | 'rulesState'> =
      former !== undefined && isSame(row.id)
        ? former
        : {
            rules: compileSiteRules(ownRules, nameOfNetwork),
            hasRules: ownRules.length > 0,
            rulesState: states.get(row.id) ?? '',
          }
    // Visitors of other sites have their turn between two of them.
    if (ownRules.length > 0) await setImmediate()
    const own: SiteEnvironment[] = []
    const site: Site = {
      ...plain,
      settings,
      withheld: withheldBy(restrictions, withheldFeatures),
      refuses: restrictions.includes('REFUSE'),
      credentials: readCredentials(settings),
      exempts: compileNetworks(settings.exemptNetworks),
      rules: ready.rules,
      hasRules: ready.hasRules,
      rulesState: ready.rulesState,
      bypassKeys: bypassKeys.get(row.id) ?? [],
      environments: own,
    }
    for (const { id, siteId, siteKey, active, domains } of environments) {
      if (siteId === row.id) own.push({ id, site, siteKey, active, allows: compileHosts(domains), test: null })
    }
    loaded.push(site)
  }
  return loaded
}

/** How a site works: as its owner has set it, save that with WORK_ONLY nobody is scored and the badge is shown. What is stored stays as it is. */
export function restrictedSettings(settings: SiteSettings, restrictions: readonly LockEffect[]): SiteSettings {
  if (!restrictions.includes('WORK_ONLY')) return settings
  return { ...settings, riskScoring: false, widget: { ...settings.widget, whiteLabel: false } }
}

/** What pages may not switch on by themselves: what the plan does not have, and with WORK_ONLY to hide the badge. */
export function withheldBy(
  restrictions: readonly LockEffect[],
  byPlan: readonly PlanFeature[],
): readonly PlanFeature[] {
  return restrictions.includes('WORK_ONLY') ? [...byPlan, 'WHITE_LABEL'] : byPlan
}
