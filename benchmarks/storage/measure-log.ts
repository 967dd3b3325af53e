import {
  decodeCursor,
  listVerifications,
  type LogFilter,
  type LogPage,
  toVerification,
} from '@bollard/captcha-service/storage'
import type { Database } from '@bollard/database'
import { attack, loneHostname, rareAsn } from './row-source.ts'
import { type Timing, timingOf } from './timing.ts'

const dayMs = 86_400_000
const repeats = 20
const limit = 25

/** Filters by what is hard about them. */
function filtersAt(now: number, { staging, network }: { staging: string; network: string }): Record<string, LogFilter> {
  const attackDay = Math.floor(now / dayMs) * dayMs - (30 - attack.day) * dayMs
  return {
    'common: outcome PASSED': { outcome: 'PASSED' },
    'common: one country': { country: 'DE' },
    'common: browser of any version': { browser: 'Firefox' },
    'common: device, system and language': { device: 'phone', operatingSystem: 'Android', language: 'de' },
    'uncommon: outcome REFUSED': { outcome: 'REFUSED' },
    'uncommon: two outcomes': { outcome: ['FLAGGED', 'REFUSED'] },
    'uncommon: environment': { environmentId: staging },
    'uncommon: network kind': { networkKind: 'tor' },
    'uncommon: score from 0.9': { scoreFrom: 0.9 },
    'uncommon: reason': { reason: 'form-without-hands' },
    'uncommon: decided by a rule': { decision: 'RULE' },
    'uncommon: never fetched': { fetched: 'NEVER', outcome: 'PASSED' },
    'rare: operator, 1 in 200 000': { asn: rareAsn },
    'rare: one /24 network': { network },
    'rare: a /20 network': { network: network.replace('/24', '/20') },
    'rare: labelled as bot': { feedback: 'BOT' },
    'rare: one single row, 17 days old': { hostname: loneHostname },
    'absent: operator': { asn: 65_533 },
    'absent: network': { network: '250.1.2.0/24' },
    'absent: hostname': { hostname: 'nobody.example' },
    'absent: reason': { reason: 'no-such-reason' },
    'absent: browser': { browser: 'Lynx' },
    'attack: operator': { asn: attack.asn },
    'attack: network': { network: '203.0.7.0/24' },
    'combination: operator and refused': { asn: 1_008, outcome: 'REFUSED' },
    'combination: two that never meet': { asn: attack.asn, browser: 'Safari' },
    'combination: five fields': {
      country: 'AT',
      browser: 'Firefox 152',
      outcome: 'PASSED',
      networkKind: 'access',
      scoreTo: 0.1,
    },
    'time: one day, 20 days ago': {
      from: new Date(now - 20 * dayMs).toISOString(),
      to: new Date(now - 19 * dayMs).toISOString(),
      country: 'FR',
    },
    'time: the hour of the attack': {
      from: new Date(attackDay + attack.hour * 3_600_000).toISOString(),
      to: new Date(attackDay + (attack.hour + 1) * 3_600_000).toISOString(),
    },
  }
}

export interface LogTiming extends Timing {
  readonly what: string
  /** Verifications on the page. */
  readonly found: number
  /** Pages until the first verification, or until the log is at its end. */
  readonly pages: number
}

/** Times of the pages of one site, through the functions that answer the dashboard, until they are ready to be sent. */
export async function measureLog(db: Database, { siteId, now }: { siteId: number; now: number }): Promise<LogTiming[]> {
  const page = async (filter: LogFilter, cursor: string | null = null): Promise<LogPage> => {
    const answer = await listVerifications(db, {
      siteId,
      filter,
      after: cursor === null ? null : decodeCursor(cursor),
      limit,
      now,
    })
    for (const row of answer.rows)
      JSON.stringify(toVerification(row, { solutionId: '', groupOf: () => '', nameOfNetwork: () => null }))
    return answer
  }
  const timings: LogTiming[] = []
  const measure = async (what: string, filter: LogFilter, cursor: string | null = null): Promise<void> => {
    let { rows, nextCursor } = await page(filter, cursor)
    const found = rows.length
    let pages = 1
    while (rows.length === 0 && nextCursor !== null) {
      ;({ rows, nextCursor } = await page(filter, nextCursor))
      pages += 1
    }
    const times: number[] = []
    for (let round = 0; round < repeats; round += 1) {
      const startedAt = performance.now()
      await page(filter, cursor)
      times.push(performance.now() - startedAt)
    }
    timings.push({ what, found, pages, ...timingOf(times) })
  }
  // Every connection plans a statement anew at first.
  for (let round = 0; round < 30; round += 1) await page({})
  await measure('first page', {})
  const [known] = await db.query<{ staging: string; network: string }>(
    '',
    `select (select public_id from captcha.environments where site_id = $1 and name = 'Staging') as staging,
       (select network::text from captcha.verifications where site_id = $1 and outcome < 3 and issued_at >= $2 and family(network) = 4 order by issued_at limit 1) as network`,
    [siteId, new Date(now - 9.5 * dayMs)],
  )
  if (known === undefined) throw new Error('The log has no network')
  for (const [what, filter] of Object.entries(filtersAt(now, known))) await measure(what, filter)
  const deep = await db.query<{ at: Date; id: string }>(
    '',
    `select issued_at as at, id from captcha.verifications where site_id = $1 and outcome < 3 and issued_at < $2 order by issued_at desc, id desc limit 1`,
    [siteId, new Date(now - 25 * dayMs)],
  )
  const [place] = deep
  if (place === undefined) throw new Error('The log has no page that is 25 days old')
  const cursor = Buffer.from(`${place.at.getTime()} ${place.id}`).toString('base64url')
  await measure('page 25 days back', {}, cursor)
  await measure('page 25 days back, refused', { outcome: 'REFUSED' }, cursor)
  return timings
}
