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
  yield { path: 'protection/forms.json', content: await db.query('protection-parts-forms', formsSql, [solutionId]) }
  yield {
    path: 'protection/reviews.json',
    content: await db.query('protection-parts-reviews', reviewsSql, [solutionId]),
  }
  yield { path: 'protection/days.json', content: await db.query('protection-parts-days', daysSql, [solutionId]) }
  yield {
    path: 'protection/blocked-reports.json',
    content: await db.query('protection-parts-blocked', blockedSql, [solutionId]),
  }
  yield {
    path: 'protection/report-schedules.json',
    content: await db.query('protection-parts-schedules', schedulesSql, [solutionId]),
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
const formsSql = `select id, name, mode, fields, review_from as "reviewFrom", refuse_from as "refuseFrom", keep_days as "keepDays",
    created_at as "createdAt", updated_at as "updatedAt" from protection.forms where solution_id = $1 order by id`
// What visitors wrote stays sealed here: it is theirs, and is deleted within days.
const reviewsSql = `select id, form_id as "formId", at, state, conclusion, weight, codes, decided_at as "decidedAt", decided_by as "decidedBy",
    kept_until as "keptUntil" from protection.reviews where solution_id = $1 order by id`
const daysSql = `select date_trunc('day', at, 'UTC') as day, sum(allow)::float8 as allow, sum(challenge)::float8 as challenge,
    sum(throttle)::float8 as throttle, sum(deny)::float8 as deny
  from protection.counts where solution_id = $1 and dimension = 'all' group by 1 order by 1`
// What they wrote stays sealed, as that of reviews.
const blockedSql = `select id, at, decision_id as "decisionId", state, decided_by as "decidedBy"
  from protection.blocked_reports where solution_id = $1 order by at, id`
const schedulesSql = `select id, emails, language, created_at as "createdAt", created_by as "createdBy"
  from protection.report_schedules where solution_id = $1 order by id`

/** What a person has done here that carries their id, for the export of their account. */
export async function partsOfPerson(db: Database, userId: string): Promise<ExportPart[]> {
  const content = await db.query('protection-parts-of-person', personSql, [userId])
  return content.length === 0 ? [] : [{ path: 'protection/own-entries.json', content }]
}

const personSql = `select solution_id as "solutionId", at, kind, text from (
    select solution_id, created_at as at, 'OVERRIDE' as kind, note as text from protection.limiter_overrides where created_by = $1
    union all select solution_id, created_at, 'ALLOWED_VISITOR', note from protection.allowed_visitors where created_by = $1
    union all select solution_id, decided_at, 'REVIEW', state from protection.reviews where decided_by = $1
    union all select solution_id, decided_at, 'BLOCKED_REPORT', state from protection.blocked_reports where decided_by = $1
    union all select solution_id, created_at, 'REPORT_SCHEDULE', array_to_string(emails, ' ') from protection.report_schedules where created_by = $1
    union all select solution_id, created_at, 'REPORT_LINK', month from protection.report_links where created_by = $1
  ) as every order by at`
