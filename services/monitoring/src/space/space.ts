import type { LockEffect } from '@bollard/contracts'
import { type Database, isTimeZone, type Queries } from '@bollard/database'
import type { SolutionState } from '../monitoring-context.ts'
import { rescheduleSql } from './reschedule.ts'

/** The part of a solution that this service has. */
export interface Space {
  readonly solutionId: string
  readonly effects: readonly LockEffect[]
  readonly timeZone: string
}

export async function findSpace(db: Queries, solutionId: string): Promise<Space | null> {
  const [space] = await db.query('monitoring-space', findSql, [solutionId])
  return space ?? null
}

/** Makes the monitoring of a new solution. Nothing happens where there is one. */
export async function provisionSpace(
  db: Queries,
  { solutionId, timeZone, at }: { readonly solutionId: string; readonly timeZone: string; readonly at: Date },
): Promise<void> {
  await db.query('monitoring-space-insert', insertSql, [solutionId, timeZone, at])
}

/**
 * Obeys the locks, the life and the time zone of a solution: refused ones are not checked any more. A state with a lower number than the
 * last one is out of date and changes nothing; unknown solutions are left alone.
 */
export async function applySolutionState(
  db: Database,
  solutionId: string,
  { effects, timeZone, number }: SolutionState,
  at: Date,
): Promise<void> {
  const zone = (await isTimeZone(db, timeZone)) ? timeZone : null
  await db.transaction(async (tx) => {
    const changed = await tx.query('monitoring-space-apply-state', applySql, [solutionId, effects, number, zone])
    if (changed.length > 0) await tx.query('monitoring-reschedule-space', rescheduleSql, [[solutionId], at])
  })
}

/** Erases all that was monitored. True once nothing is left, also where there was nothing. */
export async function eraseSpace(db: Queries, solutionId: string): Promise<boolean> {
  await db.query('monitoring-space-erase', 'delete from monitoring.spaces where solution_id = $1', [solutionId])
  return true
}

const findSql =
  'select solution_id as "solutionId", effects, time_zone as "timeZone" from monitoring.spaces where solution_id = $1'
const insertSql =
  'insert into monitoring.spaces (solution_id, time_zone, created_at) values ($1, $2, $3) on conflict (solution_id) do nothing'
const applySql = `update monitoring.spaces set effects = $2::text[], state_number = $3, time_zone = coalesce($4::text, time_zone)
  where solution_id = $1 and state_number < $3 returning 1 as one`
