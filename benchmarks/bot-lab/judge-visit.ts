import type { Visit } from './page/visits.ts'
import type { Decision, Reason, Result, Tokens } from './report.ts'

/** What the service recorded about a visit. */
export interface Verdict {
  readonly outcome: 'PASSED' | 'FLAGGED' | 'REFUSED'
  readonly score: number
  readonly rounds: number | null
  readonly reasons: readonly Reason[]
}

/** Failures of the widget that are a fault of the set-up or of the service; they are no detection. */
const faults = new Set([
  'validation-failed',
  'site-key-unknown',
  'origin-not-allowed',
  'rate-limited',
  'unavailable',
  'malformed-json',
  'too-large',
])

interface JudgeInput {
  readonly kind: 'bot' | 'genuine'
  readonly visit: Visit
  readonly verdict: Verdict | null
  /** Why the visitor itself failed; null when it came to its end. */
  readonly failure: string | null
  /** The visitor was stopped because its time was over. */
  readonly outOfTime: boolean
}

/**
 * Says what became of a visit. A visitor that crashed is BROKEN, even when its browser had been judged before; so is
 * one that never fetched the page, and a bot that the service's own fault kept out. Who used the form to its end, or pressed the button and waited in vain, has a result.
 */
export function judgeVisit({
  kind,
  visit,
  verdict,
  failure,
  outOfTime,
}: JudgeInput): Pick<Result, 'decision' | 'score' | 'rounds' | 'reasons' | 'detail'> {
  const waitedInVain = outOfTime && (visit.pressed || visit.failure !== null)
  if (!visit.opened) return without('BROKEN', failure ?? 'never fetched the page')
  if (failure !== null && visit.done === null && !waitedInVain) return without('BROKEN', failure)
  if (kind === 'bot' && verdict === null && visit.failure !== null && faults.has(visit.failure))
    return without('BROKEN', whyNone(visit))
  if (verdict === null) return without('NONE', whyNone(visit))
  const { outcome, score, rounds, reasons } = verdict
  return { decision: outcome, score, rounds, reasons, detail: failure }
}

function without(
  decision: Decision,
  detail: string,
): Pick<Result, 'decision' | 'score' | 'rounds' | 'reasons' | 'detail'> {
  return { decision, score: null, rounds: null, reasons: [], detail }
}

function whyNone({ started, failure, pressed, siteverify }: Visit): string {
  if (siteverify !== null && !siteverify.success) return `no valid token: ${siteverify['error-codes'].join(', ')}`
  if (failure !== null) return `the widget failed: ${failure}`
  if (started) return 'the check began and never ended'
  return pressed ? 'pressed the button, the check never began' : 'the check never began'
}

/**
 * A farm by the token in the middle: it is noticed where most of its tokens cost extra work or were not got at all. The score is
 * that of the tokens that it got, in the middle too.
 */
export function judgeFarm(
  wanted: number,
  { opened, answers }: Visit,
  failure: string | null,
): Pick<Result, 'decision' | 'score' | 'rounds' | 'reasons' | 'detail'> & { readonly tokens: Tokens } {
  const got = answers.filter(({ success }) => success)
  const flagged = got.filter(({ outcome }) => outcome === 'FLAGGED').length
  const tokens = { passed: got.length - flagged, flagged, refused: Math.max(0, wanted - got.length) }
  const scores = answers.flatMap(({ score }) => (score === undefined ? [] : [score])).toSorted((a, b) => a - b)
  const middle = answers.find(({ score }) => score === scores[Math.floor(scores.length / 2)])
  const decision = () => {
    if (!opened || (failure !== null && answers.length === 0)) return 'BROKEN'
    if (tokens.passed > wanted / 2) return 'PASSED'
    return tokens.passed + flagged > wanted / 2 ? 'FLAGGED' : 'REFUSED'
  }
  return {
    decision: decision(),
    score: middle?.score ?? null,
    rounds: null,
    reasons: middle?.reasons ?? [],
    detail: failure,
    tokens,
  }
}
