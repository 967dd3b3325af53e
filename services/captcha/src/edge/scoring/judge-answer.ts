import {
  bitsOf,
  clientChecks,
  conductSignal,
  decide,
  type Decision,
  describeUserAgent,
  type JudgeOptions,
  judgeRequest,
  judgeVerdicts,
  noVerdicts,
  readVerdicts,
  type RequestHeaders,
  type Score,
  type Scorer,
  serverSignal,
  type VerdictBits,
  type Verdicts,
} from '@bollard/bot-score'
import type { Collected } from '@bollard/contracts'
import { type Challenge, expectedHashes, openVerdicts, permutationOf } from '@bollard/proof-of-work/server'
import { isMinimal, rowFlags } from '../../records/store/row-flags.ts'
import { shortHash } from '../request/short-hash.ts'
import type { KnownBuild } from '../widget/widget-builds.ts'

const honeypot = bitsOf(clientChecks, ['honeypot-filled'])

/** More than any visitor's device hashes in a millisecond: ten fast threads, and half the work by luck. */
const hashesPerMs = 500_000
/** The same for phones and tablets, whose fastest do about 30 000. */
const hashesPerMsOfPhones = 120_000

export interface AnswerEvidence {
  readonly challenge: Challenge
  readonly headers: RequestHeaders
  readonly userAgent: string
  readonly network: string
  /** What else the service saw of this request: bits of `serverChecks`. */
  readonly signals: number
  /** What visits before this one say: bits of `conductChecks`. */
  readonly conduct: number
  readonly collected: Collected | undefined
  /** The build of the widget that the verdicts name; undefined where nobody knows it. */
  readonly build: KnownBuild | undefined
  /** How the site is set: bits of `rowFlags`. */
  readonly flags: number
  readonly workIsRight: boolean
  /** Milliseconds from handing out this challenge to its answer. */
  readonly elapsedMs: number
  readonly threshold: number
  readonly transport: JudgeOptions
  readonly score: Scorer
}

export interface Judgement {
  readonly decision: Decision
  readonly score: Score
  readonly workIsRight: boolean
  /** Bits to carry into a second round. */
  readonly server: number
  readonly conduct: number
  readonly ran: VerdictBits
  readonly fired: VerdictBits
}

/** Puts together what all rounds told, and decides. */
export function judgeAnswer(evidence: AnswerEvidence): Judgement {
  const { challenge } = evidence
  if ((evidence.flags & rowFlags.scoringOff) !== 0) return byWorkAlone(evidence)
  const opened = isMinimal(evidence.flags) ? 'unasked' : openCollected(evidence)
  const verdicts = typeof opened === 'string' ? nothing : opened
  const ran = together(verdicts.ran, challenge.ran)
  const found = together(verdicts.fired, challenge.fired)
  const fired = (evidence.flags & rowFlags.honeypotOff) === 0 ? found : without(found, honeypot)
  let server =
    challenge.serverSignals |
    verdicts.server |
    judgeRequest(evidence.headers, evidence.transport) |
    evidence.signals |
    judgeWork(evidence)
  if (opened === 'missing') server |= serverSignal.collectorMissing
  if (opened === 'forged') server |= serverSignal.collectorForged
  if (challenge.userAgentHash !== shortHash(evidence.userAgent)) server |= serverSignal.userAgentChanged
  if (challenge.networkHash !== shortHash(evidence.network)) server |= serverSignal.networkChanged
  const conduct = challenge.conduct | evidence.conduct | verdicts.conduct
  const score = evidence.score({ server, conduct, ran, fired })
  const decision = evidence.workIsRight
    ? decide({
        score: score.score,
        hardEvidence: score.hardEvidence,
        round: challenge.round,
        threshold: evidence.threshold,
      })
    : 'refuse'
  return { decision, score, workIsRight: evidence.workIsRight, server, conduct, ran, fired }
}

/** Where risk scoring is off nothing of the visitor is judged, and nothing of it stored. */
function byWorkAlone({ challenge, workIsRight }: AnswerEvidence): Judgement {
  const { serverSignals: server, conduct, ran, fired } = challenge
  return workIsRight
    ? { decision: 'pass', score: unjudged, workIsRight, server, conduct, ran, fired }
    : { decision: 'refuse', score: withoutWork, workIsRight, server, conduct, ran, fired }
}

const unjudged: Score = { score: 0, logOdds: 0, reasons: [], hardEvidence: false }
const withoutWork: Score = {
  ...unjudged,
  score: 1,
  reasons: [{ code: 'work-wrong', group: 'work', weight: 0 }],
  hardEvidence: true,
}

interface Opened extends Verdicts {
  /** What the verdicts say of where they come from: bits of `serverChecks` and `conductChecks`. */
  readonly server: number
  readonly conduct: number
}

const nothing: Opened = { ran: noVerdicts, fired: noVerdicts, server: 0, conduct: 0 }
/** More checks than any build has. */
const checksMax = 64

function openCollected({ challenge, collected, build, userAgent }: AnswerEvidence): Opened | 'missing' | 'forged' {
  if (collected === undefined) return 'missing'
  const bytes = openVerdicts(collected.verdicts, challenge.bytes, collected.layout)
  if (bytes === null) return 'forged'
  // A layout that nobody knows is drawn anew each time, so that numbers made up cost no memory.
  const { ran, fired } = readVerdicts(bytes, build?.places ?? permutationOf(collected.layout))
  if (ran[0] === 0 && ran[1] === 0) return 'missing'
  const plausibility = judgeVerdicts({ ran, fired }, build?.checks ?? checksMax, userAgent)
  if (plausibility === 'impossible') return 'forged'
  return {
    ran,
    fired,
    server: plausibility === 'doubtful' ? serverSignal.collectorIncomplete : 0,
    conduct: build === undefined ? conductSignal.layoutUnknown : 0,
  }
}

function judgeWork({ challenge, workIsRight, elapsedMs, userAgent }: AnswerEvidence): number {
  if (!workIsRight) return serverSignal.workWrong
  // The clock was set back meanwhile, and tells nothing.
  if (elapsedMs < 0) return 0
  const hashes = expectedHashes(challenge.target, challenge.algorithm)
  // The clock counts whole milliseconds, so one is granted.
  if (elapsedMs + 1 < hashes / hashesPerMs) return serverSignal.workTooFast
  if (elapsedMs + 1 >= hashes / hashesPerMsOfPhones) return 0
  const { device } = describeUserAgent(userAgent)
  return device === 'phone' || device === 'tablet' ? serverSignal.deviceTooFast : 0
}

function without(a: VerdictBits, b: VerdictBits): VerdictBits {
  return [a[0] & ~b[0], a[1] & ~b[1]]
}

function together(a: VerdictBits, b: VerdictBits): VerdictBits {
  return [a[0] | b[0], a[1] | b[1]]
}
