import { chunkLog, chunkStatement } from '@bollard/captcha-service/storage'
import type { Database } from '@bollard/database'
import { days } from './row-source.ts'

const dayMs = 86_400_000
const rowsOfStretch = 1_000
const stretchesAtOnce = 10

/**
 * Summarises the filled log: the large site by the service's own statement, a day for each of two workers at a time (the service
 * takes one after the other, and has a month for it); the small sites by the service itself.
 */
export async function fillZoneMap(
  db: Database,
  options: { now: number; verificationMsMax: number; retentionDays: number },
): Promise<void> {
  const { now } = options
  const waiting = Array.from({ length: days }, (_, day) => now - (days - day) * dayMs)
  const work = async (): Promise<void> => {
    for (let start = waiting.shift(); start !== undefined; start = waiting.shift()) await summariseDay(db, 1, start)
  }
  await Promise.all([work(), work()])
  await chunkLog(db, options)
}

async function summariseDay(db: Database, siteId: number, start: number): Promise<void> {
  const rows = await db.query<{ at: Date }>(
    'zone-map-bounds',
    `select min(issued_at) as at from (
       select issued_at, (row_number() over (order by issued_at) - 1) / ${rowsOfStretch} as stretch
       from captcha.verifications where site_id = $1 and outcome < 3 and issued_at >= $2 and issued_at < $3) v
     group by stretch order by 1`,
    [siteId, new Date(start), new Date(start + dayMs)],
  )
  // The first stretch begins with the day and the last one ends with it, so that the days lie side by side. Rows of one millisecond can share a bound.
  const times = [...new Set([start, ...rows.slice(1).map(({ at }) => at.getTime()), start + dayMs])]
  for (let first = 0; first + 1 < times.length; first += stretchesAtOnce) {
    const bounds = times.slice(first, first + stretchesAtOnce + 1).map((time) => new Date(time))
    await db.query('zone-map-stretches', chunkStatement, [
      siteId,
      bounds.slice(0, -1),
      bounds.slice(1),
      bounds[0],
      bounds.at(-1),
    ])
  }
}
