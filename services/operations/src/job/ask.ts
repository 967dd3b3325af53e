import type { Actor, Call } from '@bollard/access'
import type { Job, JobName } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { OperationsContext } from '../operations-context.ts'
import { recordOperation } from '../record-operation.ts'
import { findJob } from './list.ts'

/**
 * Asks for a run, which a process that does this job starts within seconds. While one is asked for that has not ended, another request
 * changes nothing. Throws `state-conflict` where no process does this job.
 */
export async function askForRun(
  { db, now }: Pick<OperationsContext, 'db' | 'now'>,
  actor: Actor,
  name: JobName,
  call: Call,
): Promise<Job> {
  const at = now()
  return db.transaction(async (tx) => {
    const asked = await tx.query('operations-job-ask', askSql, [name, at, actor.userId])
    if (asked.length > 0)
      await recordOperation(tx, actor, call, at, { action: 'job.asked', target: { kind: 'job', id: name } })
    const job = await findJob(tx, name)
    if (job === null) throw new ProblemError('state-conflict', 'No process of this installation does this job.')
    return job
  })
}

const askSql = `update operations.jobs set asked_at = $2, asked_by = $3 where name = $1 and asked_at is null returning name`
