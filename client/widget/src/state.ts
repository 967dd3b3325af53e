import type { FailureCode } from './api/failure.ts'
import type { Spoken, Texts } from './texts.ts'

/** What the visitor sees. `progress` is the share of all work that is done, 0 … 1; `renews` where nobody asked for the check. */
export type State =
  | { readonly kind: 'ready' }
  | { readonly kind: 'working'; readonly progress: number; readonly more: boolean; readonly renews: boolean }
  /** Too many visitors of the same network: the check continues by itself in `secondsLeft`, of `secondsInAll` at first. */
  | {
      readonly kind: 'throttled'
      readonly secondsLeft: number
      readonly secondsInAll: number
      readonly renews: boolean
    }
  /** `until` is when the token runs out, in milliseconds since 1970. */
  | { readonly kind: 'passed'; readonly until: number; readonly renews: boolean }
  | { readonly kind: 'expired' }
  /** With `failover` the form may be sent all the same. */
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly failover: boolean }
  | { readonly kind: 'refused'; readonly verificationId: string }

/** Of the code that a refused visitor quotes: the beginning of the verification's number, by which the owner's log finds it. */
const referenceLength = 13

/** The words of a state. `announcement` is what a screen reader says when the state begins. */
export interface StateWords {
  readonly title: string
  readonly hint: string
  readonly announcement: string
  /** Nobody waits for what is announced. */
  readonly inPassing: boolean
}

export function wordsOf(state: State, { texts, language, isRightToLeft }: Spoken, startsByItself: boolean): StateWords {
  switch (state.kind) {
    case 'ready':
      return { ...say(texts.ready, startsByItself ? texts.readyHint : texts.readyHintClick), announcement: '' }
    case 'working':
      return say(state.more ? texts.workingMore : texts.working, '', state.renews ? texts.renewing : '')
    case 'throttled': {
      const at = (seconds: number) =>
        say(texts.throttled, texts.throttledHint.replace('{time}', secondsIn(seconds, language)))
      // Said once, not with each second.
      const { announcement } = at(state.secondsInAll)
      return {
        ...at(state.secondsLeft),
        announcement: state.renews ? texts.renewing : announcement,
        inPassing: state.renews,
      }
    }
    case 'passed':
      return say(
        texts.passed,
        texts.passedHint.replace('{time}', timeOf(state.until, language)),
        state.renews ? texts.renewed : '',
      )
    case 'expired':
      return say(texts.expired, texts.expiredHint)
    case 'failed':
      return say(texts.failed, (state.failover && texts.failover) || failureIn(texts)[state.code])
    case 'refused': {
      const reference = state.verificationId.slice(0, referenceLength)
      // Set apart, or text from right to left would turn the parts of the number round.
      return say(texts.refused, `${texts.refusedHint} ${isRightToLeft ? `\u2066${reference}\u2069` : reference}`)
    }
  }
}

function failureIn(texts: Texts): Record<FailureCode, string> {
  return {
    offline: texts.offline,
    'rate-limited': texts.rateLimited,
    misconfigured: texts.misconfigured,
    unavailable: texts.unavailable,
  }
}

function say(title: string, hint = '', inPassing = ''): StateWords {
  return {
    title,
    hint,
    announcement: inPassing || (hint === '' ? title : `${title}. ${hint}`),
    inPassing: inPassing !== '',
  }
}

/** As the language writes and abbreviates them, so that no text needs a plural. */
function secondsIn(seconds: number, language: string): string {
  return seconds.toLocaleString(language, { style: 'unit', unit: 'second' })
}

/** Hours and minutes where the visitor is, in the way of the language. */
function timeOf(at: number, language: string): string {
  return new Date(at).toLocaleTimeString(language, { timeStyle: 'short' })
}
