import type { Actor, Call } from '@bollard/access'
import { type Probe, type ProbeNew, probesMax } from '@bollard/contracts'
import type { RowOf } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'
import { generateSecretKey, hashSecret } from '../access/secret-key.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { lockSpace } from '../service/stored-services.ts'
import { type Revoked, revokeSecret } from './revoke-secret.ts'

type ProbeContext = Pick<MonitoringContext, 'db' | 'now' | 'newId' | 'randomBytes'>

/** Probes of a solution: those that work, then those that ended last, 100 at most. */
export async function listProbes(
  { db }: Pick<ProbeContext, 'db'>,
  solutionId: string,
): Promise<{ items: Probe[]; nextCursor: null }> {
  const rows = await db.query('monitoring-probes', listSql, [solutionId])
  return { items: rows.map(toProbe), nextCursor: null }
}

/** Makes the token of a probe, returned this once. Throws `quota-exceeded`, and `in-use` for a place that has one. */
export async function createProbe(
  { db, now, newId, randomBytes }: ProbeContext,
  actor: Actor,
  { solutionId, name, place, allowPrivate }: ProbeNew & { readonly solutionId: string },
  call: Call,
): Promise<Probe & { secretKey: string }> {
  const at = now()
  const [id, secretKey] = [newId(), generateSecretKey('bmp', randomBytes)]
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const working = (await tx.query('monitoring-probes', listSql, [solutionId])).filter((one) => one.revokedAt === null)
    if (working.length >= probesMax)
      throw new ProblemError('quota-exceeded', `Monitoring may have ${probesMax} probes that work.`)
    if (working.some((one) => one.place === place))
      throw new ProblemError('in-use', 'There is a probe of this place; revoke it first.', {
        errors: [{ pointer: '/place', code: 'duplicate' }],
      })
    const values = [
      id,
      solutionId,
      name,
      place,
      allowPrivate,
      hashSecret(secretKey),
      secretKey.slice(-4),
      at,
      actor.userId,
    ]
    const [row] = await tx.query('monitoring-probe-insert', insertSql, values)
    if (row === undefined) throw new Error('the insert of a probe returned no row')
    await recordAudit(tx, actor, call, at, {
      solutionId,
      action: 'probe.created',
      target: { kind: 'probe', id },
      after: { name, place, allowPrivate },
    })
    return { ...toProbe(row), secretKey }
  })
}

/** Ends a probe, see `revokeSecret`. */
export async function revokeProbe(
  context: Pick<ProbeContext, 'db' | 'now'>,
  actor: Actor,
  probe: Revoked,
  call: Call,
): Promise<void> {
  return revokeSecret(context, actor, { ...probe, kind: 'probe' }, call, (tx, values) =>
    tx.query('monitoring-probe-revoke', revokeSql, values),
  )
}

function toProbe({ createdAt, revokedAt, lastSeenAt, ...probe }: RowOf<'monitoring-probes'>): Probe {
  return {
    ...probe,
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  }
}

const columns = `id, name, place, allow_private as "allowPrivate", last4, created_at as "createdAt", created_by as "createdBy",
  revoked_at as "revokedAt", last_seen_at as "lastSeenAt"`
const listSql = `select ${columns} from monitoring.probes where solution_id = $1 order by (revoked_at is null) desc, id desc limit 100`
const insertSql = `insert into monitoring.probes (id, solution_id, name, place, allow_private, hash, last4, created_at, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${columns}`
const revokeSql = `with former as (select id, revoked_at from monitoring.probes where solution_id = $1 and id = $2 for no key update)
  update monitoring.probes p set revoked_at = coalesce(p.revoked_at, $3) from former f where p.id = f.id
  returning f.revoked_at is not null as "wasRevoked"`
