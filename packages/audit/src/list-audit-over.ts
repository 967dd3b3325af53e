import type { Queries } from '@bollard/database'
import { type AuditQuery, type AuditRow, listAudit } from './list-audit.ts'
import type { AuditScope } from './record-audit.ts'

/**
 * A page of one scope whose entries lie in two databases, each with a chain of its own, newest first. An entry of the second is named `N.1`, since both
 * count from 1. A cursor says where the page ended in each: `12.5`, with nothing in place of a number that has come to its end.
 */
export async function listAuditOver(
  [first, second]: readonly [Queries, Queries],
  scope: AuditScope,
  scopeId: string,
  query: AuditQuery,
): Promise<{ items: AuditRow[]; nextCursor: string | null }> {
  const given = /^(\d{0,18})\.(\d{0,18})$/u.exec(query.cursor ?? '')
  const page = async (db: Queries, cursor: string | undefined) =>
    cursor === '' ? [] : (await listAudit(db, scope, scopeId, { ...query, limit: query.limit + 1, cursor })).items
  const [own, beside] = await Promise.all([page(first, given?.[1]), page(second, given?.[2])])
  const all = [
    ...own.map((row) => ({ row, number: row.id, isBeside: false })),
    ...beside.map((row) => ({ row: { ...row, id: `${row.id}.1` }, number: row.id, isBeside: true })),
  ].toSorted((one, other) => (one.row.at < other.row.at ? 1 : one.row.at > other.row.at ? -1 : 0))
  const shown = all.slice(0, query.limit)
  /** The last number that was shown of a chain, or where the page began; nothing once the chain has no more. */
  const endOf = (rows: readonly AuditRow[], isBeside: boolean, before: string | undefined): string => {
    const last = shown.findLast((one) => one.isBeside === isBeside)?.number
    const taken = shown.filter((one) => one.isBeside === isBeside).length
    if (taken >= rows.length) return ''
    // None of it was shown, so all of it is still to come: one above the newest.
    return last ?? before ?? String(Number(rows[0]?.id ?? 0) + 1)
  }
  const nextCursor =
    all.length > shown.length ? `${endOf(own, false, given?.[1])}.${endOf(beside, true, given?.[2])}` : null
  return { items: shown.map(({ row }) => row), nextCursor }
}
