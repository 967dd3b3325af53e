import {
  type Challenge,
  type Conclusion,
  conclusions,
  type Finding,
  type Merged,
  type PartReason,
  type PartResult,
} from './decision.ts'

/** What is asked of a visitor where a part asks for work without saying how much. */
const usualWork: Challenge = { percent: 100 }

/**
 * One conclusion from the findings of all parts. Only parts that were run or cached count:
 *
 * 1. If one of them pardons, the request is allowed.
 * 2. Otherwise the strictest conclusion counts, with the most work and the longest wait that was found with it. Where
 *    one part says that waiting doesn't help, it doesn't.
 *
 * The order of the parts changes nothing.
 */
export function mergeParts(results: readonly PartResult[]): Merged {
  const findings: Finding[] = []
  const reasons: PartReason[] = []
  let strictest = 0
  let pardoned = false
  let failedOpen = false
  for (const { part, state, finding } of results) {
    if (finding === null || (state !== 'RUN' && state !== 'CACHED')) continue
    findings.push(finding)
    strictest = Math.max(strictest, conclusions.indexOf(finding.conclusion))
    pardoned ||= finding.pardons === true
    failedOpen ||= finding.failedOpen === true
    for (const { code, weight } of finding.reasons) reasons.push({ part, code, weight })
  }
  const conclusion = pardoned ? 'ALLOW' : (conclusions[strictest] ?? 'ALLOW')
  return {
    conclusion,
    reasons: reasons.sort(
      (one, other) => other.weight - one.weight || order(one.code, other.code) || order(one.part, other.part),
    ),
    challenge: conclusion === 'CHALLENGE' ? mostWork(findings) : null,
    retryAfterMs: conclusion === 'THROTTLE' || conclusion === 'DENY' ? longestWait(findings, conclusion) : null,
    failedOpen,
  }
}

/** Whether no other part could still change what comes of a request. */
export function isFinal(finding: Finding): boolean {
  return finding.pardons === true || finding.conclusion === 'DENY'
}

function mostWork(findings: readonly Finding[]): Challenge {
  const asked = findings.filter(({ conclusion }) => conclusion === 'CHALLENGE')
  return { percent: Math.max(...asked.map(({ challenge = usualWork }) => challenge.percent)) }
}

function longestWait(findings: readonly Finding[], decisive: Conclusion): number | null {
  let longest = 0
  for (const { conclusion, retryAfterMs = null } of findings) {
    if (conclusion !== decisive) continue
    if (retryAfterMs === null) return null
    longest = Math.max(longest, retryAfterMs)
  }
  return longest
}

/** By code units, so that it is the same on every machine. */
function order(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
