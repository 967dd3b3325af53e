import type { Call, Caller } from '@bollard/access'
import { datedPackages, isFresh, learnedMin } from '@bollard/validations'
import { recordAudit } from '../access/record-audit.ts'
import type { FormContext } from '../form-context.ts'
import { forgetAll } from './spam-filters.ts'

/** What a filter has learned and how often it was right, with the lists of others that validations go by. */
export async function readSpamFilter({ db, now }: Pick<FormContext, 'db' | 'now'>, solutionId: string) {
  const at = now()
  const [row] = await db.query('protection-filter-figures', figuresSql, [solutionId, at])
  return {
    taught: { spam: row?.spam ?? 0, wanted: row?.wanted ?? 0 },
    needed: learnedMin,
    right: row?.correct ?? 0,
    wrong: row?.mistaken ?? 0,
    sources: datedPackages.map((source) => ({ ...source, fresh: isFresh(source.date, at) })),
  }
}

/** Makes the filter of a site forget all that it learned. */
export async function resetSpamFilter(
  { db, now, ...context }: Pick<FormContext, 'db' | 'now' | 'box' | 'randomBytes'>,
  actor: Caller,
  solutionId: string,
  call: Call,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await forgetAll(tx, context, solutionId))) return
    const target = { kind: 'spam-filter', id: solutionId }
    await recordAudit(tx, actor, call, now(), { solutionId, action: 'spam-filter.reset', target })
  })
}

const figuresSql = `select coalesce((f.state ->> 'spam')::int, 0) as spam, coalesce((f.state ->> 'ham')::int, 0) as wanted,
    coalesce(sum(d.correct)::int, 0) as correct, coalesce(sum(d.mistaken)::int, 0) as mistaken
  from protection.spam_filters f left join protection.filter_days d
    on d.solution_id = f.solution_id and d.day > ($2::timestamptz at time zone 'UTC')::date - 90
  where f.solution_id = $1 group by f.solution_id`
