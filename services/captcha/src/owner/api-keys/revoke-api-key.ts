import type { Call, Caller } from '@bollard/access'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../../records/audit/record-audit.ts'
import { lockSite, type SiteOverview, touchSite } from '../../records/sites/sites.ts'
import type { KeyContext } from './key-context.ts'
import { auditedApiKey, findStoredApiKey } from './stored-api-keys.ts'

/** Ends a key for good; one that was revoked already keeps the time of then. */
export async function revokeApiKey(
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
    const old = await findStoredApiKey(tx, siteId, id)
    if (old === undefined) throw new ProblemError('not-found')
    await tx.query(
      'captcha-api-key-revoke',
      `update captcha.api_keys set revoked_at = coalesce(revoked_at, $3), version = version + 1 where site_id = $1 and public_id = $2`,
      [siteId, id, at],
    )
    await touchSite(tx, siteId)
    await recordAudit(tx, actor, call, at, {
      site,
      action: 'api-key.revoked',
      target: { kind: 'api-key', id: old.id },
      before: auditedApiKey(old),
    })
  })
}
