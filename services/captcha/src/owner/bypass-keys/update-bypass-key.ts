import type { Call, Caller } from '@bollard/access'
import type { BypassKey } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { parseNetworks } from '../../access/api-keys/allowed-networks.ts'
import { parseDomains } from '../../edge/request/allowed-hosts.ts'
import { changesOf } from '../../records/audit/changes-of.ts'
import { recordAudit } from '../../records/audit/record-audit.ts'
import { lockSite, type SiteOverview, touchSite } from '../../records/sites/sites.ts'
import type { KeyContext } from '../api-keys/key-context.ts'
import { auditedBypassKey, findStoredBypassKey, toBypassKey } from './stored-bypass-keys.ts'

export interface BypassKeyChange {
  readonly id: string
  readonly name: string
  readonly origins: readonly string[]
  readonly networks: readonly string[]
  readonly usesPerDay: number | null
  readonly version: number
}

/** Changes a bypass key that was not revoked. */
export async function updateBypassKey(
  { db, now }: KeyContext,
  actor: Caller,
  site: SiteOverview,
  change: BypassKeyChange,
  call: Call,
): Promise<BypassKey> {
  const { domains: origins, faults } = parseDomains(change.origins, '/origins')
  const { networks, faults: networkFaults } = parseNetworks(change.networks)
  faults.push(...networkFaults)
  if (faults.length > 0) throw new ProblemError('validation-failed', undefined, { errors: faults })
  const at = now()
  const siteId = site.id
  return db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const old = await findStoredBypassKey(tx, siteId, change.id, at)
    if (old === undefined || old.revokedAt !== null) throw new ProblemError('not-found')
    if (change.version !== old.version) throw new ProblemError('version-conflict')
    await tx.query(
      'captcha-bypass-key-update',
      'update captcha.bypass_keys set name = $2, origins = $3::text[], networks = $4::cidr[], uses_per_day = $5, version = version + 1 where id = $1',
      [old.id, change.name, origins, networks, change.usesPerDay],
    )
    await touchSite(tx, siteId)
    const stored = await findStoredBypassKey(tx, siteId, change.id, at)
    if (stored === undefined) throw new ProblemError('not-found')
    const changes = changesOf(auditedBypassKey(old), auditedBypassKey(stored))
    await recordAudit(tx, actor, call, at, {
      site,
      action: 'bypass-key.updated',
      target: { kind: 'bypass-key', id: old.id },
      ...changes,
    })
    return toBypassKey(stored, at)
  })
}
