import { textOf } from '@bollard/site-kit'
import { captchaRoutes, type Verification } from '@bollard/contracts'
import type { RequestScope } from '@bollard/site-kit/server'
import type { Verdict } from './verdict.ts'

/**
 * Does what any customer's server does: asks the captcha service, with the secret key, about what the
 * form brought along. `verificationId` comes from a visitor who acts like a bot: a refused check has
 * no token, but its result can be read.
 */
export async function judgeSubmission(site: RequestScope['site'], form: FormData): Promise<Verdict> {
  if (site.demo === undefined) return { kind: 'failed', raw: '' }
  const token = textOf(form, 'bollard-response')
  const verificationId = textOf(form, 'verificationId')
  try {
    if (verificationId !== '') return await resultOf(site.apiInternalUrl, site.demo.secretKey, verificationId)
    return await siteverify(site.apiInternalUrl, site.demo.secretKey, token)
  } catch (error) {
    console.error(error)
    return { kind: 'failed', raw: '' }
  }
}

async function siteverify(api: string, secret: string, response: string): Promise<Verdict> {
  const answer = await fetch(`${api}/captcha/v1/siteverify`, {
    method: 'POST',
    body: new URLSearchParams({ secret, response }),
    signal: AbortSignal.timeout(5000),
  })
  const body = captchaRoutes.siteverify.response.schema.parse(await answer.json())
  const raw = JSON.stringify(body, null, 2)
  const codes = body['error-codes']
  if (codes.includes('missing-input-response')) return { kind: 'noToken', raw }
  if (codes.includes('token-already-used')) return { kind: 'tokenUsed', raw }
  if (!body.success || body.verification_id === undefined) return { kind: 'tokenInvalid', raw }
  const { score, reasons = [], work_ms: workMs = 0, check_ms: checkMs = 0, outcome = 'PASSED' } = body
  return {
    kind: 'checked',
    outcome: outcomes[outcome],
    score: score ?? unknownScore,
    reasonCodes: mostTellingFirst(
      reasons.filter(({ bits }) => bits === undefined),
      outcome,
    ),
    workMs,
    workCount: taskCount,
    checkMs,
    raw,
  }
}

/** Nobody was judged, as while the service was away. */
const unknownScore = 0.5

async function resultOf(api: string, secret: string, verificationId: string): Promise<Verdict> {
  const answer = await fetch(`${api}/captcha/v1/verifications/${encodeURIComponent(verificationId)}/result`, {
    headers: { authorization: `Bearer ${secret}` },
    signal: AbortSignal.timeout(5000),
  })
  const body: unknown = await answer.json()
  const raw = JSON.stringify(body, null, 2)
  const parsed = captchaRoutes.getVerificationResult.response.schema.safeParse(body)
  if (!parsed.success) return { kind: answer.status === 429 ? 'tokenUsed' : 'tokenInvalid', raw }
  return { ...checked(parsed.data), raw }
}

function checked({ outcome, score, reasons, workMs, checkMs }: Verification) {
  const workWasWrong = reasons.some(({ code }) => code === 'work-wrong')
  return {
    kind: 'checked' as const,
    outcome: outcomes[outcome],
    score: score ?? unknownScore,
    reasonCodes: mostTellingFirst(reasons, outcome),
    workMs,
    workCount: workWasWrong ? 0 : taskCount,
    checkMs,
  }
}

/** What speaks for the outcome comes first: for a person when they were let through, for a bot when it was stopped. */
function mostTellingFirst(
  reasons: readonly { code: string; weight: number }[],
  outcome: keyof typeof outcomes,
): string[] {
  const side = outcome === 'PASSED' ? 1 : -1
  return reasons.toSorted((a, b) => (a.weight - b.weight) * side).map(({ code }) => code)
}

const taskCount = 32
const outcomes = { PASSED: 'passed', FLAGGED: 'flagged', REFUSED: 'refused' } as const
