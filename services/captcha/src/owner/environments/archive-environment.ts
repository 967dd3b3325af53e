import type { Call, Caller } from '@bollard/access'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../../records/audit/record-audit.ts'
import { lockSite, type SiteOverview, touchSite } from '../../records/sites/sites.ts'
import { auditedEnvironment, listStoredEnvironments } from '../../records/sites/stored-environments.ts'
import type { KeyContext } from '../api-keys/key-context.ts'

/** Ends an environment with all keys that are bound to it; what it recorded stays. */
export async function archiveEnvironment(
  { db, now }: KeyContext,
  actor: Caller,
  site: SiteOverview,
  id: string,
  call: Call,
): Promise<void> {
  const siteId = site.id
  await db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const all = await listStoredEnvironments(tx, siteId)
    const old = all.find((environment) => environment.id === id.toLowerCase())
    if (old === undefined) throw new ProblemError('not-found')
    if (all.length === 1) throw new ProblemError('last-environment')
    const { number } = old
    const at = now()
    await tx.query(
      'captcha-environment-archive',
      'update captcha.environments set archived_at = $2, updated_at = $2, version = version + 1 where id = $1',
      [number, at],
    )
    const apiKeys = await tx.query(
      'captcha-environment-end-api-keys',
      'update captcha.api_keys set revoked_at = $3 where site_id = $1 and environment_id = $2 and revoked_at is null returning public_id as id',
      [siteId, number, at],
    )
    const bypassKeys = await tx.query(
      'captcha-environment-end-bypass-keys',
      'update captcha.bypass_keys set revoked_at = $3 where site_id = $1 and environment_id = $2 and revoked_at is null returning id',
      [siteId, number, at],
    )
    await touchSite(tx, siteId)
    const ended = { apiKeys: apiKeys.map((key) => key.id), bypassKeys: bypassKeys.map((key) => key.id) }
    const target = { kind: 'environment', id: old.id }
    await recordAudit(tx, actor, call, at, {
      site,
      action: 'environment.archived',
      target,
      before: { ...auditedEnvironment(old), ...ended },
    })
  })
}
