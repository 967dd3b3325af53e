import type { ConversionExport } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { isUuid } from '../users/user.ts'
import { readExports } from './conversion-export.ts'
import { requireOperator } from './require-operator.ts'

/** A page of batches, newest first; for administrators. */
export async function listConversionExports(
  context: IdentityContext,
  caller: Caller,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ items: ConversionExport[]; nextCursor: string | null }> {
  await requireOperator(context, caller)
  if (cursor !== undefined && !isUuid(cursor))
    throw new ProblemError('invalid-parameter', 'The cursor is not one of an earlier answer.')
  const rows = await readExports(context.db, { before: cursor ?? null, limit: limit + 1 })
  const items = rows.slice(0, limit)
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}
