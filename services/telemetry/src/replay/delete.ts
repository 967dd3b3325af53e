import type { Actor, Call } from '@bollard/access'
import { recordEvent } from '@bollard/audit'
import { ProblemError } from '@bollard/http'
import type { TelemetryContext } from '../telemetry-context.ts'
import { entryOf } from './entry-of.ts'

/** Deletes a replay with all its events. Throws `not-found`. */
export async function deleteReplay(
  { db, now }: Pick<TelemetryContext, 'db' | 'now'>,
  actor: Actor,
  replayId: string,
  call: Call,
): Promise<void> {
  await db.transaction(async (tx) => {
    const deleted = await tx.query('telemetry-replay-delete', deleteSql, [replayId])
    if (deleted.length === 0) throw new ProblemError('not-found')
    await recordEvent(tx, actor, call, now(), entryOf('replay.deleted', replayId))
  })
}

const deleteSql = 'delete from telemetry.replays where id = $1 returning id'
