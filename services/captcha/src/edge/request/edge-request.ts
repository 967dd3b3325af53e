import type { RequestHeaders } from '@bollard/bot-score'
import type { AnswerBody } from '@bollard/contracts'
import type { NetworkFacts } from './network-facts.ts'

/** A call of a widget, whichever server took it in. */
export interface EdgeRequest<Body> {
  readonly body: Body
  readonly headers: RequestHeaders
  /** Address of the other end of the connection. */
  readonly remoteAddress: string | undefined
  /** What its connection told, as bits of the score's server checks; 0 where nothing is known. */
  readonly connectionSignals: number
}

/** Where a request comes from, worked out once. */
export interface Caller {
  /** For rules of this request alone; stored nowhere. */
  readonly address: string
  /** /24 or /48, see `networkOf`. */
  readonly network: string
  readonly facts: NetworkFacts
}

export interface AnswerRequest extends EdgeRequest<AnswerBody> {
  /** As the address of the call names it. */
  readonly verificationId: string
}

/** A header as one text; Node gives a list only for few, of which none is read here. */
export function headerText(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : (value?.[0] ?? '')
}
