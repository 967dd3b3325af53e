import { type Database, isTimeZone } from '@bollard/database'
import { ProblemError } from '@bollard/http'

/** Refuses a zone that the database would not count days in. Not within a transaction, which a refusal would end. */
export async function assertTimeZone(db: Database, zone: string): Promise<void> {
  if (await isTimeZone(db, zone)) return
  throw new ProblemError('validation-failed', undefined, { errors: [{ pointer: '/timezone', code: 'invalid-value' }] })
}
