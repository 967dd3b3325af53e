import { type Challenge, type Conclusion, conclusions, type Finding, type Merged, type PartResult } from './decision.ts'

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
  const counting = results.flatMap(({ part, state, finding }) =>
    finding !== null && (state === 'RUN' || state === 'CACHED') ? [{ part, finding }] : [],
  )
  const pardoned = counting.some(({ finding }) => finding.pardons === true)
  const conclusion = pardoned ? 'ALLOW' : strictest(counting.map(({ finding }) => finding.conclusion))
  const decisive = counting.map(({ finding }) => finding).filter((finding) => finding.conclusion === conclusion)
  return {
    conclusion,
    reasons: counting
      .flatMap(({ part, finding }) => finding.reasons.map((reason) => ({ part, ...reason })))
      .toSorted(
        (one, other) => other.weight - one.weight || order(one.code, other.code) || order(one.part, other.part),
      ),
    challenge: conclusion === 'CHALLENGE' ? mostWork(decisive) : null,
    retryAfterMs: conclusion === 'THROTTLE' || conclusion === 'DENY' ? longestWait(decisive) : null,
    failedOpen: counting.some(({ finding }) => finding.failedOpen === true),
  }
}

/** Whether no other part could still change what comes of a request. */
export function isFinal(finding: Finding): boolean {
  return finding.pardons === true || finding.conclusion === 'DENY'
}

function strictest(found: readonly Conclusion[]): Conclusion {
  return conclusions[Math.max(0, ...found.map((conclusion) => conclusions.indexOf(conclusion)))] ?? 'ALLOW'
}

function mostWork(findings: readonly Finding[]): Challenge {
  return { percent: Math.max(...findings.map(({ challenge = usualWork }) => challenge.percent)) }
}

function longestWait(findings: readonly Finding[]): number | null {
  let longest = 0
  for (const { retryAfterMs = null } of findings) {
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
