import type { Queries } from '@bollard/database'

/**
 * The organization whose referral link led somebody here who is creating a solution. Null where the code belongs to nobody any
 * more, to an organization of theirs, or where they were a customer before: links lead new customers, and each of them once.
 */
export async function broughtBy(tx: Queries, code: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string | null }>(
    'organization-brought-by',
    'select solution.brought_by($1) as id',
    [code],
  )
  return row?.id ?? null
}
