import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Configuration } from './configuration.ts'

/** Why there is no verdict, or `misconfigured`: Bollard doesn't accept the secret key, or not for this site key. */
export type Failure =
  | 'unreachable'
  | 'timeout'
  | 'unavailable'
  | 'rate-limited'
  | 'redirected'
  | 'answer-too-large'
  | 'answer-invalid'
  | 'misconfigured'

/** One piece of evidence behind a score; weights are log-odds, positive for bots. */
export interface Reason {
  readonly code: string
  readonly group: string
  readonly weight: number
}

export interface Verdict {
  /** Whether to accept the form. */
  readonly passed: boolean
  /** What decided: Bollard's verdict, a check of this client before or after it, or your fail policy because there was no verdict. */
  readonly decidedBy: 'service' | 'client' | 'fail-policy'
  /** Why there is no verdict; null when there is one. Log it: visitors can do nothing about it. */
  readonly failure: Failure | null
  /** Why the token was refused, the code that other captchas share first. Empty when it passed. */
  readonly codes: readonly string[]
  /** When to ask again, if Bollard said so. */
  readonly retryAfterSeconds: number | null
  /** 0 = person, 1 = bot; null if nobody was scored. */
  readonly score: number | null
  readonly reasons: readonly Reason[]
  readonly action: string | null
  readonly hostname: string | null
  /** Finds the visitor in the dashboard's log. */
  readonly verificationId: string | null
}

export interface Expectations {
  /** The visitor's address as your server sees it, so that Bollard can tell whether the token came from the network that solved it. */
  readonly remoteIp?: string | undefined
  /** The action that the form gave the widget. */
  readonly action?: string | undefined
  /** Host names on which the form may have been. */
  readonly hostnames?: readonly string[] | undefined
}

const tokenMax = 2_048
const answerBytesMax = 65_536
/** A service that asks for more patience than this is not asked again within a call. */
const patienceSeconds = 1
const pauseMs = 100

/**
 * Asks Bollard about the token of a form, once more if the first answer got lost. Never throws: a verdict that couldn't be had is
 * decided by the fail policy, and `failure` says why.
 */
export async function verify(
  configuration: Configuration,
  token: string | null | undefined,
  expectations: Expectations = {},
): Promise<Verdict> {
  if (typeof token !== 'string' || token === '') return refused('client', ['missing-input-response'])
  if (token.length > tokenMax) return refused('client', ['invalid-input-response', 'token-malformed'])
  const asked = await ask(configuration, token, expectations.remoteIp)
  if ('answer' in asked) return judge(configuration, asked.answer, expectations)
  const { failure, retryAfterSeconds } = asked
  return { ...refused('fail-policy', []), failure, retryAfterSeconds, passed: configuration.failPolicy === 'open' }
}

interface NoVerdict {
  readonly failure: Failure
  readonly retryAfterSeconds: number | null
  /** Whether it may be over in a moment. */
  readonly isTransient: boolean
}
type Answer = Readonly<Record<string, unknown>> & { readonly success: boolean }
type Asked = { readonly answer: Answer } | NoVerdict

function judge({ failPolicy }: Configuration, answer: Answer, { action, hostnames }: Expectations): Verdict {
  const codes = textsOf(answer['error-codes'])
  if (!answer.success) {
    const isOurFault = codes.some((code) => misconfigured.has(code))
    return { ...refused('service', codes), failure: isOurFault ? 'misconfigured' : null }
  }
  const verdict: Verdict = {
    ...refused('service', []),
    passed: true,
    score: typeof answer['score'] === 'number' ? answer['score'] : null,
    reasons: reasonsOf(answer['reasons']),
    action: textOf(answer['action']),
    hostname: textOf(answer['hostname']),
    verificationId: textOf(answer['verification_id']),
  }
  if (isFailover(answer['decision']))
    return failPolicy === 'closed'
      ? { ...verdict, passed: false, decidedBy: 'fail-policy', codes: ['failover-not-accepted'] }
      : verdict
  if (action !== undefined && verdict.action !== action)
    return { ...verdict, passed: false, decidedBy: 'client', codes: ['action-mismatch'] }
  if (hostnames !== undefined && !hostnames.includes(verdict.hostname ?? ''))
    return { ...verdict, passed: false, decidedBy: 'client', codes: ['hostname-mismatch'] }
  return verdict
}

const misconfigured = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request'])

function refused(decidedBy: Verdict['decidedBy'], codes: readonly string[]): Verdict {
  return {
    passed: false,
    decidedBy,
    failure: null,
    codes,
    retryAfterSeconds: null,
    score: null,
    reasons: [],
    action: null,
    hostname: null,
    verificationId: null,
  }
}

async function ask(configuration: Configuration, token: string, remoteIp = ''): Promise<Asked> {
  const signal = AbortSignal.timeout(configuration.timeoutMs)
  const body = JSON.stringify({
    secret: configuration.secretKey,
    response: token,
    // The same in the retry, so that a token whose answer got lost isn't taken for a replayed one.
    idempotency_key: randomUUID(),
    ...(configuration.siteKey === null ? {} : { sitekey: configuration.siteKey }),
    ...(remoteIp === '' ? {} : { remoteip: remoteIp }),
  })
  const first = await post(configuration.address, body, signal)
  if ('answer' in first || !first.isTransient || (first.retryAfterSeconds ?? 0) > patienceSeconds) return first
  await sleep((first.retryAfterSeconds ?? 0) * 1_000 || pauseMs)
  return signal.aborted ? first : post(configuration.address, body, signal)
}

async function post(address: string, body: string, signal: AbortSignal): Promise<Asked> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body,
      // The secret key goes to the configured host and nowhere else.
      redirect: 'manual',
      signal,
    })
    return await readAnswer(response)
  } catch {
    return signal.aborted ? noVerdict('timeout') : { ...noVerdict('unreachable'), isTransient: true }
  }
}

async function readAnswer(response: Response): Promise<Asked> {
  const { status } = response
  if (status === 200) return readVerdict(await readText(response))
  await response.body?.cancel()
  const retryAfterSeconds = retryAfterOf(response)
  if (status === 429) return { ...noVerdict('rate-limited'), retryAfterSeconds }
  if (status >= 300 && status < 400) return noVerdict('redirected')
  const isTransient = status === 502 || status === 503 || status === 504
  return { ...noVerdict('unavailable'), retryAfterSeconds, isTransient }
}

function noVerdict(failure: Failure): NoVerdict {
  return { failure, retryAfterSeconds: null, isTransient: false }
}

function retryAfterOf({ headers }: Response): number | null {
  const text = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/u.test(text) ? Number(text) : null
}

/** The body as text; null if it is longer than any answer. */
export async function readText({ body }: Response, bytesMax = answerBytesMax): Promise<string | null> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > bytesMax) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function readVerdict(text: string | null): Asked {
  if (text === null) return noVerdict('answer-too-large')
  const value = parse(text)
  return isAnswer(value) ? { answer: value } : noVerdict('answer-invalid')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isAnswer(value: unknown): value is Answer {
  return isObject(value) && typeof value['success'] === 'boolean'
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isFailover(decision: unknown): boolean {
  return isObject(decision) && decision['type'] === 'FAILOVER'
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function reasonsOf(value: unknown): Reason[] {
  const all: unknown[] = Array.isArray(value) ? value : []
  return all.filter(isObject).map(({ code, group, weight }) => ({
    code: textOf(code) ?? '',
    group: textOf(group) ?? '',
    weight: typeof weight === 'number' ? weight : 0,
  }))
}
