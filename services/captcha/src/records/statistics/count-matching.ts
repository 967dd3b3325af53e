import { decidedBy, networkKinds, type Statistics, type StatisticsQuery, twentiethOfScore } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { findStoredNames } from '../log/stored-names.ts'
import { dimensions } from './dimensions.ts'
import type { StatisticsWindow } from './find-window.ts'
import { type Counts, type Property, readProperty, type Whose } from './read-rollups.ts'
import { sumOf } from './sum-up-totals.ts'

/**
 * Verifications with the property that a query names, over the period: by hour for the last 24 hours, else by day, because hours of
 * single values are kept for a few days only. Null where it names none. Of values that few visitors have, those folded on busy
 * days are missing. @throws `invalid-parameter` for a rule or bypass key that the site never had.
 */
export async function countMatching(
  db: Queries,
  whose: Whose,
  query: StatisticsQuery,
  { days, from, to, buckets, wholeDays }: StatisticsWindow,
): Promise<Statistics['matching']> {
  const property = await findProperty(db, whose.siteId, query)
  if (property === null) return null
  const parts = days === null ? buckets : wholeDays
  const lines =
    property === 'never'
      ? []
      : await (days === null
          ? readProperty(
              db,
              whose,
              property,
              { from, to },
              buckets.map((bucket) => bucket.from),
            )
          : readProperty(
              db,
              whose,
              property,
              { days },
              wholeDays.map(({ day }) => day),
            ))
  return {
    ...told(sumOf(lines)),
    buckets: parts.map((part, index) => ({
      at: part.from.toISOString(),
      to: part.to.toISOString(),
      ...told(sumOf(lines.filter(({ bucket }) => bucket === index))),
    })),
  }
}

function told({ n, passed, flagged, refused, fetched }: Counts) {
  return { count: n, passed, flagged, refused, fetched }
}

/** Where the roll-ups count what a query names; `never` for what the site has never had. */
async function findProperty(db: Queries, siteId: number, query: StatisticsQuery): Promise<Property | 'never' | null> {
  const { action, ruleId, bypassKeyId, networkKind, decision } = query
  const names = await findStoredNames(db, siteId, { action, ruleId, bypassKeyId })
  if (names === null) return 'never'
  const values: readonly (readonly [number, string | number | null | undefined])[] = [
    [dimensions.country, query.country],
    [dimensions.asn, query.asn],
    [dimensions.networkKind, networkKind && networkKinds.indexOf(networkKind)],
    [dimensions.browser, query.browser],
    [dimensions.operatingSystem, query.operatingSystem],
    [dimensions.device, query.device],
    [dimensions.language, query.language],
    [dimensions.hostname, query.hostname],
    [dimensions.action, names.action],
    [dimensions.rule, names.rule],
    [dimensions.bypassKey, names.bypassKey],
    [dimensions.decision, decision && decidedBy.indexOf(decision)],
    [dimensions.reason, query.reason],
    [dimensions.score, twentiethOfScore(query)],
  ]
  const [asked] = values.flatMap(([dimension, value]) =>
    value === undefined || value === null ? [] : [{ dimension, value: String(value) }],
  )
  return asked === undefined ? null : { ...asked, orVersions: asked.dimension === dimensions.browser }
}
