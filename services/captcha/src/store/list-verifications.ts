import type { Outcome } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { countKind } from '../counts.ts'
import { feedbackColumns } from './feedback.ts'
import type { StoredVerification } from './stored-verification.ts'
import { verificationColumns } from './stored-verification.ts'

/** A place in the log; the page goes on with what is older. */
export interface LogPosition {
  readonly issuedAt: Date
  readonly id: string
}

const storedOutcome = { PASSED: countKind.passed, FLAGGED: countKind.flagged, REFUSED: countKind.refused } satisfies Record<Outcome, number>

/** Finished verifications of a site, newest first, after a position. */
export async function listVerifications(
  db: Database,
  query: { siteId: number; limit: number; after: LogPosition | null; outcome: Outcome | null },
): Promise<StoredVerification[]> {
  return db.query<StoredVerification>('captcha-log', logStatement, [
    query.siteId,
    query.outcome === null ? null : storedOutcome[query.outcome],
    query.after?.issuedAt ?? null,
    query.after?.id ?? null,
    query.limit,
  ])
}

export async function findVerification(db: Database, key: { siteId: number; id: string; issuedAt: Date }): Promise<StoredVerification | undefined> {
  const [row] = await db.query<StoredVerification>(
    'captcha-verification',
    `${select} where v.site_id = $1 and v.id = $2 and v.issued_at = $3 and v.outcome < 3`,
    [key.siteId, key.id, key.issuedAt],
  )
  return row
}

/** The newest verifications of a site that were issued after one time and finished after another, at most `limit`. */
export async function listFinishedSince(
  db: Database,
  query: { siteId: number; issuedAfter: Date; finishedAfter: Date; limit: number },
): Promise<StoredVerification[]> {
  return db.query<StoredVerification>(
    'captcha-live',
    `${select} where v.site_id = $1 and v.outcome < 3 and v.issued_at > $2 and v.finished_at > $3 order by v.issued_at desc, v.id desc limit $4`,
    [query.siteId, query.issuedAfter, query.finishedAfter, query.limit],
  )
}

export async function listFetchedSince(
  db: Database,
  query: { siteId: number; fetchedAfter: Date; limit: number },
): Promise<{ verification_id: string; fetched_at: Date }[]> {
  return db.query(
    'captcha-live-fetched',
    `select verification_id, fetched_at from captcha.redemptions where site_id = $1 and fetched_at > $2 order by fetched_at desc limit $3`,
    [query.siteId, query.fetchedAfter, query.limit],
  )
}

const select = `select ${verificationColumns}, r.fetched_at as first_fetched_at, ${feedbackColumns}
  from captcha.verifications v left join captcha.redemptions r on r.verification_id = v.id and r.issued_at = v.issued_at
  left join captcha.feedback f on f.verification_id = v.id and f.issued_at = v.issued_at`

const logStatement = `${select}
  where v.site_id = $1 and v.outcome < 3 and ($2::smallint is null or v.outcome = $2) and
    ($3::timestamptz is null or (v.issued_at, v.id) < ($3, $4::uuid))
  order by v.issued_at desc, v.id desc limit $5`
