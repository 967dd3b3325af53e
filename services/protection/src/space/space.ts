import type { LockEffect } from '@bollard/contracts'
import { type Database, isTimeZone, type Queries } from '@bollard/database'
import type { SolutionState } from '../protection-context.ts'
import { usualSettings } from '../settings/usual-settings.ts'

/** The part of a solution that this service has. */
export interface Space {
  readonly solutionId: string
  readonly effects: readonly LockEffect[]
  readonly timeZone: string
}

export async function findSpace(db: Queries, solutionId: string): Promise<Space | null> {
  const [space] = await db.query('protection-space', findSql, [solutionId])
  return space ?? null
}

/** Makes the protection of a new solution. Nothing happens where there is one. */
export async function provisionSpace(
  db: Queries,
  { solutionId, timeZone, at }: { readonly solutionId: string; readonly timeZone: string; readonly at: Date },
): Promise<void> {
  await db.query('protection-space-insert', insertSql, [solutionId, timeZone, JSON.stringify(usualSettings), at])
}

/**
 * Obeys the locks, the life and the time zone of a solution. A state with a lower number than the last one is out of date and changes
 * nothing; unknown solutions are left alone.
 */
export async function applySolutionState(
  db: Database,
  solutionId: string,
  { effects, timeZone, number }: SolutionState,
): Promise<void> {
  const zone = (await isTimeZone(db, timeZone)) ? timeZone : null
  await db.query('protection-space-apply-state', applySql, [solutionId, effects, number, zone])
}

/** Erases all of the protection of a site. True once nothing is left, also where there was nothing. */
export async function eraseSpace(db: Queries, solutionId: string): Promise<boolean> {
  await db.query('protection-space-erase', 'delete from protection.spaces where solution_id = $1', [solutionId])
  return true
}

/** One change of the protection of a solution at a time. */
export async function lockSpace(tx: Queries, solutionId: string): Promise<void> {
  await tx.query('protection-space-turn', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `protection ${solutionId}`,
  ])
}

/** To be called with each change that decisions depend on: every process obeys it within about a second. */
export async function touchPolicy(tx: Queries, solutionId: string): Promise<void> {
  await tx.query('protection-policy-touch', touchSql, [solutionId])
}

const findSql =
  'select solution_id as "solutionId", effects, time_zone as "timeZone" from protection.spaces where solution_id = $1'
const insertSql = `insert into protection.spaces (solution_id, time_zone, settings, created_at) values ($1, $2, $3::jsonb, $4)
  on conflict (solution_id) do nothing`
const applySql = `update protection.spaces set effects = $2::text[], state_number = $3, time_zone = coalesce($4::text, time_zone),
    policy_version = policy_version + 1
  where solution_id = $1 and state_number < $3`
const touchSql = 'update protection.spaces set policy_version = policy_version + 1 where solution_id = $1'
