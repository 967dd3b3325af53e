import {
  bitsOf,
  clientChecks,
  derivedChecks,
  type Evidence,
  evidenceOf,
  noVerdicts,
  type Scorer,
  serverChecks,
  serverSignal,
} from '@bollard/bot-score'
import { BoundedMap } from '../../records/memory/bounded-map.ts'
import { readReasons } from '../../records/store/stored-reasons.ts'
import type { Round } from './visitor.ts'

/** The settings that tell which evidence counts. */
export interface Looking {
  readonly riskScoring: boolean
  readonly minimalData: boolean
  readonly honeypots: boolean
}

export interface Weighed {
  /** 0 = person, 1 = bot. */
  readonly score: number
  readonly hardEvidence: boolean
  readonly workIsRight: boolean
}

/** What a stored round would have weighed, had only that been looked at. */
export type WeighRound = (round: Round, looking: Looking) => Weighed

const honeypot = bitsOf(clientChecks, ['honeypot-filled'])
/** What the service says of verdicts that it asked for. */
const aboutVerdicts = serverSignal.collectorMissing | serverSignal.collectorIncomplete | serverSignal.collectorForged
const hardCodes = new Set(
  [...clientChecks, ...serverChecks, ...derivedChecks].filter(({ hard }) => hard).map(({ code }) => code),
)

/**
 * Weighs stored rounds anew. Where nothing of the evidence falls away the stored score stands, whatever the weights are by now;
 * else what is left is scored with today's. Evidence that the service took from its own state, such as the pace of a network,
 * stays as it was. Visitors differ in few ways, so what was read of a text of reasons is remembered.
 */
export function createWeigher(score: Scorer): WeighRound {
  const remembered = new BoundedMap<string, Read>(20_000)
  const read = (reasons: string): Read => {
    const known = remembered.get(reasons)
    if (known !== undefined) return known
    const codes = readReasons(reasons).map(([code]) => code)
    const evidence = evidenceOf(codes)
    const made: Read = {
      evidence,
      exact: score(evidence).score,
      hardEvidence: codes.some((code) => hardCodes.has(code)),
      workIsRight: !codes.includes('work-wrong'),
    }
    remembered.set(reasons, made)
    return made
  }
  return (round, looking) => {
    const { evidence, exact, hardEvidence, workIsRight } = read(round.reasons)
    if (!looking.riskScoring)
      return workIsRight
        ? { score: 0, hardEvidence: false, workIsRight }
        : { score: 1, hardEvidence: true, workIsRight }
    const left = reduce(evidence, looking)
    // The column has fewer digits than the decision had.
    if (left === evidence)
      return { score: Math.fround(exact) === Math.fround(round.score) ? exact : round.score, hardEvidence, workIsRight }
    const weighed = score(left)
    return { score: weighed.score, hardEvidence: weighed.hardEvidence, workIsRight }
  }
}

interface Read {
  readonly evidence: Evidence
  /** The score with today's weights. */
  readonly exact: number
  readonly hardEvidence: boolean
  readonly workIsRight: boolean
}

/** The evidence without what is not looked at; the very same when nothing falls away. */
function reduce(evidence: Evidence, { minimalData, honeypots }: Looking): Evidence {
  const { server, ran, fired } = evidence
  if (minimalData) {
    const nothing = (server & aboutVerdicts) === 0 && ran[0] === 0 && ran[1] === 0 && fired[0] === 0 && fired[1] === 0
    return nothing ? evidence : { server: server & ~aboutVerdicts, ran: noVerdicts, fired: noVerdicts }
  }
  if (honeypots || ((fired[0] & honeypot[0]) === 0 && (fired[1] & honeypot[1]) === 0)) return evidence
  return { server, ran, fired: [fired[0] & ~honeypot[0], fired[1] & ~honeypot[1]] }
}
