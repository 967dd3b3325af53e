import type { ApiKey } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { changesOf } from '../../records/audit/changes-of.ts'
import { recordChange } from '../../records/audit/record-change.ts'
import type { Editor } from '../../access/require-editor.ts'
import { planOf } from '../plan/plan-terms.ts'
import { touchSite } from '../../records/sites/sites.ts'
import { parseNetworks } from '../../access/api-keys/allowed-networks.ts'
import { withinKeyLimits } from './count-api-keys.ts'
import { expiryFaults, latestApiKeyEnd } from './key-expiry.ts'
import type { KeyPorts } from './key-ports.ts'
import { lockSite } from '../../access/api-keys/api-key-owners.ts'
import { auditedApiKey, findStoredApiKey, toApiKey } from './stored-api-keys.ts'

export interface ApiKeyChange {
  readonly id: string
  readonly name: string
  readonly networks: readonly string[]
  readonly expiresAt: string | null
  readonly version: number
}

/** Changes a key that was not revoked. The end that a key has already may stay, also when it has passed. */
export async function updateApiKey(ports: KeyPorts, editor: Editor, change: ApiKeyChange): Promise<ApiKey> {
  const { networks, faults } = parseNetworks(change.networks)
  const at = new Date(ports.now())
  const siteId = editor.site.id
  const plan = await planOf(ports, editor.site)
  return ports.db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const old = await findStoredApiKey(tx, siteId, change.id)
    if (old === undefined || old.revokedAt !== null) throw new ProblemError('not-found')
    const expiresAt = change.expiresAt === null ? null : new Date(change.expiresAt)
    if (expiresAt?.getTime() !== old.expiresAt?.getTime())
      faults.push(...expiryFaults(change.expiresAt, ports.now(), latestApiKeyEnd(ports.now())))
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
    await recordChange(tx, editor, at, {
      action: 'api-key.updated',
      target: { kind: 'api-key', id: old.id },
      ...changes,
    })
    return toApiKey(stored, at)
  })
}
