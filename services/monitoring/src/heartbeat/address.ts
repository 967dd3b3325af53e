import { createHmac } from 'node:crypto'
import type { Call, Caller } from '@bollard/access'
import { type HeartbeatAddress, monitoringRoutes } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'
import { hashSecret } from '../access/secret-key.ts'
import type { MonitoringContext } from '../monitoring-context.ts'

type Sealing = Pick<MonitoringContext, 'box' | 'randomBytes'>
interface Place {
  readonly serviceId: string
  readonly solutionId: string
}

/** A token of 256 bits is the address; what signs heartbeats is derived from it, so that whoever sees a signature learns neither. */
export function signingSecretOf(token: string): string {
  return createHmac('sha256', token).update('heartbeat signature').digest('base64url')
}

/** Gives a new heartbeat its address. */
export async function insertHeartbeat(
  { box, randomBytes }: Sealing,
  tx: Queries,
  { serviceId, solutionId }: Place,
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const { keyId, bytes } = box.seal(token, serviceId)
  await tx.query('monitoring-heartbeat-insert', insertSql, [serviceId, solutionId, hashSecret(token), bytes, keyId])
}

/** Where a job tells that it has run. Throws `not-found` for a service that is no heartbeat. */
export async function readAddress(
  { db, box }: Pick<MonitoringContext, 'db' | 'box'>,
  { serviceId, solutionId }: Place,
): Promise<HeartbeatAddress> {
  const [row] = await db.query('monitoring-heartbeat', findSql, [solutionId, serviceId])
  const token = row && box.open({ keyId: row.keyId, bytes: row.sealed }, serviceId)
  if (row === undefined) throw new ProblemError('not-found')
  if (!token) throw new ProblemError('not-found', 'The address cannot be read any more; replace it.')
  return {
    path: monitoringRoutes.sendHeartbeat.path.replace('{token}', token),
    secret: signingSecretOf(token),
    signedOnly: row.signedOnly,
    lastAt: row.lastAt?.toISOString() ?? null,
  }
}

/** Says whether only signed heartbeats count, and with `replace` ends the address. */
export async function putAddress(
  context: Sealing & Pick<MonitoringContext, 'db' | 'now'>,
  actor: Caller,
  { serviceId, solutionId, signedOnly, replace }: Place & { readonly signedOnly: boolean; readonly replace: boolean },
  call: Call,
): Promise<HeartbeatAddress> {
  const { db, box, randomBytes, now } = context
  const place = { serviceId, solutionId }
  await db.transaction(async (tx) => {
    const token = randomBytes(32).toString('base64url')
    const { keyId, bytes } = box.seal(token, serviceId)
    const fresh = replace ? [hashSecret(token), bytes, keyId] : [null, null, null]
    const changed = await tx.query('monitoring-heartbeat-put', putSql, [solutionId, serviceId, signedOnly, ...fresh])
    if (changed.length === 0) throw new ProblemError('not-found')
    await recordAudit(tx, actor, call, now(), {
      solutionId,
      action: replace ? 'heartbeat.replaced' : 'heartbeat.changed',
      target: { kind: 'monitored-service', id: serviceId },
      after: { signedOnly },
    })
  })
  return readAddress(context, place)
}

const insertSql =
  'insert into monitoring.heartbeats (service_id, solution_id, token_hash, sealed, key_id) values ($1, $2, $3, $4, $5)'
const findSql = `select sealed, key_id as "keyId", signed_only as "signedOnly", last_at as "lastAt" from monitoring.heartbeats
  where solution_id = $1 and service_id = $2`
const putSql = `update monitoring.heartbeats set signed_only = $3, token_hash = coalesce($4::bytea, token_hash), sealed = coalesce($5::bytea, sealed),
    key_id = coalesce($6::int, key_id) where solution_id = $1 and service_id = $2 returning 1 as one`
