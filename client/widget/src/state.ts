import type { FailureCode } from './api/failure.ts'
import type { Texts } from './texts.ts'

/** What the visitor sees. `progress` is the share of all work that is done, 0 … 1. */
export type State =
  | { readonly kind: 'ready' }
  | { readonly kind: 'working'; readonly progress: number; readonly more: boolean }
  | { readonly kind: 'passed'; readonly minutes: number }
  | { readonly kind: 'expired' }
  /** With `failover` the form may be sent all the same. */
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly failover: boolean }
  | { readonly kind: 'refused'; readonly verificationId: string }

/** The words of a state. `announcement` is what a screen reader says when the state begins. */
export interface StateWords {
  readonly title: string
  readonly hint: string
  readonly retry: boolean
  readonly announcement: string
}

export function wordsOf(state: State, texts: Texts, startsByItself: boolean): StateWords {
  switch (state.kind) {
    case 'ready':
      return { ...say(texts.ready, startsByItself ? texts.readyHint : texts.readyHintClick), announcement: '' }
    case 'working':
      return say(state.more ? texts.workingMore : texts.working)
    case 'passed':
      return say(texts.passed, texts.passedHint.replace('{minutes}', String(state.minutes)))
    case 'expired':
      return say(texts.expired, texts.expiredHint)
    case 'failed':
      return say(texts.failed, (state.failover && texts.failover) || texts[state.code === 'rate-limited' ? 'rateLimited' : state.code], true)
    case 'refused':
      return say(texts.refused, `${texts.refusedHint} ${state.verificationId}`)
  }
}

function say(title: string, hint = '', retry = false): StateWords {
  return { title, hint, retry, announcement: hint === '' ? title : `${title}. ${hint}` }
}
