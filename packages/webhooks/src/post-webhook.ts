import { type PublicRequestOptions, requestPublic } from './request-public.ts'

export interface WebhookPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type PostOptions = Omit<PublicRequestOptions, 'answerBytesMax'>

/** Only 2xx counts as delivered. `error` is a stable word for people: the answer's body is never kept or shown. */
export type PostOutcome =
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

/** Sends one message as `requestPublic` does and tells what became of it; never throws. */
export async function postWebhook({ url, headers, body }: WebhookPost, options: PostOptions): Promise<PostOutcome> {
  if (Buffer.byteLength(body) > bodyBytesMax) return failed('too-large')
  const own = { 'content-type': 'application/json', 'user-agent': 'Bollard-Webhooks/1' }
  const answer = await requestPublic({ method: 'POST', url, headers: { ...own, ...headers }, body }, options)
  return answer.fault === null ? outcomeOf(answer.status) : failed(answer.fault)
}

function outcomeOf(status: number): PostOutcome {
  if (status >= 200 && status < 300) return { delivered: true, httpStatus: status, error: null }
  if (status >= 300 && status < 400) return failed('redirect', status)
  return failed(status === 410 ? 'gone' : 'status', status)
}

function failed(error: Exclude<PostOutcome['error'], null>, httpStatus: number | null = null): PostOutcome {
  return { delivered: false, httpStatus, error }
}
