import type { SiteSettings } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { changesOf } from '../../records/audit/changes-of.ts'
import { recordChange } from '../../records/audit/record-change.ts'
import type { Editor } from '../../access/require-editor.ts'
import { lockSite } from '../../access/api-keys/api-key-owners.ts'
import { assertFeatures } from '../plan/assert-features.ts'
import { assertRoom } from '../plan/assert-room.ts'
import { planOf, type PlanPorts } from '../plan/plan-terms.ts'
import { wantedOfSettings } from '../plan/wanted-of-settings.ts'
import { declareActions } from '../../edge/sites/actions.ts'
import { findSites, updateSettings } from '../../records/sites/sites.ts'

/**
 * Replaces the settings of a site. What an earlier plan allowed can stay as it is; what is new has to be part of the present one.
 * @throws ProblemError `version-conflict` when they are not those any more that were read, `plan-feature`, `quota-exceeded`
 */
export async function changeSettings(
  { db, now, ...ports }: PlanPorts & { readonly db: Database; readonly now: () => number },
  editor: Editor,
  change: { version: number; settings: SiteSettings },
): Promise<void> {
  const { id } = editor.site
  const plan = await planOf(ports, editor.site)
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
    await recordChange(tx, editor, new Date(now()), {
      action: 'settings.updated',
      ...changesOf(old.settings, change.settings),
    })
  })
}
