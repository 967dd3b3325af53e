import type { Call, Caller } from '@bollard/access'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../../records/audit/record-audit.ts'
import { lockSite, type SiteOverview, touchSite } from '../../records/sites/sites.ts'
import type { KeyContext } from './key-context.ts'
import { auditedApiKey, findStoredApiKey } from './stored-api-keys.ts'
import { readyToTell } from './tell-admins.ts'

/** The same for an operator, who says why: the admins of the solution get a mail with the reason. A key that was revoked already stays as it is. */
export async function revokeApiKeyAsOperator(
  context: KeyContext,
  actor: Caller,
  site: SiteOverview,
  { id, reason }: { readonly id: string; readonly reason: string },
  call: Call,
): Promise<void> {
  const at = context.now()
  const tell = await readyToTell(context.keyMails, site.solutionId)
  await context.db.transaction(async (tx) => {
    await lockSite(tx, site.id)
    const old = await findStoredApiKey(tx, site.id, id)
    if (old === undefined) throw new ProblemError('not-found')
    const revoked = await tx.query('captcha-api-key-revoke-open', revokeOpenSql, [site.id, id, at])
    if (revoked.length === 0) return
    await touchSite(tx, site.id)
    await tell(tx, { kind: 'key-revoked-by-operator', happening: old.id, key: old, values: () => ({ reason }) })
    const target = { kind: 'api-key', id: old.id }
    const change = { site, action: 'api-key.revoked', target, before: auditedApiKey(old), after: { reason } }
    await recordAudit(tx, actor, call, at, { ...change, asOperator: true })
  })
}

const revokeOpenSql = `update captcha.api_keys set revoked_at = $3, version = version + 1
  where site_id = $1 and public_id = $2 and revoked_at is null returning id`

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
