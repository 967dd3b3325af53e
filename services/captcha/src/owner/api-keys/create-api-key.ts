import type { Call, Caller } from '@bollard/access'
import type { ApiKey, ApiKeyScope } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { type FieldError, ProblemError } from '@bollard/http'
import { parseNetworks } from '../../access/api-keys/allowed-networks.ts'
import { describeApiKey, hashApiKey } from '../../access/api-keys/key-format.ts'
import { recordAudit } from '../../records/audit/record-audit.ts'
import { lockSite, type SiteOverview } from '../../records/sites/sites.ts'
import { findEnvironmentNumber } from '../../records/sites/stored-environments.ts'
import { planOf } from '../plan/plan-terms.ts'
import { type FreshApiKey, freshApiKey, type KeyContext } from './key-context.ts'
import { expiryFaults, latestApiKeyEnd, requireKeyMaker, withinKeyLimits } from './key-rules.ts'
import { auditedApiKey, findStoredApiKey, insertApiKey, type NewApiKey, toApiKey } from './stored-api-keys.ts'
import { keyCreated, readyToTell } from './tell-admins.ts'

export type CreatedApiKey = ApiKey & { readonly secretKey: string }

export interface ApiKeyRequest {
  readonly name: string
  readonly scopes: readonly ApiKeyScope[]
  readonly environmentId: string | null
  readonly networks: readonly string[]
  readonly expiresAt: string | null
}

/** Makes a key for a customer's server. The key itself is returned this once. */
export async function createApiKey(
  context: KeyContext,
  actor: Caller,
  site: SiteOverview,
  request: ApiKeyRequest,
  call: Call,
): Promise<CreatedApiKey> {
  requireKeyMaker(context, actor, request.scopes)
  const { networks, faults } = parseNetworks(request.networks)
  faults.push(
    ...expiryFaults(request.expiresAt, context.now(), latestApiKeyEnd(context.now())),
    ...environmentFaults(request),
  )
  if (faults.length > 0) throw new ProblemError('validation-failed', undefined, { errors: faults })
  const siteId = site.id
  const { plan, tell, fresh } = await readyForKey(context, site)
  return context.db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const environmentId =
      request.environmentId === null ? null : await requireEnvironmentNumber(tx, siteId, request.environmentId)
    const expiresAt = request.expiresAt === null ? null : new Date(request.expiresAt)
    const { name, scopes } = request
    const created = await withinKeyLimits(tx, { siteId, plan, at: context.now() }, () =>
      issueApiKey(context, tx, fresh, {
        siteId,
        environmentId,
        name,
        scopes,
        networks,
        createdBy: actor.userId,
        expiresAt,
      }),
    )
    await tell(tx, keyCreated(created, actor.userId))
    const target = { kind: 'api-key', id: created.id }
    await recordAudit(tx, actor, call, context.now(), {
      site,
      action: 'api-key.created',
      target,
      after: auditedApiKey(created),
    })
    return call.keepAnswer(tx, created)
  })
}

/** What a new key asks of other services and databases, before the transaction that stores it holds the locks of its cell. */
export async function readyForKey(context: KeyContext, site: SiteOverview) {
  const plan = await planOf(context, site)
  const tell = await readyToTell(context.keyMails, site.solutionId)
  return { plan, tell, fresh: await freshApiKey(context, site) }
}

/** Stores a fresh key in a transaction that holds the site's turn. */
export async function issueApiKey(
  context: Pick<KeyContext, 'now'>,
  tx: Queries,
  { publicId, secretKey }: FreshApiKey,
  key: Omit<NewApiKey, 'publicId' | 'hash' | 'prefix' | 'last4' | 'createdAt'>,
): Promise<CreatedApiKey> {
  const createdAt = context.now()
  await insertApiKey(tx, {
    ...key,
    publicId,
    hash: hashApiKey(secretKey),
    ...describeApiKey(secretKey),
    createdAt,
  })
  const stored = await findStoredApiKey(tx, key.siteId, publicId)
  if (stored === undefined) throw new Error('the insert of an API key left no row')
  return { ...toApiKey(stored, createdAt), secretKey }
}

/** The number of an environment that is not archived; a fault of the field `environmentId` when there is none. */
export async function requireEnvironmentNumber(tx: Queries, siteId: number, environmentId: string): Promise<number> {
  const number = await findEnvironmentNumber(tx, siteId, environmentId)
  if (number === undefined)
    throw new ProblemError('validation-failed', undefined, { errors: [{ pointer: '/environmentId', code: 'unknown' }] })
  return number
}

/** Statistics and settings belong to the solution as a whole: a key for them cannot be kept to one environment. */
function environmentFaults({ environmentId, scopes }: ApiKeyRequest): FieldError[] {
  if (environmentId === null || scopes.every((scope) => scope === 'verify')) return []
  return [{ pointer: '/environmentId', code: 'environment-not-possible' }]
}
