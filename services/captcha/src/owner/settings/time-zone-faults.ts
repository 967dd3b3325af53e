import type { Queries } from '@bollard/database'
import type { FieldError } from '@bollard/http'

/**
 * What is wrong with a time zone that a site does not have yet. The statistics of all sites are rolled in one statement, which
 * a zone that the database does not know would stop for everybody; and abbreviations and offsets mean one thing to browsers and
 * another, even the opposite sign, to PostgreSQL. What is left are names of regions, and UTC.
 */
export async function timeZoneFaults(db: Queries, zone: string): Promise<FieldError[]> {
  if (zone === 'UTC') return []
  return zone.includes('/') && (await isKnown(db, zone)) ? [] : [{ pointer: '/timeZone', code: 'time-zone' }]
}

/** Cheaper than a list of all zones, which the database would read from hundreds of files. */
async function isKnown(db: Queries, zone: string): Promise<boolean> {
  try {
    await db.query('captcha-time-zone-known', 'select now() at time zone $1::text', [zone])
    return true
  } catch (error) {
    // invalid_parameter_value
    if (error instanceof Error && 'code' in error && error.code === '22023') return false
    throw error
  }
}
