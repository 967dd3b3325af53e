import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'

interface Placing {
  readonly solutionId: string
  readonly places: readonly string[]
  /** Places that it had before: those may stay though their probe was revoked. */
  readonly former: readonly string[]
}

/** Sets from where a service is checked. Answers whether that is new. Throws `validation-failed` for places that there are not. */
export async function putPlaces(tx: Queries, { id, ...placing }: Placing & { readonly id: string }): Promise<boolean> {
  const { places, former } = placing
  if (places.length === former.length && places.every((place, index) => place === former[index])) return false
  await assertPlaces(tx, { ...placing, pointer: '/places' })
  await tx.query('monitoring-service-places', putSql, [id, places])
  return true
}

/** Refuses places that are neither the installation's nor of a probe of the solution. Throws `validation-failed`. */
export async function assertPlaces(
  tx: Queries,
  { solutionId, places, former, pointer }: Placing & { readonly pointer: string },
): Promise<void> {
  if (places.length === 0) return
  const rows = await tx.query('monitoring-places-known', knownSql, [solutionId])
  const known = new Set([...rows.map(({ name }) => name), ...former])
  const errors = places.flatMap((place, index) =>
    known.has(place) ? [] : [{ pointer: `${pointer}/${index}`, code: 'unknown' }],
  )
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
}

const putSql = 'update monitoring.services set places = $2 where id = $1'
const knownSql = `select name from monitoring.places
  union select place from monitoring.probes where solution_id = $1 and revoked_at is null`
