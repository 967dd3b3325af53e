import { captchaKinds, type CheckKind } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { type FieldError, ProblemError } from '@bollard/http'

interface Placed {
  readonly kinds: readonly CheckKind[]
  readonly places: readonly string[]
  /** Places that it had before: those may stay though their probe was revoked. */
  readonly former: readonly string[]
}

interface Placing extends Placed {
  readonly solutionId: string
}

/** Sets from where a service is checked. Answers whether that is new. Throws `validation-failed` for places that it cannot have. */
export async function putPlaces(
  tx: Queries,
  { id, kind, ...rest }: Omit<Placing, 'kinds'> & { readonly id: string; readonly kind: CheckKind },
): Promise<boolean> {
  const { places, former } = rest
  if (places.length === former.length && places.every((place, index) => place === former[index])) return false
  await assertPlaces(tx, { ...rest, kinds: [kind], pointer: '/places' })
  await tx.query('monitoring-service-places', putSql, [id, places])
  return true
}

/** Refuses places that services of some kinds cannot have. Throws `validation-failed`. */
export async function assertPlaces(
  tx: Queries,
  { solutionId, pointer, ...placed }: Placing & { readonly pointer: string },
): Promise<void> {
  if (placed.places.length === 0) return
  const errors = (await judgePlaces(tx, solutionId))(placed).map((one) => ({
    ...one,
    pointer: `${pointer}${one.pointer}`,
  }))
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
}

/**
 * Reads from where services of a solution may be checked. Answers what is wrong with places of some: those that are neither the
 * installation's nor of a probe of the solution, and those of probes for kinds that only the installation checks.
 */
export async function judgePlaces(
  tx: Queries,
  solutionId: string,
): Promise<(service: Placed) => readonly FieldError[]> {
  const rows = await tx.query('monitoring-places-known', knownSql, [solutionId])
  const ours = new Set(rows.filter(({ isOurs }) => isOurs).map(({ name }) => name))
  const known = new Set(rows.map(({ name }) => name))
  return ({ kinds, places, former }) => {
    const isBound = kinds.some((kind) => (captchaKinds as readonly CheckKind[]).includes(kind))
    return places.flatMap((place, index) => {
      const pointer = `/${index}`
      if (!known.has(place)) return former.includes(place) ? [] : [{ pointer, code: 'unknown' }]
      return isBound && !ours.has(place) ? [{ pointer, code: 'not-for-kind' }] : []
    })
  }
}

/** Gives services that were just made a schedule at each place of the installation, due at those that they name. */
export async function scheduleAtPlaces(tx: Queries, ids: readonly string[], at: Date): Promise<void> {
  await tx.query('monitoring-schedules-insert', schedulesSql, [ids, at])
}

const schedulesSql = `insert into monitoring.schedules (service_id, place, solution_id, due_at)
  select s.id, p.name, s.solution_id, case when cardinality(s.places) = 0 or p.name = any (s.places) then $2::timestamptz end
  from monitoring.services s cross join monitoring.places p
  where s.id = any ($1::uuid[]) and p.seen_at > $2::timestamptz - interval '1 day'`
const putSql = 'update monitoring.services set places = $2 where id = $1'
const knownSql = `select name, true as "isOurs" from monitoring.places
  union all select place, false from monitoring.probes where solution_id = $1 and revoked_at is null`
