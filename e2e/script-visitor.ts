import { captchaRoutes } from '@bollard/contracts'
import { createSolver, solveChallenge } from '@bollard/proof-of-work'
import { chromiumHeaders, collectedFor } from '@bollard/testing'
import type { z } from 'zod'
import { product } from './product.ts'

type Answered = z.infer<typeof captchaRoutes.answerVerification.response.schema>

export interface ScriptOptions {
  siteKey: string
  origin?: string
  headers?: Readonly<Record<string, string>>
  /** False sends no verdict bits at all, as a script without a browser does. */
  claimsBrowser: boolean
}

/** Does the whole protocol without a browser, with the work really done; what it claims to be is up to the test. */
export async function runScript({
  siteKey,
  origin = 'http://localhost',
  headers = {},
  claimsBrowser,
}: ScriptOptions): Promise<Answered> {
  const started = captchaRoutes.startVerification.response.schema.parse(
    await post('/captcha/v1/verifications', { siteKey }, { origin, ...headers }),
  )
  if (started.status !== 'challenge') throw new Error(`Expected a challenge, got ${started.status}`)
  let { challenge } = started
  for (;;) {
    const solution = await solveChallenge({ token: challenge.token, solver: await createSolver({ wasm: true }) })
    const body = {
      challenge: challenge.token,
      solution,
      workMs: 200,
      ...(claimsBrowser ? { collected: collectedFor(challenge.token) } : {}),
    }
    const answered = captchaRoutes.answerVerification.response.schema.parse(
      await post(`/captcha/v1/verifications/${started.verificationId}/solutions`, body, { origin, ...headers }),
    )
    if (answered.status !== 'challenge') return answered
    challenge = answered.challenge
  }
}

/** A token as a person would carry it; for tests about tokens, not about people. */
export async function tokenFor(siteKey: string): Promise<{ token: string; verificationId: string }> {
  const answered = await runScript({ siteKey, headers: chromiumHeaders, claimsBrowser: true })
  if (answered.status !== 'passed') throw new Error(`Expected a token, got ${JSON.stringify(answered)}`)
  return answered
}

export async function post(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const answer = await fetch(`${product.api}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return answer.json()
}
