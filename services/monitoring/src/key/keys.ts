import type { Actor, Call } from '@bollard/access'
import { type MonitoringKey, type MonitoringKeyNew, monitoringKeysMax } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'
import { generateSecretKey, hashSecret } from '../access/secret-key.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { lockSpace } from '../service/stored-services.ts'
import { type Revoked, revokeSecret } from './revoke-secret.ts'

type KeyContext = Pick<MonitoringContext, 'db' | 'now' | 'newId' | 'randomBytes' | 'apiKeysFor'>

/** Keys of a solution: those that work, then those that ended last, 100 at most. */
export async function listKeys(
  { db, now }: Pick<KeyContext, 'db' | 'now'>,
  solutionId: string,
): Promise<{ items: MonitoringKey[]; nextCursor: null }> {
  const rows = await db.query('monitoring-keys', listSql, [solutionId, now()])
  return { items: rows.map(toKey), nextCursor: null }
}

/** Makes a key of the API. The key itself is returned this once. Throws `quota-exceeded` and `forbidden`. */
export async function createKey(
  { db, now, newId, randomBytes, apiKeysFor }: KeyContext,
  actor: Actor,
  { solutionId, name, scopes, expiresAt }: MonitoringKeyNew & { readonly solutionId: string },
  call: Call,
): Promise<MonitoringKey & { secretKey: string }> {
  assertMayMake(actor, apiKeysFor)
  const at = now()
  if (expiresAt !== null && new Date(expiresAt) <= at) {
    const errors = [{ pointer: '/expiresAt', code: 'in-the-past' }]
    throw new ProblemError('validation-failed', undefined, { errors })
  }
  const [id, secretKey] = [newId(), generateSecretKey('bmk', randomBytes)]
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    await assertFew(tx, solutionId, at)
    const last4 = secretKey.slice(-4)
    const values = [id, solutionId, name, scopes, hashSecret(secretKey), last4, at, actor.userId, expiresAt]
    const [row] = await tx.query('monitoring-key-insert', insertSql, values)
    if (row === undefined) throw new Error('the insert of a key returned no row')
    await recordAudit(tx, actor, call, at, {
      solutionId,
      action: 'monitoring-key.created',
      target: { kind: 'monitoring-key', id },
      after: { name, scopes, expiresAt },
    })
    return { ...toKey(row), secretKey }
  })
}

/** Ends a key, see `revokeSecret`. */
export async function revokeKey(
  context: Pick<KeyContext, 'db' | 'now'>,
  actor: Actor,
  key: Revoked,
  call: Call,
): Promise<void> {
  return revokeSecret(context, actor, { ...key, kind: 'monitoring-key' }, call, (tx, values) =>
    tx.query('monitoring-key-revoke', revokeSql, values),
  )
}

/** The operator of an installation can keep API keys to itself. */
function assertMayMake(actor: Actor, apiKeysFor: KeyContext['apiKeysFor']): void {
  if (apiKeysFor !== 'operators' || actor.isAdmin) return
  if (actor.adminNeedsSecondFactor) throw new ProblemError('second-factor-needed')
  throw new ProblemError('forbidden', 'Only an administrator of this installation may make API keys.')
}

async function assertFew(tx: Queries, solutionId: string, at: Date): Promise<void> {
  const [row] = await tx.query('monitoring-keys-count', countSql, [solutionId, at])
  if ((row?.count ?? 0) >= monitoringKeysMax)
    throw new ProblemError('quota-exceeded', `Monitoring may have ${monitoringKeysMax} API keys that work.`)
}

function toKey({ createdAt, revokedAt, expiresAt, lastUsedAt, ...key }: RowOf<'monitoring-keys'>): MonitoringKey {
  return {
    ...key,
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

const columns = `id, name, scopes, last4, created_at as "createdAt", created_by as "createdBy", revoked_at as "revokedAt",
  expires_at as "expiresAt", last_used_at as "lastUsedAt"`
const works = 'revoked_at is null and (expires_at is null or expires_at > $2)'
const listSql = `select ${columns} from monitoring.api_keys where solution_id = $1 order by (${works}) desc, number desc limit 100`
const countSql = `select count(*)::int as count from monitoring.api_keys where solution_id = $1 and ${works}`
const insertSql = `insert into monitoring.api_keys (id, solution_id, name, scopes, hash, last4, created_at, created_by, expires_at)
  values ($1, $2, $3, $4::text[], $5, $6, $7, $8, $9) returning ${columns}`
const revokeSql = `with former as (select number, revoked_at from monitoring.api_keys where solution_id = $1 and id = $2 for no key update)
  update monitoring.api_keys k set revoked_at = coalesce(k.revoked_at, $3) from former f where k.number = f.number
  returning f.revoked_at is not null as "wasRevoked"`
