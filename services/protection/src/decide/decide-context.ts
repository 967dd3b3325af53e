import type { ProtectionContext } from '../protection-context.ts'
import type { Recorder } from '../record/recorder.ts'
import type { OpenCalls } from './open-calls.ts'
import type { PolicyCache } from './policy-cache.ts'
import type { SeenAddresses } from './seen-addresses.ts'
import type { Tally } from './tally.ts'

/** What decisions are made with. */
export interface DecideContext extends Pick<
  ProtectionContext,
  'now' | 'captcha' | 'lookUpNetwork' | 'identifyProgram' | 'onError'
> {
  /** Where browsers reach the API, for the widget. */
  readonly apiUrl: string
  /** Origin of the website, on which a visitor who was stopped says so. */
  readonly websiteUrl: string
  readonly policies: PolicyCache
  readonly openCalls: OpenCalls
  readonly tally: Tally
  readonly recorder: Pick<Recorder, 'record' | 'settle' | 'count'>
  readonly seen: SeenAddresses
  /** How long a decision may take, in milliseconds; then each part counts as its owner chose. */
  readonly decisionMs: number
  /** A UUID of version 7 for a moment in milliseconds since 1970. */
  readonly decisionId: (now: number) => string
}
