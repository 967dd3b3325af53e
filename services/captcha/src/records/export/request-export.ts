import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@bollard/database'
import { insertExport } from './exports.ts'

/** What became of an export that was asked for; GONE when it failed, or its file is no longer kept. */
export type RequestedExport = 'WAITING' | 'READY' | 'GONE'

/**
 * Asks for a file of all that the log of a solution's site has, in the name of a person whom the caller has checked. Its id; null
 * when the site has as many files as it may have, so that it is asked for again later, and NO_SITE where there is nothing to write.
 */
export async function requestExport(
  { db, now }: { readonly db: Database; readonly now: () => Date },
  { solutionId, userId }: { readonly solutionId: string; readonly userId: string },
): Promise<string | 'NO_SITE' | null> {
  return db.transaction(async (tx) => {
    const [site] = await tx.query('captcha-export-site', 'select id from captcha.sites where solution_id = $1', [
      solutionId,
    ])
    if (site === undefined) return 'NO_SITE'
    const wanted = {
      id: randomUUIDv7(),
      siteId: site.id,
      format: 'JSON',
      filters: {},
      createdBy: userId,
      createdAt: now(),
    } as const
    return (await insertExport(tx, wanted))?.id ?? null
  })
}

export async function stateOfExport({ db }: { readonly db: Database }, exportId: string): Promise<RequestedExport> {
  const [row] = await db.query('captcha-export-state', 'select status from captcha.exports where id = $1', [exportId])
  if (row?.status === 'DONE') return 'READY'
  return row?.status === 'QUEUED' || row?.status === 'RUNNING' ? 'WAITING' : 'GONE'
}
