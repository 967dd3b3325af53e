import type { AnswerBody } from '@bollard/contracts'
import type { Answer } from '../api/call-api.ts'
import { CallFailure } from '../api/failure.ts'
import type { Collector } from '../collector/collect.ts'
import { idTime } from './id-time.ts'
import type { Start } from './start-of.ts'
import { callWhenDue, startWhenDue, type StartPorts } from './start-when-due.ts'

export interface VerificationPorts extends StartPorts {
  /** Does the work of a challenge; rejects when it cannot be done. */
  readonly solve: (challengeToken: string, onProgress: (share: number) => void) => Promise<string>
  /** What a second round can be solved with; known once the first is solved. */
  readonly stepUp: () => AnswerBody['stepUp']
  /** Undefined in minimal data mode. */
  readonly collector: Collector | undefined
  /** Answers the engine programs of a challenge; undefined where there are none, or this browser cannot. Never rejects. */
  readonly engineAnswers: (challengeToken: string) => Promise<readonly number[] | undefined>
  /** Asks the browser for a private token's proof; undefined where none is to be had. */
  readonly privateToken: ((verificationId: string) => Promise<string | undefined>) | undefined
  /** Waits until the visitor's hands have shown something; undefined where nobody is to wait for. */
  readonly settle: (() => Promise<void>) | undefined
  /** The service wants no verdicts for this site. */
  readonly onMinimalData: () => void
  readonly onProgress: (progress: number, more: boolean) => void
}

export type VerificationResult =
  | { readonly status: 'passed'; readonly verificationId: string; readonly token: string; readonly validMs: number }
  | { readonly status: 'refused'; readonly verificationId: string }

/** Problems after which a fresh start can work: the service was away, or this challenge is of no use any more. */
const worthAnother = [
  'unavailable',
  'internal',
  'already-answered',
  'challenge-expired',
  'challenge-invalid',
  'offline',
  'answer-unknown',
  'not-solved',
]
const pausesMs = [600, 2400]
/** As the service counts it; only the bar depends on it here. */
const hashesPerEquixSolution = 60_000

/** From nothing to a token: asks for work, does it, hands it in, and does more if asked. Rejects with `CallFailure`. */
export async function runVerification(start: Start, ports: VerificationPorts): Promise<VerificationResult> {
  for (const pause of pausesMs) {
    try {
      return await attempt(start, ports)
    } catch (failure) {
      if (!(failure instanceof CallFailure) || !worthAnother.includes(failure.problem)) throw failure
      await ports.wait(pause)
    }
  }
  return attempt(start, ports)
}

async function attempt(start: Start, ports: VerificationPorts): Promise<VerificationResult> {
  let answer = await startWhenDue(start, ports)
  const receivedAt = ports.now()
  const round = { doneHashes: 0, more: false, path: start.path, action: start.action, cData: start.cData }
  while (answer.status === 'challenge') answer = await answerChallenge(answer, round, ports)
  if (answer.status === 'refused') return answer
  const clockOffset = receivedAt - idTime(answer.verificationId)
  return { ...answer, validMs: Date.parse(answer.expiresAt) - (ports.now() - clockOffset) }
}

async function answerChallenge(
  { verificationId, challenge, collect, privateToken }: Extract<Answer, { status: 'challenge' }>,
  round: {
    doneHashes: number
    more: boolean
    readonly path: string | undefined
    readonly action: string | undefined
    readonly cData: string | undefined
  },
  ports: VerificationPorts,
): Promise<Answer> {
  const begun = ports.now()
  // Work that an earlier round has done stays done on the bar: it begins where that share of the new whole ends.
  const hashes =
    ((challenge.count * 2 ** 32) / challenge.target) * (challenge.algorithm === 'equix' ? hashesPerEquixSolution : 1)
  const share = (part: number) => (round.doneHashes + part * hashes) / (round.doneHashes + hashes)
  ports.onProgress(share(0), round.more)
  const collector = collect === false ? undefined : ports.collector
  if (collect === false) {
    ports.collector?.close()
    ports.onMinimalData()
  }
  // While others work, and after the checks, which measure how long things take here.
  const answering = collector?.begin().then(
    () => ports.engineAnswers(challenge.token),
    () => undefined,
  )
  const proving = privateToken === true ? ports.privateToken?.(verificationId) : undefined
  const solution = await ports.solve(challenge.token, (part) => ports.onProgress(share(part), round.more))
  const workMs = Math.max(0, Math.min(3_600_000, Math.round(ports.now() - begun)))
  if (collector && !round.more) await ports.settle?.()
  const collected = await collector?.collect(challenge.token)
  const engine = await answering
  const proof = await proving
  const stepUp = ports.stepUp()
  round.doneHashes += hashes
  round.more = true
  const done = { ...ports, line: { place: undefined }, onProgress: () => ports.onProgress(1, round.more) }
  const body: AnswerBody = {
    challenge: challenge.token,
    solution,
    workMs,
    ...(collected ? { collected } : {}),
    ...(engine ? { engine } : {}),
    ...(proof ? { privateToken: proof } : {}),
    ...(stepUp ? { stepUp } : {}),
    ...(round.cData ? { cData: round.cData } : {}),
    ...(round.path && collect !== false ? { path: round.path } : {}),
    ...(round.action ? { action: round.action } : {}),
  }
  return callWhenDue(`/${verificationId}/solutions`, body, done)
}
