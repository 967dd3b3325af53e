import { ProblemError, probeSkewSeconds } from '@bollard/contracts'
import type { Database, RowOf } from '@bollard/database'
import { isSignedBy, readProbeHeader } from '@bollard/probe/signature'

/** Who made a call, and what is known of the folder that it came from. */
export interface ProbeCaller extends RowOf<'monitoring-probe-of-key'> {
  readonly instance: string
  /** The last of its results that is stored. */
  readonly delivered: number
}

/** A call as it came. */
export interface ProbeCall {
  readonly authorization: string | undefined
  readonly method: string
  readonly path: string
  readonly rawBody: Buffer
  /** As the body names it; the signature covers it. */
  readonly instance: string
}

/**
 * Whose call it is. Each counts once, within five minutes of its time. Throws `secret-key-invalid` for a token that is unknown or revoked
 * and for a signature that does not fit, `token-expired` for another time, and `state-conflict` for a call that has counted.
 */
export async function readProbeCall(
  db: Database,
  { authorization, method, path, rawBody, instance }: ProbeCall,
  at: Date,
): Promise<ProbeCaller> {
  const claimed = readProbeHeader(authorization)
  if (claimed === null) throw new ProblemError('secret-key-invalid', 'A probe signs each of its calls.')
  const [probe] = await db.query('monitoring-probe-of-key', findSql, [claimed.key])
  const call = { method, path, body: rawBody, time: claimed.time, nonce: claimed.nonce }
  if (probe === undefined || !isSignedBy(claimed, call)) throw new ProblemError('secret-key-invalid')
  if (Math.abs(claimed.time - at.getTime()) > probeSkewSeconds * 1_000)
    throw new ProblemError('token-expired', 'The time of the call is too far from ours.')
  const [counted] = await db.query('monitoring-probe-nonce', nonceSql, [probe.id, instance, claimed.nonce, at])
  if (counted === undefined) throw new ProblemError('state-conflict', 'This call has counted already.')
  return { ...probe, instance, delivered: Number(counted.delivered) }
}

const findSql = `select id, solution_id as "solutionId", place, allow_private as "allowPrivate" from monitoring.probes
  where public_key = $1 and revoked_at is null`
const nonceSql = `insert into monitoring.probe_instances as known (probe_id, instance, last_nonce, seen_at) values ($1, $2, $3, $4)
  on conflict (probe_id, instance) do update set last_nonce = excluded.last_nonce, seen_at = excluded.seen_at
    where known.last_nonce < excluded.last_nonce
  returning delivered`
