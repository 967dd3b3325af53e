import { ProblemError } from '@bollard/http'
import { recordChange } from '../../records/audit/record-change.ts'
import type { Editor } from '../../access/require-editor.ts'
import { touchSite } from '../../records/sites/sites.ts'
import type { KeyPorts } from '../api-keys/key-ports.ts'
import { lockSite } from '../../access/api-keys/api-key-owners.ts'
import { auditedBypassKey, findStoredBypassKey } from './stored-bypass-keys.ts'

/** Ends a bypass key for good; one that was revoked already keeps the time of then. */
export async function revokeBypassKey({ db, now }: KeyPorts, editor: Editor, id: string): Promise<void> {
  const siteId = editor.site.id
  const at = new Date(now())
  await db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const old = await findStoredBypassKey(tx, siteId, id, at)
    if (old === undefined) throw new ProblemError('not-found')
    await tx.query(
      'captcha-bypass-key-revoke',
      `update captcha.bypass_keys set revoked_at = coalesce(revoked_at, $3), version = version + 1 where site_id = $1 and id = $2`,
      [siteId, id, at],
    )
    await touchSite(tx, siteId)
    await recordChange(tx, editor, at, {
      action: 'bypass-key.revoked',
      target: { kind: 'bypass-key', id: old.id },
      before: auditedBypassKey(old),
    })
  })
}
