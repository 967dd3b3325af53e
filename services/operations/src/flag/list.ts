import type { Flag, FlagName } from '@bollard/contracts'
import { decodeCursor, encodeCursor } from '@bollard/http'
import type { OperationsContext } from '../operations-context.ts'
import { describeFlag, flagColumns } from './describe.ts'

/** A page of flags, newest first, also of those that have ended; with a name, of those alone. */
export async function listFlags(
  { db, now }: Pick<OperationsContext, 'db' | 'now'>,
  {
    limit,
    cursor,
    name,
  }: { readonly limit: number; readonly cursor?: string | undefined; readonly name?: FlagName | undefined },
): Promise<{ items: Flag[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const rows = await db.query('operations-flags', listSql, [after, limit + 1, name ?? null])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.flatMap((row) => describeFlag(row, now())),
    nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null,
  }
}

const listSql = `select ${flagColumns} from operations.flags where ($1::uuid is null or id < $1) and ($3::text is null or name = $3) order by id desc limit $2`
