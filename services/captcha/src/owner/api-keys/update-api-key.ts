import type { Call, Caller } from '@bollard/access'
import type { ApiKey } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { parseNetworks } from '../../access/api-keys/allowed-networks.ts'
import { changesOf } from '../../records/audit/changes-of.ts'
import { recordAudit } from '../../records/audit/record-audit.ts'
import { lockSite, type SiteOverview, touchSite } from '../../records/sites/sites.ts'
import { planOf } from '../plan/plan-terms.ts'
import type { KeyContext } from './key-context.ts'
import { expiryFaults, latestApiKeyEnd, requireKeyMaker, withinKeyLimits } from './key-rules.ts'
import { auditedApiKey, findStoredApiKey, toApiKey } from './stored-api-keys.ts'

export interface ApiKeyChange {
  readonly id: string
  readonly name: string
  readonly networks: readonly string[]
  readonly expiresAt: string | null
  readonly version: number
}

/** Changes a key that was not revoked. The end that a key has already may stay, also when it has passed. */
export async function updateApiKey(
  context: KeyContext,
  actor: Caller,
  site: SiteOverview,
  change: ApiKeyChange,
  call: Call,
): Promise<ApiKey> {
  const { networks, faults } = parseNetworks(change.networks)
  const at = context.now()
  const siteId = site.id
  const plan = await planOf(context, site)
  return context.db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const old = await findStoredApiKey(tx, siteId, change.id)
    if (old === undefined || old.revokedAt !== null) throw new ProblemError('not-found')
    requireKeyMaker(context, actor, old.scopes)
    const expiresAt = change.expiresAt === null ? null : new Date(change.expiresAt)
    if (expiresAt?.getTime() !== old.expiresAt?.getTime())
      faults.push(...expiryFaults(change.expiresAt, context.now(), latestApiKeyEnd(context.now())))
    if (faults.length > 0) throw new ProblemError('validation-failed', undefined, { errors: faults })
    if (change.version !== old.version) throw new ProblemError('version-conflict')
    // A key that had ended can work again.
    await withinKeyLimits(tx, { siteId, plan, at }, () =>
      tx.query(
        'captcha-api-key-update',
        `update captcha.api_keys set name = $2, networks = $3::cidr[], expires_at = $4,
           expiry_notices = case when expires_at is distinct from $4 then 0 else expiry_notices end, version = version + 1 where public_id = $1`,
        [change.id, change.name, networks, expiresAt],
      ),
    )
    await touchSite(tx, siteId)
    const stored = await findStoredApiKey(tx, siteId, change.id)
    if (stored === undefined) throw new ProblemError('not-found')
    const changes = changesOf(auditedApiKey(old), auditedApiKey(stored))
    await recordAudit(tx, actor, call, at, {
      site,
      action: 'api-key.updated',
      target: { kind: 'api-key', id: old.id },
      ...changes,
    })
    return toApiKey(stored, at)
  })
}
