import { createBatcher, type Database } from '@bollard/database'
import { plainArray } from './array-literal.ts'
import { issuedAtOf, timesOf } from './verification-id.ts'

/** Whether a verification of any site is in the log. */
export type IsRecorded = (verificationId: string) => Promise<boolean>

/** All who ask at one moment share a query: with a key that everybody knows, anybody may ask without end. */
export function createIsRecorded(db: Database): IsRecorded {
  const questions = createBatcher<string, boolean>({ maxItems: 500, write: (ids) => findRecorded(db, ids) })
  return async (verificationId) => !Number.isNaN(issuedAtOf(verificationId)) && questions.add(verificationId)
}

async function findRecorded(db: Database, ids: readonly string[]): Promise<boolean[]> {
  const rows = await db.query(
    'captcha-are-recorded',
    `select i.id from unnest($1::uuid[], $2::bigint[]) as i(id, issued_ms)
     where exists (select from captcha.verifications v where v.id = i.id and v.issued_at = to_timestamp(i.issued_ms / 1000::float8)
       and v.issued_at between to_timestamp($3::bigint / 1000::float8) and to_timestamp($4::bigint / 1000::float8))`,
    [plainArray(ids), plainArray(ids.map(issuedAtOf)), ...timesOf(ids.map(issuedAtOf))],
  )
  const known = new Set(rows.map(({ id }) => id))
  return ids.map((id) => known.has(id))
}
