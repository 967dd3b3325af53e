import type { Call, Caller } from '@bollard/access'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../../records/audit/record-audit.ts'
import { lockSite, type SiteOverview, touchSite } from '../../records/sites/sites.ts'
import type { KeyContext } from '../api-keys/key-context.ts'
import { auditedBypassKey, findStoredBypassKey } from './stored-bypass-keys.ts'

/** Ends a bypass key for good; one that was revoked already keeps the time of then. */
export async function revokeBypassKey(
  { db, now }: KeyContext,
  actor: Caller,
  site: SiteOverview,
  id: string,
  call: Call,
): Promise<void> {
  const siteId = site.id
  const at = now()
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
    await recordAudit(tx, actor, call, at, {
      site,
      action: 'bypass-key.revoked',
      target: { kind: 'bypass-key', id: old.id },
      before: auditedBypassKey(old),
    })
  })
}
