import { wilsonInterval } from '@bollard/bot-score'
import type { Limiter, LimiterRollout } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { ProblemError } from '@bollard/http'

/** Of the visitors who have a change while it is tried. */
export const sharePercent = 5
const percentOf = { DRY_RUN: 0, SHARE: sharePercent, ALL: 100, ROLLED_BACK: 0 } as const

/** All limiters of a solution, oldest first. */
export async function listLimiters(db: Queries, solutionId: string, at: Date): Promise<Limiter[]> {
  return (await db.query('protection-limiters', listSql, [solutionId, null, at])).map(toAnswer)
}

/** Throws `not-found`. */
export async function readLimiter(db: Queries, { solutionId, id }: Named, at: Date): Promise<Limiter> {
  const [row] = await db.query('protection-limiters', listSql, [solutionId, id, at])
  if (row === undefined) throw new ProblemError('not-found')
  return toAnswer(row)
}

/** One thing of a solution. */
export interface Named {
  readonly solutionId: string
  readonly id: string
}

function toAnswer(row: RowOf<'protection-limiters'>): Limiter {
  const { id, name, config, mode, overrides, counted, challenged, throttled, denied, createdAt, updatedAt, version } =
    row
  return {
    id,
    name,
    ...config,
    mode,
    rollout: rolloutOf(row),
    overrides,
    lastDay: { counted, challenged, throttled, denied },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    version,
  }
}

function rolloutOf({ stage, stageAt, nextAt, fault, guarded }: RowOf<'protection-limiters'>): LimiterRollout | null {
  if (stage === null || stageAt === null) return null
  const { changed, former } = guarded
  return {
    stage,
    percent: percentOf[stage],
    since: stageAt.toISOString(),
    nextAt: nextAt?.toISOString() ?? null,
    fault,
    passRate: { changed: shareOf(changed.passed, changed.visitors), former: shareOf(former.passed, former.visitors) },
    errorRate: { changed: shareOf(changed.errors, changed.answers), former: shareOf(former.errors, former.answers) },
  }
}

function shareOf(count: number, of: number): LimiterRollout['passRate']['changed'] {
  const interval = wilsonInterval(count, of)
  return interval && { count, of, ...interval }
}

/** What was seen of the visitors on one side of a change. */
export interface GuardedSide {
  readonly visitors: number
  readonly passed: number
  readonly denied: number
  readonly answers: number
  readonly errors: number
}
/** The two sides of a change, as `guardedSql` counts them. */
export interface Guarded {
  readonly changed: GuardedSide
  readonly former: GuardedSide
}

const sideSql = (side: string) => `jsonb_build_object('visitors', count(*) filter (where ${side}),
    'passed', count(*) filter (where ${side} and not refused), 'denied', count(*) filter (where ${side} and denied),
    'answers', coalesce(sum(answers) filter (where ${side}), 0), 'errors', coalesce(sum(errors) filter (where ${side}), 0))`

/** Both sides of the last change of a limiter `l`, in SQL. */
export const guardedSql = `(select jsonb_build_object('changed', ${sideSql('changed')}, 'former', ${sideSql('not changed')})
    from protection.guarded_visitors g where g.limiter_id = l.id and g.round = l.round)`

const listSql = `select l.id, l.name, l.config, l.mode, l.stage, l.stage_at as "stageAt", l.next_at as "nextAt", l.fault, l.created_at as "createdAt",
    l.updated_at as "updatedAt", l.version, l.former, l.former_mode as "formerMode", ${guardedSql} as guarded,
    (select count(*) from protection.limiter_overrides o where o.limiter_id = l.id)::int as overrides,
    d.counted, d.challenged, d.throttled, d.denied
  from protection.limiters l
  cross join lateral (select coalesce(sum(counted), 0)::int as counted, coalesce(sum(challenged), 0)::int as challenged,
      coalesce(sum(throttled), 0)::int as throttled, coalesce(sum(denied), 0)::int as denied
    from protection.limiter_hours h where h.limiter_id = l.id and h.hour > $3::timestamptz - interval '24 hours') d
  where l.solution_id = $1 and ($2::uuid is null or l.id = $2) order by l.id`
