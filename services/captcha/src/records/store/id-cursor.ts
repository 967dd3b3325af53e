import { idSchema } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'

/** The id after which a list goes on, out of a cursor that `pageById` made; null at its beginning. */
export function readIdCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const read = idSchema.safeParse(Buffer.from(cursor, 'base64url').toString('latin1'))
  if (!read.success) throw new ProblemError('invalid-parameter', 'The cursor is not one of an earlier answer.')
  return read.data
}

/** One page of a list in the order of its ids; `rows` has one more than `limit` where there is a further page. */
export function pageById<Row extends { readonly id: string }, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map(toItem),
    nextCursor: rows.length > limit && last !== undefined ? Buffer.from(last.id).toString('base64url') : null,
  }
}
