import type { Decision, JudgeOptions, Score } from '@bollard/bot-score'
import { decide, judgeRequest, readVerdictBits, scoreVerification, serverSignal } from '@bollard/bot-score'
import type { Challenge } from '@bollard/proof-of-work/server'
import { expectedHashes } from '@bollard/proof-of-work/server'
import { hasUserAgent, signalsOf } from './challenge-signals.ts'

/** More than any visitor's device hashes in a millisecond: ten fast threads, and half the work by luck. */
const hashesPerMs = 500_000

export interface AnswerEvidence {
  readonly challenge: Challenge
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly userAgent: string
  readonly collected: { readonly ran: string; readonly fired: string } | undefined
  readonly workIsRight: boolean
  /** Milliseconds from handing out this challenge to its answer. */
  readonly elapsedMs: number
  readonly threshold: number
  readonly transport: JudgeOptions
}

export interface Judgement {
  readonly decision: Decision
  readonly score: Score
  readonly workIsRight: boolean
  /** Bits to carry into a second round. */
  readonly server: number
  readonly ran: number
  readonly fired: number
}

/** Puts together what all rounds told, and decides. */
export function judgeAnswer(evidence: AnswerEvidence): Judgement {
  const { challenge, headers, collected } = evidence
  const ranNow = collected === undefined ? null : readVerdictBits(collected.ran)
  const firedNow = collected === undefined ? null : readVerdictBits(collected.fired)
  const ran = (ranNow ?? 0) | challenge.firstRoundSignals[0]
  const fired = (firedNow ?? 0) | challenge.firstRoundSignals[1]
  let server = signalsOf(challenge.serverSignals) | judgeRequest(headers, evidence.transport)
  if (ranNow === null || firedNow === null || ranNow === 0) server |= serverSignal.collectorMissing
  if (!hasUserAgent(challenge.serverSignals, evidence.userAgent)) server |= serverSignal.userAgentChanged
  if (!evidence.workIsRight) server |= serverSignal.workWrong
  // The clock counts whole milliseconds, so one is granted.
  else if (evidence.elapsedMs + 1 < expectedHashes(challenge.target) / hashesPerMs) server |= serverSignal.workTooFast
  const score = scoreVerification({ server, ran, fired })
  const decision = evidence.workIsRight
    ? decide({ score: score.score, hardEvidence: score.hardEvidence, round: challenge.round, threshold: evidence.threshold })
    : 'refuse'
  return { decision, score, workIsRight: evidence.workIsRight, server, ran: ran >>> 0, fired: fired >>> 0 }
}
