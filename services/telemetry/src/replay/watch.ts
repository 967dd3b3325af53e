import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Actor, Call } from '@bollard/access'
import { recordEvent } from '@bollard/audit'
import type { ReplayBatch } from '@bollard/contracts'
import type { RowOf } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { z } from 'zod'
import type { TelemetryContext } from '../telemetry-context.ts'
import { entryOf } from './entry-of.ts'

const decompress = promisify(gunzip)
const eventsSchema = z.array(z.string())

/** Batches of a replay from a number on, in their order. Whoever begins to watch is written down. Throws `not-found`. */
export async function watchReplay(
  { db, now }: Pick<TelemetryContext, 'db' | 'now'>,
  actor: Actor,
  { replayId, from, limit }: { readonly replayId: string; readonly from: number; readonly limit: number },
  call: Call,
): Promise<{ items: ReplayBatch[]; nextFrom: number | null }> {
  const rows = await db.query('telemetry-batches', batchesSql, [replayId, from, limit + 1])
  if (rows.length === 0 && (await db.query('telemetry-replay', replaySql, [replayId])).length === 0)
    throw new ProblemError('not-found')
  if (from === 0) await db.transaction((tx) => recordEvent(tx, actor, call, now(), entryOf('replay.watched', replayId)))
  const items = await Promise.all(rows.slice(0, limit).map(describe))
  return { items, nextFrom: rows[limit]?.number ?? null }
}

async function describe({ number, path, events }: RowOf<'telemetry-batches'>): Promise<ReplayBatch> {
  return { number, path, events: eventsSchema.parse(JSON.parse((await decompress(events)).toString())) }
}

const replaySql = 'select id from telemetry.replays where id = $1'
const batchesSql = `select number, path, events from telemetry.replay_batches
  where replay_id = $1 and number >= $2 order by number limit $3`
