import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { failoverTokenPrefix } from '@bollard/contracts'
import { openDatabase } from '@bollard/database'
import { recountRollups } from '../../services/captcha/src/testing/recount-rollups.ts'
import { isAccepted, type Target, type Told } from './load.ts'

export interface Findings {
  /** Acknowledged answers that are no rows. */
  readonly lostAnswers: number
  readonly lostRedemptions: number
  /** Tokens that were accepted a second time. */
  readonly acceptedTwice: number
  /** Lines of the roll-ups that are not what the rows say. */
  readonly wrongRollups: number
}

/** Compares what was told with the rows, the rows with every roll-up, and plays every token again. */
export async function lookAfter(databaseUrl: string, target: Target, told: Told): Promise<Findings> {
  const db = openDatabase({ connectionString: databaseUrl, max: 1, statementTimeoutMs: 30_000 })
  try {
    const ids = told.acknowledged.map(({ verificationId }) => verificationId)
    const redeemed = told.acknowledged.filter((one) => one.redeemed)
    const [lost] = await db.query<{ answers: number; redemptions: number }>(
      'lost',
      `select (select count(*)::int from unnest($1::uuid[]) as u(id) where not exists (select from captcha.verifications v where v.id = u.id)) as answers,
        (select count(*)::int from unnest($2::uuid[]) as u(id) where not exists (select from captcha.redemptions r where r.verification_id = u.id)) as redemptions`,
      [ids, redeemed.map(({ verificationId }) => verificationId)],
    )
    let acceptedTwice = 0
    for (let from = 0; from < told.acknowledged.length; from += 8) {
      const part = told.acknowledged.slice(from, from + 8)
      const accepted = await Promise.all(part.map((one) => countAccepted(target, one.token, one.redeemed)))
      acceptedTwice += accepted.filter((count) => count > 1).length
    }
    for (const until = Date.now() + 60_000; (await countQueued(db)) > 0; await pause(100))
      if (Date.now() > until) throw new Error('The queue of the roll-ups does not drain')
    return {
      lostAnswers: lost?.answers ?? ids.length,
      lostRedemptions: lost?.redemptions ?? redeemed.length,
      acceptedTwice,
      wrongRollups: (await recountRollups(db)).length,
    }
  } finally {
    await db.close()
  }
}

/** How often a token counts in all: what was told, and two tries at once now. */
async function countAccepted(target: Target, token: string | null, redeemed: boolean): Promise<number> {
  if (token === null) return 0
  const again = await Promise.all([isAccepted(target, token), isAccepted(target, token)])
  return Number(redeemed) + again.filter(Boolean).length
}

/**
 * Whether the token of a visitor whose widget gave up in the middle of the gap is accepted, as soon as the outage is on record, and one of
 * somebody who claims the same for a quarter of an hour before isn't.
 */
export async function tryFailoverTokens(target: Target, at: Date): Promise<{ genuine: boolean; forged: boolean }> {
  const genuine = tokenOf(target.siteKey, at)
  const forged = tokenOf(target.siteKey, new Date(at.getTime() - 900_000))
  const until = Date.now() + 20_000
  let accepted = false
  while (!accepted && Date.now() < until) {
    accepted = await isAccepted(target, genuine).catch(() => false)
    if (!accepted) await pause(500)
  }
  return { genuine: accepted, forged: await isAccepted(target, forged) }
}

/** As a widget writes it. */
function tokenOf(siteKey: string, at: Date): string {
  const claim = { siteKey, at: at.toISOString(), id: randomBytes(16).toString('base64url'), reason: 'unavailable' }
  return `${failoverTokenPrefix}${Buffer.from(JSON.stringify(claim)).toString('base64url')}`
}

async function countQueued(db: ReturnType<typeof openDatabase>): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    'queued',
    'select (select count(*) from captcha.pending_rollups)::int + (select count(*) from captcha.pending_counts)::int as n',
  )
  return row?.n ?? 0
}
