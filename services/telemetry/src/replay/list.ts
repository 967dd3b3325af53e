import { type DeviceClass, languageSchema, type Replay } from '@bollard/contracts'
import type { RowOf } from '@bollard/database'
import { decodeCursor, encodeCursor, ProblemError } from '@bollard/http'
import type { TelemetryContext } from '../telemetry-context.ts'

/** A page of all replays, newest first. */
export async function listReplays(
  { db }: Pick<TelemetryContext, 'db'>,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ items: Replay[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const rows = await db.query('telemetry-replays', listSql, [after, limit + 1])
  const items = rows.slice(0, limit).map(describe)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null }
}

/** One replay. Throws `not-found`. */
export async function getReplay({ db }: Pick<TelemetryContext, 'db'>, replayId: string): Promise<Replay> {
  const [row] = await db.query('telemetry-replay-one', oneSql, [replayId])
  if (row === undefined) throw new ProblemError('not-found')
  return describe(row)
}

function describe({ startedAt, lastAt, language, device, ...row }: RowOf<'telemetry-replays'>): Replay {
  return {
    ...row,
    startedAt: startedAt.toISOString(),
    lastAt: lastAt.toISOString(),
    language: languageSchema.parse(language),
    device: device satisfies DeviceClass,
  }
}

const selectSql = `select id, started_at as "startedAt", last_at as "lastAt", path, language, device, country, batches, characters
  from telemetry.replays`
const oneSql = `${selectSql} where id = $1`
const listSql = `${selectSql} where $1::uuid is null or id < $1 order by id desc limit $2`
