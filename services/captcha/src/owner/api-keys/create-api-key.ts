import type { ApiKey, ApiKeyScope } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { type FieldError, ProblemError } from '@bollard/http'
import { recordChange } from '../../records/audit/record-change.ts'
import type { Editor } from '../../access/require-editor.ts'
import { findEnvironmentNumber } from '../../records/sites/stored-environments.ts'
import { planOf } from '../plan/plan-terms.ts'
import { parseNetworks } from '../../access/api-keys/allowed-networks.ts'
import { withinKeyLimits } from './count-api-keys.ts'
import { expiryFaults, latestApiKeyEnd } from './key-expiry.ts'
import { type KeyPorts, newId } from './key-ports.ts'
import { createSecretKey, describeSecretKey, hashSecretKey } from '../../access/api-keys/key-format.ts'
import { insertApiKey, lockSite, type NewApiKey } from '../../access/api-keys/api-key-owners.ts'
import { keyCreated, readyToTell } from './tell-admins.ts'
import { auditedApiKey, findStoredApiKey, toApiKey } from './stored-api-keys.ts'

export type CreatedApiKey = ApiKey & { readonly secretKey: string }

export interface ApiKeyRequest {
  readonly name: string
  readonly scopes: readonly ApiKeyScope[]
  readonly environmentId: string | null
  readonly networks: readonly string[]
  readonly expiresAt: string | null
}

/** Makes a key for a customer's server. The key itself is told this once. */
export async function createApiKey(ports: KeyPorts, editor: Editor, request: ApiKeyRequest): Promise<CreatedApiKey> {
  const { networks, faults } = parseNetworks(request.networks)
  faults.push(
    ...expiryFaults(request.expiresAt, ports.now(), latestApiKeyEnd(ports.now())),
    ...environmentFaults(request),
  )
  if (faults.length > 0) throw new ProblemError('validation-failed', undefined, { errors: faults })
  const siteId = editor.site.id
  const plan = await planOf(ports, editor.site)
  const tell = await readyToTell(ports.keyMails, editor.site.solutionId)
  return ports.db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const environmentId =
      request.environmentId === null ? null : await requireEnvironmentNumber(tx, siteId, request.environmentId)
    const expiresAt = request.expiresAt === null ? null : new Date(request.expiresAt)
    const { name, scopes } = request
    const created = await withinKeyLimits(tx, { siteId, plan, at: new Date(ports.now()) }, () =>
      issueApiKey(ports, tx, { siteId, environmentId, name, scopes, networks, createdBy: editor.userId, expiresAt }),
    )
    await tell(tx, keyCreated(created, editor.userId))
    const target = { kind: 'api-key', id: created.id }
    await recordChange(tx, editor, new Date(ports.now()), {
      action: 'api-key.created',
      target,
      after: auditedApiKey(created),
    })
    return editor.keepAnswer(tx, created)
  })
}

/** Stores a fresh key in a transaction that holds the site's turn. */
export async function issueApiKey(
  ports: KeyPorts,
  tx: Queries,
  key: Omit<NewApiKey, 'publicId' | 'hash' | 'prefix' | 'last4' | 'createdAt'>,
): Promise<CreatedApiKey> {
  const secretKey = createSecretKey(ports.randomBytes)
  const publicId = newId(ports)
  const createdAt = new Date(ports.now())
  await insertApiKey(tx, {
    ...key,
    publicId,
    hash: hashSecretKey(secretKey),
    ...describeSecretKey(secretKey),
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
