import type { RequestHeaders } from '@bollard/bot-score'
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

/** What a widget asks for work with. */
export interface StartBody {
  readonly siteKey: string
  readonly language?: string
  readonly action?: string
  /** Path of the page, as the widget says. */
  readonly path?: string
  readonly bypassKey?: string
  /** As in the answer, for visitors who pass without work. */
  readonly cData?: string
  /** Of an earlier start that was throttled: the place in the queue. */
  readonly ticket?: string
}

/** Where a request comes from, worked out once. */
export interface Caller {
  /** For rules of this request alone; stored nowhere. */
  readonly address: string
  /** /24 or /48, see `networkOf`. */
  readonly network: string
  readonly facts: NetworkFacts
}

/** Verdicts of the widget as they came: sealed for the challenge, in the order of the widget's build. */
export interface Collected {
  readonly layout: number
  readonly verdicts: string
  /** Drawn when the page was opened: which tokens come from one page. */
  readonly page?: number
  /** Of the pauses between keys, the directions of movements and the order of presses; 0 where there was too little of it. */
  readonly digests?: readonly number[]
}

export interface AnswerBody {
  readonly challenge: string
  readonly solution: string
  readonly workMs: number
  readonly collected?: Collected
  /** Answers to the two engine programs of the challenge. */
  readonly engine?: readonly number[]
  readonly privateToken?: string
  /** What the widget can solve a second round with, beside SHA-256. */
  readonly stepUp?: 'equix'
  /** Path of the page, as the widget says. */
  readonly path?: string
  /** What the page gives its own server with the token. */
  readonly cData?: string
  /** As at the start: the challenge holds no more than its number or mark. */
  readonly action?: string
}
export interface AnswerRequest extends EdgeRequest<AnswerBody> {
  /** As the address of the call names it. */
  readonly verificationId: string
}
