import { captchaRoutes } from '@bollard/contracts'
import { solveChallenge, type Solver } from '@bollard/proof-of-work'
import { chromiumHeaders, collectedFor } from '@bollard/testing'

export interface Visitor {
  readonly apiUrl: string
  readonly origin: string
  readonly siteKey: string
  readonly secretKey: string
  readonly solver: Solver
  /** Each visitor comes from a network of its own. */
  readonly address: string
  /** Waited for when the work is done and before it is handed in. */
  readonly mayAnswer: () => Promise<void>
  /** What the page says that the visitor does. */
  readonly action?: string
  /** Goes where the global one goes, which is used where there is none. */
  readonly fetch?: typeof fetch
}

/** What the service acknowledged; only that must survive. */
export interface Acknowledged {
  readonly verificationId: string
  readonly token: string | null
  readonly redeemed: boolean
}

/**
 * One whole verification as widget and customer make it: start, solve, answer, a second round when asked
 * for, and the customer's question. Null when the service was away before it acknowledged the answer.
 */
export async function visit(visitor: Visitor): Promise<Acknowledged | null> {
  const answered = await pass(visitor)
  if (answered === null || answered.token === null) return answered && { ...answered, redeemed: false }
  return { ...answered, redeemed: await redeem(visitor, answered.token) }
}

/** The same without the customer's question. */
export async function pass(visitor: Omit<Visitor, 'secretKey'>): Promise<Omit<Acknowledged, 'redeemed'> | null> {
  const started = captchaRoutes.startVerification.response.schema.safeParse(
    await post(visitor, '/captcha/v1/verifications', { siteKey: visitor.siteKey, ...actionOf(visitor) }),
  )
  if (!started.success || started.data.status !== 'challenge') return null
  const { verificationId } = started.data
  let { challenge } = started.data
  for (;;) {
    const solution = await solveChallenge({ token: challenge.token, solver: visitor.solver })
    await visitor.mayAnswer()
    const answer = await post(visitor, `/captcha/v1/verifications/${verificationId}/solutions`, {
      challenge: challenge.token,
      solution,
      workMs: 200,
      collected: collectedFor(challenge.token),
      ...actionOf(visitor),
    })
    const answered = captchaRoutes.answerVerification.response.schema.safeParse(answer)
    if (!answered.success) return null
    switch (answered.data.status) {
      case 'challenge':
        challenge = answered.data.challenge
        break
      case 'refused':
        return { verificationId, token: null }
      case 'passed':
        return { verificationId, token: answered.data.token }
      default:
        return answered.data satisfies never
    }
  }
}

const actionOf = ({ action }: Pick<Visitor, 'action'>) => (action === undefined ? {} : { action })

/** Whether the service says that the token is good, which it may say once. */
export async function redeem(
  { apiUrl, secretKey, fetch: ask = fetch }: Pick<Visitor, 'apiUrl' | 'secretKey' | 'fetch'>,
  token: string,
): Promise<boolean> {
  try {
    const response = await ask(`${apiUrl}${captchaRoutes.siteverify.path}`, {
      method: 'POST',
      body: new URLSearchParams({ secret: secretKey, response: token }),
    })
    return response.ok && captchaRoutes.siteverify.response.schema.parse(await response.json()).success
  } catch {
    return false
  }
}

async function post(
  { apiUrl, origin, address, fetch: ask = fetch }: Omit<Visitor, 'secretKey'>,
  path: string,
  body: object,
): Promise<unknown> {
  try {
    const headers = { ...chromiumHeaders, origin, 'x-forwarded-for': address }
    const response = await ask(`${apiUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return await response.json()
  } catch {
    // Killed while it was asked: nothing was acknowledged.
    return null
  }
}
