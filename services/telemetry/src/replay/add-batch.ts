import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Call } from '@bollard/access'
import { type ReplayBatchNew, replayLimits } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { dayOf } from '../days.ts'
import type { TelemetryContext } from '../telemetry-context.ts'
import { checkEvent } from './read-event.ts'

/** Of all replays that begin on one day, in UTC, as JSON: room for thousands of visits, and not for somebody who makes them up. */
const charactersPerDayMax = 2_000_000_000
const compress = promisify(gzip)

/**
 * Adds events to the replay of a visit, which the first batch begins; a repeated batch counts once. Throws `validation-failed` for what is
 * no event or holds typed text, `quota-exceeded` once the replay or the day is full, and `state-conflict` for another batch of the same number:
 * a copied tab goes on with the same visit.
 */
export async function addReplayBatch(
  { db, now, newId, findCountry }: Pick<TelemetryContext, 'db' | 'now' | 'newId' | 'findCountry'>,
  { visit, number, path, language, device, events }: ReplayBatchNew,
  { from }: Pick<Call, 'from'>,
): Promise<void> {
  events.forEach(checkEvent)
  const characters = events.reduce((sum, { length }) => sum + length, 0)
  if (characters > replayLimits.batchCharactersMax) throw new ProblemError('too-large')
  const packed = await compress(JSON.stringify(events))
  const at = now()
  await db.transaction(async (tx) => {
    const replay = (await lock(tx, visit)) ?? (await begin())
    const minutes = (at.getTime() - replay.startedAt.getTime()) / 60_000
    // The last batch of a page that ended in time may come a little later.
    if (minutes > replayLimits.minutes + 1 || replay.characters + characters > replayLimits.charactersMax)
      throw new ProblemError('quota-exceeded', 'The replay is full.')
    const added = await tx.query('telemetry-batch-insert', batchSql, [replay.id, number, path, packed])
    if (added.length > 0) await tx.query('telemetry-replay-grow', growSql, [replay.id, at, characters])
    else if ((await tx.query('telemetry-batch-same', sameSql, [replay.id, number, packed])).length === 0)
      throw new ProblemError('state-conflict')

    async function begin(): Promise<RowOf<'telemetry-replay-lock'>> {
      const [today] = await tx.query('telemetry-replays-today', todaySql, [dayOf(at)])
      if ((today?.characters ?? 0) + characters > charactersPerDayMax)
        throw new ProblemError('quota-exceeded', 'There is no room for more replays today.')
      await tx.query('telemetry-replay-insert', beginSql, [
        newId(),
        visit,
        at,
        path,
        language,
        device,
        findCountry(from.ip),
      ])
      const begun = await lock(tx, visit)
      if (begun === undefined) throw new Error('A replay that was begun is not there')
      return begun
    }
  })
}

async function lock(tx: Queries, visit: string): Promise<RowOf<'telemetry-replay-lock'> | undefined> {
  const [row] = await tx.query('telemetry-replay-lock', lockSql, [visit])
  return row
}

const lockSql = `select id, started_at as "startedAt", characters from telemetry.replays where visit = $1 for update`
const todaySql = `select coalesce(sum(characters), 0)::double precision as characters from telemetry.replays where started_at >= $1::date`
const beginSql = `insert into telemetry.replays (id, visit, started_at, last_at, path, language, device, country, batches, characters)
  values ($1, $2, $3, $3, $4, $5, $6, $7, 0, 0) on conflict (visit) do nothing`
const batchSql = `insert into telemetry.replay_batches (replay_id, number, path, events) values ($1, $2, $3, $4)
  on conflict (replay_id, number) do nothing returning number`
const sameSql = `select number from telemetry.replay_batches where replay_id = $1 and number = $2 and events = $3`
const growSql = `update telemetry.replays set last_at = greatest(last_at, $2), batches = batches + 1, characters = characters + $3 where id = $1`
