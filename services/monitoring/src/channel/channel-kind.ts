import type { ChannelTarget, NotificationError } from '@bollard/contracts'
import type { PublicAnswer, PublicRequest } from '@bollard/webhooks'
import type { MonitoringContext } from '../monitoring-context.ts'
import type { Message } from './message.ts'

/** What sending a message needs of the rest. */
export type SendContext = Pick<MonitoringContext, 'channels' | 'box' | 'newId'>

/** Secrets of a channel by their names. */
export type Secrets = Readonly<Record<string, string>>
export type TargetOf<K extends ChannelTarget['kind']> = Extract<ChannelTarget, { kind: K }>

/** What a provider's answer means. `retryAfterSeconds` is how long it wants to be left alone. */
export interface Verdict {
  readonly error: NotificationError | null
  readonly retryAfterSeconds: number | null
}

/** What became of a try. Only an `error` that is null counts as delivered. */
export interface Outcome extends Verdict {
  readonly httpStatus: number | null
  readonly answer: string | null
}

/** A way to tell people that is one request. */
export interface RequestKind<K extends ChannelTarget['kind']> {
  requestOf(target: TargetOf<K>, secrets: Secrets, message: Message): PublicRequest
  /** Where the provider says more than its status does. Null leaves it at the status. */
  verdictOf?(answer: Extract<PublicAnswer, { fault: null }>): Verdict | null
}

/** A request with a body of JSON. */
export function jsonRequest(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): PublicRequest {
  const contentType = { 'content-type': 'application/json; charset=utf-8' }
  return {
    method: 'POST',
    url,
    headers: { ...contentType, 'user-agent': userAgent, ...headers },
    body: JSON.stringify(body),
  }
}
export const userAgent = 'Bollard-Alerts/1'
