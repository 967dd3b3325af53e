import type { Actor, Call } from '@bollard/access'
import { type MonitoringPlace, type Probe, probeAwaySeconds, type ProbeNew, probesMax } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'
import { generateSecretKey, hashSecret } from '../access/secret-key.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { deriveProbeKey } from '@bollard/probe/signature'
import { lockSpace } from '../service/stored-services.ts'
import { type Revoked, revokeSecret } from './revoke-secret.ts'

type ProbeContext = Pick<MonitoringContext, 'db' | 'now' | 'newId' | 'randomBytes'>

/** Probes of a solution: those that work, then those that ended last, 100 at most. */
export async function listProbes(
  { db, now }: Pick<ProbeContext, 'db' | 'now'>,
  solutionId: string,
): Promise<{ items: Probe[]; nextCursor: null }> {
  const rows = await db.query('monitoring-probes', listSql, [solutionId])
  return { items: rows.map((row) => toProbe(row, now())), nextCursor: null }
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
    if ((await listPlaces({ db: tx }, solutionId)).items.some((one) => one.name === place))
      throw new ProblemError('in-use', 'There is such a place already; a probe of it has to be revoked first.', {
        errors: [{ pointer: '/place', code: 'duplicate' }],
      })
    const values = [
      id,
      solutionId,
      name,
      place,
      allowPrivate,
      hashSecret(secretKey),
      deriveProbeKey(secretKey).publicKey,
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
    return { ...toProbe(row, at), secretKey }
  })
}

/** From where services of a solution can be checked. */
export async function listPlaces(
  { db }: { readonly db: Queries },
  solutionId: string,
): Promise<{ items: MonitoringPlace[]; nextCursor: null }> {
  return { items: await db.query('monitoring-places-of', placesSql, [solutionId]), nextCursor: null }
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

function toProbe({ createdAt, revokedAt, lastSeenAt, ...probe }: RowOf<'monitoring-probes'>, now: Date): Probe {
  const isSilent = lastSeenAt !== null && now.getTime() - lastSeenAt.getTime() > probeAwaySeconds * 1_000
  const seen = lastSeenAt === null ? 'WAITING' : isSilent ? 'AWAY' : 'CONNECTED'
  return {
    ...probe,
    state: revokedAt === null ? seen : 'REVOKED',
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  }
}

const columns = `id, name, place, allow_private as "allowPrivate", last4, created_at as "createdAt", created_by as "createdBy",
  revoked_at as "revokedAt", last_seen_at as "lastSeenAt", software_version as "softwareVersion", clock_ms as "clockMs",
  waiting as "waitingResults", dropped as "droppedResults", has_line as "hasLine"`
const listSql = `select ${columns} from monitoring.probes where solution_id = $1 order by (revoked_at is null) desc, id desc limit 100`
const placesSql = `select name, null::uuid as "probeId" from monitoring.places
  union all select place, id from monitoring.probes where solution_id = $1 and revoked_at is null order by name`
const insertSql = `insert into monitoring.probes (id, solution_id, name, place, allow_private, hash, public_key, last4, created_at, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${columns}`
const revokeSql = `with former as (select id, revoked_at from monitoring.probes where solution_id = $1 and id = $2 for no key update)
  update monitoring.probes p set revoked_at = coalesce(p.revoked_at, $3) from former f where p.id = f.id
  returning f.revoked_at is not null as "wasRevoked"`
