import { createHmac, timingSafeEqual } from 'node:crypto'
import { heartbeatSkewSeconds, type SignedHeartbeat } from '@bollard/contracts'
import type { Database, Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { hashSecret } from '../access/secret-key.ts'
import { signingSecretOf } from './address.ts'

interface Received {
  readonly token: string
  /** Null: not signed, then `status` is all that was said. */
  readonly signed: SignedHeartbeat | null
  readonly status: 'ok' | 'fail'
}

/**
 * Takes a heartbeat: once it is answered it is stored, and the engine applies it within about a second. A signed one counts once, within
 * five minutes of its time. Throws `not-found` for an address of nobody, `solution-locked`, `token-invalid` for a signature that is
 * wrong or missing, `token-expired` for one that is too old or too new, and `state-conflict` for one that has counted.
 */
export async function receiveHeartbeat(
  { db, now }: { readonly db: Database; readonly now: () => Date },
  { token, signed, status }: Received,
): Promise<{ received: true }> {
  const at = now()
  const [heartbeat] = await db.query('monitoring-heartbeat-of-token', findSql, [hashSecret(token)])
  if (heartbeat === undefined) throw new ProblemError('not-found')
  if (heartbeat.isRefused) throw new ProblemError('solution-locked')
  if (signed === null && heartbeat.signedOnly)
    throw new ProblemError('token-invalid', 'This heartbeat counts only when it is signed.')
  if (signed !== null) assertSignature(token, signed, at)
  const { serviceId } = heartbeat
  const verdict = (signed?.status ?? status) === 'ok' ? 'UP' : 'DOWN'
  await db.transaction(async (tx) => {
    if (signed !== null) await useNonce(tx, { serviceId, signed, at })
    await tx.query('monitoring-heartbeat-seen', seenSql, [serviceId, at])
    const event = JSON.stringify({ kind: 'SIGNAL', verdict })
    await tx.query('monitoring-heartbeat-tell', tellSql, [serviceId, at, event])
  })
  return { received: true }
}

function assertSignature(token: string, { time, nonce, status, signature }: SignedHeartbeat, at: Date): void {
  const expected = createHmac('sha256', signingSecretOf(token)).update(`${time}.${nonce}.${status}`).digest()
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex')))
    throw new ProblemError('token-invalid', 'The signature does not fit.')
  if (Math.abs(new Date(time).getTime() - at.getTime()) > heartbeatSkewSeconds * 1_000)
    throw new ProblemError('token-expired', 'The time of the heartbeat is too far from ours.')
}

/** One transaction at most takes a nonce: the second one waits for the first, and then finds it taken. */
async function useNonce(
  tx: Queries,
  { serviceId, signed, at }: { serviceId: string; signed: SignedHeartbeat; at: Date },
): Promise<void> {
  const taken = await tx.query('monitoring-heartbeat-nonce', nonceSql, [serviceId, hashSecret(signed.nonce), at])
  if (taken.length === 0) throw new ProblemError('state-conflict', 'This heartbeat has counted already.')
}

const findSql = `select h.service_id as "serviceId", h.signed_only as "signedOnly", 'REFUSE' = any (p.effects) as "isRefused"
  from monitoring.heartbeats h join monitoring.spaces p on p.solution_id = h.solution_id where h.token_hash = $1`
const nonceSql = `insert into monitoring.heartbeat_nonces (service_id, nonce_hash, at) values ($1, $2, $3)
  on conflict (service_id, nonce_hash) do nothing returning 1 as one`
const seenSql =
  'update monitoring.heartbeats set last_at = $2 where service_id = $1 and (last_at is null or last_at < $2)'
const tellSql = `insert into monitoring.signals (service_id, solution_id, at, event) select service_id, solution_id, $2, $3::jsonb
  from monitoring.heartbeats where service_id = $1`
