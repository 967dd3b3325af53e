import type { SiteSettings } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { changesOf } from '../audit/changes-of.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Editor } from '../audit/require-editor.ts'
import { lockSite } from '../keys/secret-keys.ts'
import { findSites, updateSettings } from '../store/sites.ts'

/** Replaces the settings of a site. @throws ProblemError `version-conflict` when they are not those any more that were read */
export async function changeSettings(
  { db, now }: { readonly db: Database; readonly now: () => number },
  editor: Editor,
  change: { version: number; settings: SiteSettings },
): Promise<void> {
  const { id } = editor.site
  await db.transaction(async (tx) => {
    await lockSite(tx, id)
    const [old] = await findSites(tx, [id])
    if (old === undefined || !(await updateSettings(tx, id, change))) throw new ProblemError('version-conflict')
    await recordChange(tx, editor, new Date(now()), { action: 'settings.updated', ...changesOf(old.settings, change.settings) })
  })
}
