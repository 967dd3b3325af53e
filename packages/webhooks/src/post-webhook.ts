import { type PublicRequestOptions, requestPublic } from './request-public.ts'

export interface WebhookPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type PostOptions = Omit<PublicRequestOptions, 'answerBytesMax'>

/**
 * What a try took, in whole milliseconds, and the beginning of the answer as text. Null when no answer came, and when it came from a private network:
 * otherwise everybody who may add a webhook could read what others are not meant to reach.
 */
export interface PostAnswer {
  readonly durationMs: number
  readonly answer: string | null
}

/** Only 2xx counts as delivered. `error` is a stable word for people. */
export type PostOutcome = PostAnswer & PostResult
type PostResult =
  | { readonly delivered: true; readonly httpStatus: number; readonly error: null }
  | {
      readonly delivered: false
      readonly httpStatus: number | null
      readonly error:
        | 'address'
        | 'name'
        | 'private-address'
        | 'connection'
        | 'tls'
        | 'timeout'
        | 'redirect'
        | 'gone'
        | 'status'
        | 'too-large'
        | 'secret'
    }

const bodyBytesMax = 20_000
/** So much of an answer helps whoever looks for a fault, and holds hardly anything else. */
const answerLengthMax = 1_000

/** Sends one message as `requestPublic` does and tells what became of it; never throws. */
export async function postWebhook({ url, headers, body }: WebhookPost, options: PostOptions): Promise<PostOutcome> {
  if (Buffer.byteLength(body) > bodyBytesMax) return { ...failed('too-large'), durationMs: 0, answer: null }
  const own = { 'content-type': 'application/json', 'user-agent': 'Bollard-Webhooks/1' }
  const began = performance.now()
  const answer = await requestPublic({ method: 'POST', url, headers: { ...own, ...headers }, body }, options)
  const durationMs = Math.round(performance.now() - began)
  if (answer.fault !== null) return { ...failed(answer.fault), durationMs, answer: null }
  return { ...outcomeOf(answer.status), durationMs, answer: answer.isPublic ? textOf(answer.body) : null }
}

/** As text that any database and any page takes: without control characters other than line breaks and tabs. */
function textOf(body: Buffer): string {
  return body
    .subarray(0, answerLengthMax * 4)
    .toString('utf8')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .slice(0, answerLengthMax)
}

function outcomeOf(status: number): PostResult {
  if (status >= 200 && status < 300) return { delivered: true, httpStatus: status, error: null }
  if (status >= 300 && status < 400) return failed('redirect', status)
  return failed(status === 410 ? 'gone' : 'status', status)
}

function failed(error: Exclude<PostResult['error'], null>, httpStatus: number | null = null): PostResult {
  return { delivered: false, httpStatus, error }
}
