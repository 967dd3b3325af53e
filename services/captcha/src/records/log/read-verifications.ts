import type { Queries } from '@bollard/database'
import { feedbackColumns } from '../store/feedback.ts'
import { type StoredVerification, verificationColumns } from '../store/stored-verification.ts'
import type { LogPosition } from './log-cursor.ts'

const columns = `${verificationColumns}, r.fetched_at as first_fetched_at, coalesce(r.last_fetched_at, r.fetched_at) as last_fetched_at,
  coalesce(r.n, 0)::int as retrievals, r.same_network, ${feedbackColumns}`

/** Looked up row by row: a join over all partitions may be planned as if it were worth reading a month of results for a page. */
const lookUps = (within = ''): string => `
  left join lateral (select r.fetched_at, r.last_fetched_at, r.n, r.same_network from captcha.redemptions r
    where r.verification_id = v.id and r.issued_at = v.issued_at ${within && `and r.issued_at ${within}`} limit 1) r on true
  left join lateral (select f.label, f.given_by, f.given_at, f.comment from captcha.feedback f
    where f.verification_id = v.id and f.issued_at = v.issued_at ${within && `and f.issued_at ${within}`} limit 1) f on true`

/** Finished verifications of a site in the order of their places; what was erased meanwhile is missing. */
export async function readVerifications(
  db: Queries,
  siteId: number,
  places: readonly LogPosition[],
): Promise<StoredVerification[]> {
  if (places.length === 0) return []
  const times = places.map(({ issuedAt }) => issuedAt.getTime())
  return db.query('captcha-log-rows', rowsStatement, [
    siteId,
    places.map(({ id }) => id),
    places.map(({ issuedAt }) => issuedAt),
    new Date(Math.min(...times)),
    new Date(Math.max(...times)),
  ])
}

// First and last time are passed beside the places, so that partitions of other times are not even planned for.
const rowsStatement = `select ${columns} from unnest($2::uuid[], $3::timestamptz[]) with ordinality as place(id, issued_at, ord)
  cross join lateral (select v.* from captcha.verifications v
    where v.id = place.id and v.issued_at = place.issued_at and v.issued_at between $4 and $5 and v.site_id = $1 and v.outcome < 3 limit 1) v
  ${lookUps('between $4 and $5')} order by place.ord`

export async function findVerification(
  db: Queries,
  key: { siteId: number; id: string; issuedAt: Date },
): Promise<StoredVerification | undefined> {
  const [row] = await db.query(
    'captcha-verification',
    `select ${columns} from captcha.verifications v ${lookUps()} where v.site_id = $1 and v.id = $2 and v.issued_at = $3 and v.outcome < 3`,
    [key.siteId, key.id, key.issuedAt],
  )
  return row
}

/** Finished verifications of a site that were issued between two times, oldest first, after a place. */
export async function listOldest(
  db: Queries,
  query: { siteId: number; from: Date; to: Date; after: LogPosition; limit: number },
): Promise<StoredVerification[]> {
  return db.query('captcha-archive-page', oldestStatement, [
    query.siteId,
    query.from,
    query.to,
    query.after.issuedAt,
    query.after.id,
    query.limit,
  ])
}

const oldestStatement = `select ${columns} from (
    select v.* from captcha.verifications v
    where v.site_id = $1 and v.outcome < 3 and v.issued_at >= $2 and v.issued_at < $3 and (v.issued_at, v.id) > ($4, $5)
    order by v.issued_at, v.id limit $6) v
  ${lookUps('between $2 and $3')} order by v.issued_at, v.id`

/** The newest verifications of a site that were issued after one time and finished after another, at most `limit`. */
export async function listFinishedSince(
  db: Queries,
  query: { siteId: number; issuedAfter: Date; finishedAfter: Date; limit: number },
): Promise<StoredVerification[]> {
  return db.query(
    'captcha-live',
    `select ${columns} from (
       select v.* from captcha.verifications v where v.site_id = $1 and v.outcome < 3 and v.issued_at > $2 and v.finished_at > $3
       order by v.issued_at desc, v.id desc limit $4) v
     ${lookUps()} order by v.issued_at desc, v.id desc`,
    [query.siteId, query.issuedAfter, query.finishedAfter, query.limit],
  )
}

export async function listFetchedSince(
  db: Queries,
  query: { siteId: number; fetchedAfter: Date; limit: number },
): Promise<{ verification_id: string; fetched_at: Date }[]> {
  return db.query(
    'captcha-live-fetched',
    `select verification_id, fetched_at from captcha.redemptions where site_id = $1 and fetched_at > $2 order by fetched_at desc limit $3`,
    [query.siteId, query.fetchedAfter, query.limit],
  )
}
