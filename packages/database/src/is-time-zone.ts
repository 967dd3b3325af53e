import type { Queries } from './open-database.ts'

/**
 * Whether the database counts days in this time zone as everybody else does. Abbreviations and offsets mean one thing to browsers and
 * another, even the opposite sign, to PostgreSQL; names of regions, and UTC, are left. One that it does not know would end every
 * statement that meets it.
 */
export async function isTimeZone(db: Queries, zone: string): Promise<boolean> {
  if (zone === 'UTC') return true
  if (!zone.includes('/')) return false
  try {
    // Cheaper than a list of all zones, which the database would read from hundreds of files.
    await db.query('database-is-time-zone', 'select now() at time zone $1::text', [zone])
    return true
  } catch (error) {
    // invalid_parameter_value
    if (error instanceof Error && 'code' in error && error.code === '22023') return false
    throw error
  }
}
