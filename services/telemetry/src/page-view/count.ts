import type { Call } from '@bollard/access'
import type { PageViewNew } from '@bollard/contracts'
import { dayOf } from '../days.ts'
import type { TelemetryContext } from '../telemetry-context.ts'

/** So many lines of a dimension a day: somebody who makes up pages or referrers fills nothing. Known ones are always counted. */
const rowsPerDayMax = 3_000

/** Counts one view by itself and by each thing that is known of it. The address tells the country and is kept nowhere. */
export async function countPageView(
  { db, now, findCountry }: Pick<TelemetryContext, 'db' | 'now' | 'findCountry'>,
  { path, language, referrer, device }: PageViewNew,
  { from }: Pick<Call, 'from'>,
): Promise<void> {
  const counted = {
    page: '',
    referrer: referrer ?? '',
    language,
    device,
    country: findCountry(from.ip) ?? '',
  }
  await db.query('telemetry-view-count', countSql, [
    dayOf(now()),
    path,
    Object.keys(counted),
    Object.values(counted),
    rowsPerDayMax,
  ])
}

const countSql = `insert into telemetry.page_views as v (day, path, dimension, value, views)
  select $1::date, $2::text, n.dimension, n.value, 1 from unnest($3::text[], $4::text[]) as n (dimension, value)
    where (select count(*) from telemetry.page_views o where o.day = $1::date and o.dimension = n.dimension) < $5
      or exists (select from telemetry.page_views o
        where o.day = $1::date and o.dimension = n.dimension and o.path = $2 and o.value = n.value)
    order by n.dimension
  on conflict (day, dimension, path, value) do update set views = v.views + 1`
