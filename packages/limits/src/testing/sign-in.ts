import { randomBytes } from 'node:crypto'
import { createDecisionIds, decisionHeaders, protect } from '@bollard/decisions'
import { createAllowList, createLimiters, createMemoryStore, type Facts, usualLadder } from '@bollard/limits'

const idAt = createDecisionIds(randomBytes)
const office = createAllowList([
  { field: 'address', value: '192.0.2.0/24', until: null, note: 'our office, asked for by Ada' },
])

const limiters = createLimiters(
  [
    {
      id: 'sign-in',
      limit: { kind: 'TOKEN_BUCKET', limit: 5, tokens: 1, everyMs: 60_000 },
      key: [{ from: 'network' }, { from: 'email' }],
      missing: 'SKIP',
      counts: 'AFTER_FAILURE',
      mode: 'LIVE',
      outage: 'LOCAL',
      ladder: usualLadder,
      overrides: [],
    },
  ],
  { scope: 'shop', secret: randomBytes(32), store: createMemoryStore() },
)

/** Answers a try to sign in: whether it was let through to `check`, and the header fields that say what is left. */
export async function signIn(facts: Facts, now: number, check: () => Promise<boolean>) {
  const id = idAt(now)
  const call = limiters.limit(facts, { now, id })
  const decision = await protect([office(facts, now), ...call.parts], { id, budgetMs: 50 })
  const passes = decision.conclusion === 'ALLOW'
  const signedIn = passes && (await check())
  await call.end(passes ? (signedIn ? 'SUCCESS' : 'FAILURE') : 'REFUSED', now)
  return { signedIn, conclusion: decision.conclusion, headers: decisionHeaders(decision) }
}
