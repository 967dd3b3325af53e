import type { Conclusion, Decision, Finding, PartResult } from './decision.ts'
import { isFinal, mergeParts } from './merge-parts.ts'

/** One thing that is looked at before a request passes. */
export interface Part {
  readonly name: string
  /** A new part begins in dry run: found and shown, but without any effect. */
  readonly mode: 'LIVE' | 'DRY_RUN'
  /** What counts where the part throws or takes too long. Its owner chooses; no visitor can. */
  readonly onFault: Conclusion
  /** The signal ends with the time that is left. A part that answers at once costs no promise. */
  readonly run: (signal: AbortSignal) => Finding | Promise<Finding>
}

/** The time, handed over, so that a decision can be made again exactly. */
export interface Clock {
  /** Milliseconds that never go back. */
  readonly elapsed: () => number
  /** Calls `end` after so many milliseconds unless the answer is called before. */
  readonly after: (ms: number, end: () => void) => () => void
}

/** The clock of this process. */
export const processClock: Clock = {
  elapsed: () => performance.now(),
  after(ms, end) {
    const timer = setTimeout(end, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * Runs parts one after the other for at most `budgetMs` milliseconds and decides. Never throws and never rejects: a
 * part that fails counts as its `onFault`, and what its dry run says counts as nothing. A live part that denies or
 * pardons ends the run. When the time is over, the live parts that are left count as their `onFault`, so that nobody
 * passes by being slow.
 */
export async function protect(
  parts: readonly Part[],
  { id, budgetMs, clock = processClock }: { id: string; budgetMs: number; clock?: Clock },
): Promise<Decision> {
  const begun = clock.elapsed()
  let started = begun
  const abort = new AbortController()
  const results: PartResult[] = []
  let decided = false
  let late = false
  for (const part of parts) {
    if (decided) {
      results.push({ part: part.name, state: 'NOT_RUN', finding: null, fault: null, elapsedMs: 0 })
      continue
    }
    const leftMs = budgetMs - (started - begun)
    const asked: Answer | Promise<Answer> = late || leftMs <= 0 ? 'TIMEOUT' : ask(part, leftMs, clock, abort)
    // A part that has answered at once is not waited for.
    const answer: Answer = asked instanceof Promise ? await asked : asked
    late ||= answer === 'TIMEOUT'
    const ended = clock.elapsed()
    const result = resultOf(part, answer, ended - started)
    started = ended
    results.push(result)
    decided = result.state !== 'DRY_RUN' && result.finding !== null && isFinal(result.finding)
  }
  const { conclusion, reasons, challenge, retryAfterMs, failedOpen } = mergeParts(results)
  const elapsedMs = started - begun
  return { id, conclusion, reasons, challenge, retryAfterMs, failedOpen, parts: results, elapsedMs }
}

type Answer = Finding | 'ERROR' | 'TIMEOUT'

function ask(part: Part, leftMs: number, clock: Clock, abort: AbortController): Answer | Promise<Answer> {
  try {
    const answer = part.run(abort.signal)
    return answer instanceof Promise ? inTime(answer, leftMs, clock, abort) : answer
  } catch {
    return 'ERROR'
  }
}

async function inTime(answer: Promise<Finding>, leftMs: number, clock: Clock, abort: AbortController): Promise<Answer> {
  const late = Promise.withResolvers<'TIMEOUT'>()
  const cancel = clock.after(leftMs, () => {
    late.resolve('TIMEOUT')
    abort.abort()
  })
  try {
    return await Promise.race([answer, late.promise])
  } catch {
    return 'ERROR'
  } finally {
    cancel()
  }
}

function resultOf({ name, mode, onFault }: Part, answer: Answer, elapsedMs: number): PartResult {
  if (typeof answer !== 'string') {
    const state = mode === 'DRY_RUN' ? 'DRY_RUN' : answer.cached === true ? 'CACHED' : 'RUN'
    return { part: name, state, finding: answer, fault: null, elapsedMs }
  }
  const code = answer === 'ERROR' ? 'part-failed' : 'part-too-slow'
  const finding: Finding = {
    conclusion: onFault,
    reasons: [{ code, weight: onFault === 'ALLOW' ? 0 : 100 }],
    // Another try may meet a part that works.
    retryAfterMs: 1_000,
    failedOpen: onFault === 'ALLOW',
  }
  return { part: name, state: mode === 'DRY_RUN' ? 'DRY_RUN' : 'RUN', finding, fault: answer, elapsedMs }
}
