import { type BypassKey, mostBypassKeyDays, mostBypassKeys } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { recordChange } from '../../records/audit/record-change.ts'
import type { Editor } from '../../access/require-editor.ts'
import { parseDomains } from '../../edge/sites/allowed-hosts.ts'
import { touchSite } from '../../records/sites/sites.ts'
import { parseNetworks } from '../../access/api-keys/allowed-networks.ts'
import { requireEnvironmentNumber } from '../api-keys/create-api-key.ts'
import { expiryFaults } from '../api-keys/key-expiry.ts'
import { type KeyPorts, newId } from '../api-keys/key-ports.ts'
import { createBypassKey as createSecret, describeSecretKey, hashSecretKey } from '../../access/api-keys/key-format.ts'
import { lockSite } from '../../access/api-keys/api-key-owners.ts'
import { auditedBypassKey, findStoredBypassKey, toBypassKey } from './stored-bypass-keys.ts'

const dayMs = 86_400_000
/** Rows of the log hold the number of a key in 16 bits. */
const mostNumbers = 32_767

export interface BypassKeyRequest {
  readonly name: string
  readonly environmentId: string | null
  readonly origins: readonly string[]
  readonly networks: readonly string[]
  readonly usesPerDay: number | null
  readonly expiresAt: string
}

/** Makes a key with which its holder passes without work. The key itself is told this once. */
export async function createBypassKey(
  ports: KeyPorts,
  editor: Editor,
  request: BypassKeyRequest,
): Promise<BypassKey & { readonly secretKey: string }> {
  const { domains: origins, faults } = parseDomains(request.origins, '/origins')
  const { networks, faults: networkFaults } = parseNetworks(request.networks)
  const now = ports.now()
  faults.push(...networkFaults, ...expiryFaults(request.expiresAt, now, now + mostBypassKeyDays * dayMs))
  if (faults.length > 0) throw new ProblemError('validation-failed', undefined, { errors: faults })
  const secretKey = createSecret(ports.randomBytes)
  const id = newId(ports)
  const at = new Date(now)
  const siteId = editor.site.id
  return ports.db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const environmentId =
      request.environmentId === null ? null : await requireEnvironmentNumber(tx, siteId, request.environmentId)
    const number = await takeNumber(tx, siteId, at)
    const { prefix, last4 } = describeSecretKey(secretKey)
    await tx.query(
      'captcha-bypass-key-insert',
      `insert into captcha.bypass_keys (id, site_id, number, name, hash, prefix, last4, environment_id, origins, networks, uses_per_day, expires_at, created_at, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text[], $10::cidr[], $11, $12, $13, $14)`,
      [
        id,
        siteId,
        number,
        request.name,
        hashSecretKey(secretKey),
        prefix,
        last4,
        environmentId,
        origins,
        networks,
        request.usesPerDay,
        new Date(request.expiresAt),
        at,
        editor.userId,
      ],
    )
    await touchSite(tx, siteId)
    const stored = await findStoredBypassKey(tx, siteId, id, at)
    if (stored === undefined) throw new Error('the insert of a bypass key left no row')
    await recordChange(tx, editor, at, {
      action: 'bypass-key.created',
      target: { kind: 'bypass-key', id },
      after: auditedBypassKey(stored),
    })
    return editor.keepAnswer(tx, { ...toBypassKey(stored, at), secretKey })
  })
}

/** The next number, which no key of the site ever had; refused when the site has all keys that it may have. */
async function takeNumber(tx: Queries, siteId: number, at: Date): Promise<number> {
  const [row] = await tx.query<{ live: number; highest: number }>(
    'captcha-bypass-keys-count',
    `select count(*) filter (where revoked_at is null and expires_at > $2)::int as live, coalesce(max(number), 0) as highest
     from captcha.bypass_keys where site_id = $1`,
    [siteId, at],
  )
  const { live, highest } = row ?? { live: 0, highest: 0 }
  if (live >= mostBypassKeys || highest >= mostNumbers)
    throw new ProblemError('quota-exceeded', `A solution may have ${mostBypassKeys} bypass keys that work.`)
  return highest + 1
}
