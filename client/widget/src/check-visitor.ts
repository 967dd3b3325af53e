import { createCall } from './api/call-api.ts'
import { CallFailure, type FailureCode, type Outage } from './api/failure.ts'
import { createCollector, type Visitor } from './collector/collect.ts'
import { answerPrograms } from './collector/engine.ts'
import { waitForHands } from './collector/wait-for-hands.ts'
import { nextTask } from '@bollard/proof-of-work'
import { createSolving } from './solving/create-solving.ts'
import { pause } from './pause.ts'
import type { Countdown, StartPorts } from './verification/start-when-due.ts'
import { runVerification, type VerificationResult } from './verification/run-verification.ts'
import type { Start } from './verification/start-of.ts'

export type CheckResult =
  | VerificationResult
  | {
      readonly status: 'failed'
      readonly code: FailureCode
      readonly problem: string
      readonly outage: Outage | undefined
    }

interface CheckInput {
  readonly api: string
  readonly start: Start
  /** Attribute `solver` of the element. */
  readonly solver: string | null
  readonly container: ShadowRoot
  /** What was watched of the visitor; undefined in minimal data mode, in which nothing of the browser is looked at. */
  readonly visitor: (() => Visitor) | undefined
  /** The check began because the visitor touched the form, so there is more to come of them. */
  readonly byTouch: boolean
  readonly signal: AbortSignal
  readonly onProgress: (progress: number, more: boolean) => void
  readonly onCountdown: (countdown: Countdown) => void
  /** The service wants no verdicts for this site: what was watched is of no use and must go. */
  readonly onMinimalData: () => void
}

/** Of this page's visitor, by service and key. Pages that take a widget out and put in another one do not send them to the end. */
const lines = new Map<string, StartPorts['line']>()

function lineOf(name: string): StartPorts['line'] {
  const line = lines.get(name) ?? { place: undefined }
  lines.set(name, line)
  return line
}

/** One check of a visitor from start to end. Never rejects; after an abort its result means nothing. */
export async function check(input: CheckInput): Promise<CheckResult> {
  const { api, container, signal, start, visitor } = input
  const begunAt = performance.now()
  // The event that began the check has work of its own to do.
  await nextTask()
  const solving = createSolving({ api, container, solver: input.solver, minimal: !visitor, signal })
  const collector = visitor && createCollector({ page: window, container, visitor, probe: solving.probe })
  try {
    return await runVerification(start, {
      call: createCall(api, signal),
      line: lineOf(api + start.siteKey),
      signal,
      onCountdown: (countdown) => signal.aborted || input.onCountdown(countdown),
      solve: solving.solve,
      stepUp: solving.stepUp,
      collector,
      engineAnswers: (token) => answerPrograms(token, container),
      settle:
        visitor && input.byTouch
          ? () =>
              waitForHands({
                hands: visitor().hands,
                submitted: () => visitor().submitted,
                signal,
                begunAt,
                now: () => performance.now(),
                pause,
              })
          : undefined,
      // Other browsers have no issuer, and asking them would leave a refusal in their developers' log.
      privateToken:
        visitor && navigator.vendor.startsWith('Apple')
          ? (verificationId) => solving.privateToken({ verificationId, siteKey: start.siteKey })
          : undefined,
      onMinimalData: input.onMinimalData,
      now: Date.now,
      wait: pause,
      onProgress: (progress, more) => signal.aborted || input.onProgress(progress, more),
    })
  } catch (failure) {
    const { code, problem, outage } =
      failure instanceof CallFailure ? failure : new CallFailure('unavailable', 'not-solved')
    return { status: 'failed', code, problem, outage }
  } finally {
    collector?.close()
    solving.close()
  }
}
