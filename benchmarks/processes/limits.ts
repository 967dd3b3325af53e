import { captchaRoutes } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { readChallenge } from '@bollard/proof-of-work'
import { collectedFor } from '@bollard/testing'
import { atRate, type Edge, post } from './edges.ts'
import { newSite } from './new-site.ts'

async function challengeFor(edge: Edge, siteKey: string, address: string) {
  const { body } = await post(edge, 'verifications', address, { siteKey })
  const started = captchaRoutes.startVerification.response.schema.safeParse(body)
  return started.success && started.data.status === 'challenge' ? started.data : null
}

/** Challenges at the usual work that one network gets, of 90 that it asks for within half a minute. */
export async function cheapChallenges(db: Database, edges: readonly Edge[], address: string): Promise<number> {
  const { siteKey } = await newSite(db)
  const targets: number[] = []
  await atRate(edges, { seconds: 30, perSecond: 3 }, async (edge) => {
    const started = await challengeFor(edge, siteKey, address)
    if (started !== null) targets.push(readChallenge(started.challenge.token).target)
  })
  const usual = Math.max(...targets)
  return targets.filter((target) => target > usual / 2).length
}

/** Rows of the log that one network's wrong answers make, of 60 within half a minute. */
export async function loggedWrongAnswers(db: Database, edges: readonly Edge[], address: string): Promise<number> {
  const { siteKey, siteId } = await newSite(db)
  await atRate(edges, { seconds: 30, perSecond: 2 }, async (edge) => {
    const started = await challengeFor(edge, siteKey, address)
    if (started === null) return
    const { token } = started.challenge
    await post(edge, `verifications/${started.verificationId}/solutions`, address, {
      challenge: token,
      solution: 'A'.repeat(171),
      workMs: 3,
      collected: collectedFor(token),
    })
  })
  return countRows(db, siteId)
}

/** Rows of the log that refusals of a rule make, of 1,200 within half a minute, each of another network. */
export async function loggedRefusals(db: Database, edges: readonly Edge[]): Promise<number> {
  const { siteKey, siteId } = await newSite(db)
  await db.pool.query(
    `insert into captcha.rules (id, site_id, number, name, priority, conditions, action, created_at, updated_at)
     values (gen_random_uuid(), $1, 1, 'Closed', 1, '[{"field":"path","not":false,"values":["/closed"]}]', '{"type":"BLOCK"}', now(), now())`,
    [siteId],
  )
  await atRate(edges, { seconds: 30, perSecond: 40 }, async (edge, n) => {
    await post(edge, 'verifications', `203.0.${n % 250}.7`, { siteKey, path: '/closed' })
  })
  return countRows(db, siteId)
}

async function countRows(db: Database, siteId: number): Promise<number> {
  const { rows } = await db.pool.query<{ n: number }>(
    'select count(*)::int as n from captcha.verifications where site_id = $1',
    [siteId],
  )
  return rows[0]?.n ?? 0
}
