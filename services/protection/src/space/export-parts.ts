import type { Database } from '@bollard/database'
import type { ExportPart } from '@bollard/export-file'
import { findSpace } from './space.ts'

/** What an owner takes along of the protection of a site. Nothing for an unknown solution. The caller has checked who asks. */
export async function* exportParts(db: Database, solutionId: string): AsyncGenerator<ExportPart> {
  if ((await findSpace(db, solutionId)) === null) return
  yield {
    path: 'protection/settings.json',
    content: await db.query('protection-parts-settings', settingsSql, [solutionId]),
  }
  yield {
    path: 'protection/limiters.json',
    content: await db.query('protection-parts-limiters', limitersSql, [solutionId]),
  }
  yield {
    path: 'protection/allowed-visitors.json',
    content: await db.query('protection-parts-allowed', allowedSql, [solutionId]),
  }
}

const settingsSql = 'select settings, created_at as "createdAt" from protection.spaces where solution_id = $1'
const limitersSql = `select l.id, l.name, l.config, l.mode, l.stage, l.created_at as "createdAt", l.updated_at as "updatedAt",
    (select coalesce(jsonb_agg(jsonb_build_object('values', o.values, 'limit', o.max, 'until', o.until, 'note', o.note,
        'createdAt', o.created_at, 'createdBy', o.created_by) order by o.id), '[]')
      from protection.limiter_overrides o where o.limiter_id = l.id) as overrides
  from protection.limiters l where l.solution_id = $1 order by l.id`
const allowedSql = `select id, field, value, until, note, created_at as "createdAt", created_by as "createdBy"
  from protection.allowed_visitors where solution_id = $1 order by id`

/** What a person has done here that carries their id, for the export of their account. */
export async function partsOfPerson(db: Database, userId: string): Promise<ExportPart[]> {
  const content = await db.query('protection-parts-of-person', personSql, [userId])
  return content.length === 0 ? [] : [{ path: 'protection/own-entries.json', content }]
}

const personSql = `select solution_id as "solutionId", at, kind, text from (
    select solution_id, created_at as at, 'OVERRIDE' as kind, note as text from protection.limiter_overrides where created_by = $1
    union all select solution_id, created_at, 'ALLOWED_VISITOR', note from protection.allowed_visitors where created_by = $1
  ) as every order by at`
