import type { Call, Caller } from '@bollard/access'
import { type BypassKey, bypassKeyDaysMax, bypassKeysMax } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { parseNetworks } from '../../access/api-keys/allowed-networks.ts'
import { describeApiKey, generateBypassKey, hashApiKey } from '../../access/api-keys/key-format.ts'
import { parseDomains } from '../../edge/request/allowed-hosts.ts'
import { recordAudit } from '../../records/audit/record-audit.ts'
import { lockSite, type SiteOverview, touchSite } from '../../records/sites/sites.ts'
import { requireEnvironmentNumber } from '../api-keys/create-api-key.ts'
import { type KeyContext, newId } from '../api-keys/key-context.ts'
import { expiryFaults } from '../api-keys/key-rules.ts'
import { auditedBypassKey, findStoredBypassKey, toBypassKey } from './stored-bypass-keys.ts'

const dayMs = 86_400_000
/** Rows of the log hold the number of a key in 16 bits. */
const numbersMax = 32_767

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
  context: KeyContext,
  actor: Caller,
  site: SiteOverview,
  request: BypassKeyRequest,
  call: Call,
): Promise<BypassKey & { readonly secretKey: string }> {
  const { domains: origins, faults } = parseDomains(request.origins, '/origins')
  const { networks, faults: networkFaults } = parseNetworks(request.networks)
  const now = context.now()
  faults.push(
    ...networkFaults,
    ...expiryFaults(request.expiresAt, now, new Date(now.getTime() + bypassKeyDaysMax * dayMs)),
  )
  if (faults.length > 0) throw new ProblemError('validation-failed', undefined, { errors: faults })
  const secretKey = generateBypassKey(context.randomBytes)
  const id = newId(context)
  const at = new Date(now)
  const siteId = site.id
  return context.db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const environmentId =
      request.environmentId === null ? null : await requireEnvironmentNumber(tx, siteId, request.environmentId)
    const number = await takeNumber(tx, siteId, at)
    const { prefix, last4 } = describeApiKey(secretKey)
    await tx.query(
      'captcha-bypass-key-insert',
      `insert into captcha.bypass_keys (id, site_id, number, name, hash, prefix, last4, environment_id, origins, networks, uses_per_day, expires_at, created_at, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text[], $10::cidr[], $11, $12, $13, $14)`,
      [
        id,
        siteId,
        number,
        request.name,
        hashApiKey(secretKey),
        prefix,
        last4,
        environmentId,
        origins,
        networks,
        request.usesPerDay,
        new Date(request.expiresAt),
        at,
        actor.userId,
      ],
    )
    await touchSite(tx, siteId)
    const stored = await findStoredBypassKey(tx, siteId, id, at)
    if (stored === undefined) throw new Error('the insert of a bypass key left no row')
    await recordAudit(tx, actor, call, at, {
      site,
      action: 'bypass-key.created',
      target: { kind: 'bypass-key', id },
      after: auditedBypassKey(stored),
    })
    return call.keepAnswer(tx, { ...toBypassKey(stored, at), secretKey })
  })
}

/** The next number, which no key of the site ever had; refused when the site has all keys that it may have. */
async function takeNumber(tx: Queries, siteId: number, at: Date): Promise<number> {
  const [row] = await tx.query(
    'captcha-bypass-keys-count',
    `select count(*) filter (where revoked_at is null and expires_at > $2)::int as live, coalesce(max(number), 0) as highest
     from captcha.bypass_keys where site_id = $1`,
    [siteId, at],
  )
  const { live, highest } = row ?? { live: 0, highest: 0 }
  if (live >= bypassKeysMax || highest >= numbersMax)
    throw new ProblemError('quota-exceeded', `A solution may have ${bypassKeysMax} bypass keys that work.`)
  return highest + 1
}
