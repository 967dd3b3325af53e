import type { Flag } from '@bollard/contracts'
import { decodeCursor, encodeCursor } from '@bollard/http'
import type { OperationsContext } from '../operations-context.ts'
import { describeFlag, flagColumns } from './describe.ts'

/** A page of flags, newest first, also of those that have ended. */
export async function listFlags(
  { db, now }: Pick<OperationsContext, 'db' | 'now'>,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ items: Flag[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const rows = await db.query('operations-flags', listSql, [after, limit + 1])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.flatMap((row) => describeFlag(row, now())),
    nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null,
  }
}

const listSql = `select ${flagColumns} from operations.flags where $1::uuid is null or id < $1 order by id desc limit $2`
