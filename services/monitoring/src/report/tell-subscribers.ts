import type { Queries } from '@bollard/database'

interface ToldUpdate {
  readonly updateId: string
  readonly reportId: string
  readonly pageId: string
  readonly solutionId: string
  /** 1 for a new update; each correction has the next one. */
  readonly revision: number
  readonly at: Date
}

/** Stores one message for each subscriber whom an update concerns: once for each revision. */
export async function tellSubscribers(
  tx: Queries,
  { updateId, reportId, pageId, solutionId, revision, at }: ToldUpdate,
): Promise<void> {
  const values = [updateId, reportId, pageId, solutionId, at, revision]
  await tx.query('monitoring-report-tell', tellSql, values)
}

// Who chose components is told of reports that have said something about one of them; reports about none concern everybody.
const tellSql = `insert into monitoring.subscriber_messages (subscriber_id, solution_id, update_id, next_try_at, revision)
  select s.id, $4, $1, $5, $6 from monitoring.subscribers s,
    (select coalesce(array_agg((i ->> 'componentId')::uuid), '{}') as ids from monitoring.report_updates u, jsonb_array_elements(u.impacts) i
      where u.report_id = $2) touched
  where s.page_id = $3 and s.state = 'ACTIVE'
    and (s.component_ids = array[]::uuid[] or touched.ids = array[]::uuid[] or s.component_ids && touched.ids)`
