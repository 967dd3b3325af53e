import type { PageViews, ViewDimension, ViewShare } from '@bollard/contracts'
import { firstDay } from '../days.ts'
import type { TelemetryContext } from '../telemetry-context.ts'

const viewsMax = 5_000
const sharesMax = 500

/** Views of the last days by day and page, the latest day and the most viewed page first. */
export async function listPageViews(
  { db, now }: Pick<TelemetryContext, 'db' | 'now'>,
  { days, path = null }: { readonly days: number; readonly path?: string | null | undefined },
): Promise<{ items: PageViews[] }> {
  return { items: await db.query('telemetry-views', viewsSql, [firstDay(now(), days), path, viewsMax]) }
}

/** How the views of the last days divide by one dimension, the most first. */
export async function listViewShares(
  { db, now }: Pick<TelemetryContext, 'db' | 'now'>,
  {
    days,
    of,
    path = null,
  }: { readonly days: number; readonly of: ViewDimension; readonly path?: string | null | undefined },
): Promise<{ items: ViewShare[] }> {
  return { items: await db.query('telemetry-view-shares', sharesSql, [firstDay(now(), days), of, path, sharesMax]) }
}

const viewsSql = `select to_char(day, 'YYYY-MM-DD') as day, path, views from telemetry.page_views
  where dimension = 'page' and day >= $1::date and ($2::text is null or path = $2)
  order by telemetry.page_views.day desc, views desc, path limit $3`

const sharesSql = `select value, sum(views)::integer as views from telemetry.page_views
  where dimension = $2 and day >= $1::date and ($3::text is null or path = $3)
  group by value order by sum(views) desc, value limit $4`
