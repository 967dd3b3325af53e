import type { Call, Caller } from '@bollard/access'
import type { SiteSettings } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { declareActions } from '../../edge/sites/actions.ts'
import { changesOf } from '../../records/audit/changes-of.ts'
import { recordAudit } from '../../records/audit/record-audit.ts'
import { findSites, lockSite, type SiteOverview, updateSettings } from '../../records/sites/sites.ts'
import { assertFeatures, assertRoom } from '../plan/assert-plan.ts'
import { type PlanContext, planOf } from '../plan/plan-terms.ts'
import { wantedOfSettings } from '../plan/wanted-of-settings.ts'

/**
 * Replaces the settings of a site. What an earlier plan allowed can stay as it is; what is new has to be part of the present one.
 * @throws ProblemError `version-conflict` when they are not those any more that were read, `plan-feature`, `quota-exceeded`
 */
export async function changeSettings(
  { db, now, ...context }: PlanContext & { readonly db: Database; readonly now: () => Date },
  actor: Caller,
  site: SiteOverview,
  change: { version: number; settings: SiteSettings },
  call: Call,
): Promise<void> {
  const { id } = site
  const plan = await planOf(context, site)
  await db.transaction(async (tx) => {
    await lockSite(tx, id)
    const [old] = await findSites(tx, [id])
    if (old === undefined || !(await updateSettings(tx, id, change))) throw new ProblemError('version-conflict')
    await declareActions(tx, id, change.settings.actions)
    assertFeatures(plan, wantedOfSettings(old.settings, change.settings))
    assertRoom(plan, {
      limit: 'verificationLogDays',
      before: old.settings.retentionDays,
      after: change.settings.retentionDays,
      pointer: '/retentionDays',
    })
    await recordAudit(tx, actor, call, now(), {
      site,
      action: 'settings.updated',
      ...changesOf(old.settings, change.settings),
    })
  })
}
