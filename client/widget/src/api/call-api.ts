import type { VerificationAnswer } from '@bollard/contracts'
import { pause } from '../pause.ts'
import { CallFailure, failureOf } from './failure.ts'

/** What the captcha service answers to either call of the widget. */
export type Answer = VerificationAnswer

/** Posts to a path below `/captcha/v1/verifications` of the API. Rejects with `CallFailure`. */
export type Call = (path: string, body: object) => Promise<Answer>

/** Longer than the slowest network that anybody has patience for. Not asked again by itself: the visitor may, who has waited long enough. */
const timeoutMs = 30_000

export function createCall(api: string, signal: AbortSignal, patienceMs = timeoutMs): Call {
  return (path, body) =>
    Promise.race([
      post(`${api}/captcha/v1/verifications${path}`, body, signal),
      pause(patienceMs).then(() => Promise.reject(new CallFailure('unavailable', 'timeout', 'unreachable'))),
    ])
}

async function post(url: string, body: object, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    // This type needs no permission to cross origins, which saves a request.
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify(body),
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal,
  }).catch((cause: unknown) => {
    if (signal.aborted) throw cause
    throw new CallFailure('offline', 'offline', 'unreachable')
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw failureOf(response.status, answer)
  if (!isAnswer(answer)) throw new CallFailure('unavailable', 'answer-unknown', 'unavailable')
  return answer
}

function isAnswer(value: unknown): value is Answer {
  const { status, verificationId, token, challenge } = Object(value)
  return (
    verificationId && (status === 'refused' || (status === 'passed' && token) || (status === 'challenge' && challenge))
  )
}
