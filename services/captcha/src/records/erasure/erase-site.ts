import { randomUUID } from 'node:crypto'
import type { Database, Queries } from '@bollard/database'
import { deleteExportsOf } from '../export/exports.ts'
import { lockSite } from '../sites/sites.ts'

/** Stands in place of a person: the solution itself is gone. */
const bySystem = 'system'

/**
 * Erases all that there is of a solution's site, step by step: false while something is left, so ask again after a while. The
 * first step ends its keys and environments and asks the eraser for the log; the last one takes away what counts and settings
 * are left. Call it only for a solution that nobody can have back. True for a site that does not exist.
 */
export async function eraseSite({ db, now }: { db: Database; now: () => Date }, solutionId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [site] = await tx.query('captcha-erase-site-find', 'select id from captcha.sites where solution_id = $1', [
      solutionId,
    ])
    if (site === undefined) return true
    await lockSite(tx, site.id)
    const at = now()
    await endAccess(tx, site.id, at)
    if (await isCounting(tx, site.id)) return false
    if (await askEraser(tx, site.id, at)) return false
    await deleteExportsOf(tx, site.id)
    for (const table of ['rollup_hourly', 'rollup_daily'] as const) {
      await tx.query(`captcha-erase-site-${table}`, `delete from captcha.${table} where site_id = $1`, [site.id])
    }
    await tx.query('captcha-erase-site-counts', 'delete from captcha.volume_counts where site_id = $1', [site.id])
    // Everything else belongs to the row of the site and goes with it.
    await tx.query('captcha-erase-site', 'delete from captcha.sites where id = $1', [site.id])
    return true
  })
}

/** From the commit on no process takes anything in for the site that was not known to it already. */
async function endAccess(tx: Queries, siteId: number, at: Date): Promise<void> {
  const ended = [
    await tx.query(
      'captcha-erase-site-keys',
      'update captcha.api_keys set revoked_at = $2 where site_id = $1 and revoked_at is null returning id',
      [siteId, at],
    ),
    await tx.query(
      'captcha-erase-site-bypass',
      'update captcha.bypass_keys set revoked_at = $2 where site_id = $1 and revoked_at is null returning number',
      [siteId, at],
    ),
    await tx.query(
      'captcha-erase-site-environments',
      'update captcha.environments set archived_at = $2 where site_id = $1 and archived_at is null returning id',
      [siteId, at],
    ),
  ]
  if (ended.some((rows) => rows.length > 0))
    await tx.query(
      'captcha-erase-site-touch',
      'update captcha.sites set changed_at = clock_timestamp() where id = $1',
      [siteId],
    )
}

/** Whether counts of the site still wait to be rolled up; they would come back as figures of nobody. */
async function isCounting(tx: Queries, siteId: number): Promise<boolean> {
  const rows = await tx.query(
    'captcha-erase-site-pending',
    `select 1 from captcha.pending_counts where site_ids @> array[$1::int] union all select 1 from captcha.pending_rollups where site_ids @> array[$1::int] limit 1`,
    [siteId],
  )
  return rows.length > 0
}

/** Asks for the whole log to be erased unless that was asked for and done; true while there is anything to wait for. */
async function askEraser(tx: Queries, siteId: number, at: Date): Promise<boolean> {
  const [{ left, running } = { left: true, running: true }] = await tx.query('captcha-erase-site-left', leftSql, [
    siteId,
  ])
  if (!left && !running) return false
  // What came in during an erasure takes another one.
  if (!running)
    await tx.query('captcha-erase-site-ask', askSql, [randomUUID(), siteId, new Date(at.getTime() + 1), at, bySystem])
  return true
}

const leftSql = `select exists (select from captcha.verifications where site_id = $1) or exists (select from captcha.redemptions where site_id = $1)
    or exists (select from captcha.feedback where site_id = $1) or exists (select from captcha.archived_days where site_id = $1) as left,
  exists (select from captcha.erasures where site_id = $1 and status = 'RUNNING') as running`
const askSql = `insert into captcha.erasures (id, site_id, scope, before_at, status, erased, created_by, created_at, served_at)
  values ($1, $2, 'ALL', $3, 'RUNNING', 0, $5, $4, $4)`
