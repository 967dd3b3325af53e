import { ProblemError } from '@bollard/http'
import { recordChange } from '../../records/audit/record-change.ts'
import type { Editor } from '../../access/require-editor.ts'
import { touchSite } from '../../records/sites/sites.ts'
import type { KeyPorts } from './key-ports.ts'
import { lockSite } from '../../access/api-keys/api-key-owners.ts'
import { auditedApiKey, findStoredApiKey } from './stored-api-keys.ts'

/** Ends a key for good; one that was revoked already keeps the time of then. */
export async function revokeApiKey({ db, now }: KeyPorts, editor: Editor, id: string): Promise<void> {
  const siteId = editor.site.id
  const at = new Date(now())
  await db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const old = await findStoredApiKey(tx, siteId, id)
    if (old === undefined) throw new ProblemError('not-found')
    await tx.query(
      'captcha-api-key-revoke',
      `update captcha.api_keys set revoked_at = coalesce(revoked_at, $3), version = version + 1 where site_id = $1 and public_id = $2`,
      [siteId, id, at],
    )
    await touchSite(tx, siteId)
    await recordChange(tx, editor, at, {
      action: 'api-key.revoked',
      target: { kind: 'api-key', id: old.id },
      before: auditedApiKey(old),
    })
  })
}
