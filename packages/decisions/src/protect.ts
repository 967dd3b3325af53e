import type { Conclusion, Decision, Finding, PartResult } from './decision.ts'
import { isFinal, mergeParts } from './merge-parts.ts'
import { reason } from './reason-codes.ts'

/** One thing that is looked at before a request passes. */
export interface Part {
  readonly name: string
  /** A new part begins in dry run: found and shown, but without any effect. */
  readonly mode: 'LIVE' | 'DRY_RUN'
  /** What counts where the part throws or takes too long. Its owner chooses; no visitor can. */
  readonly onFault: Conclusion
  /** The signal ends with the time that is left; it is made for parts that name it. A part that answers at once costs no promise. */
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
 * passes by being slow. The decision is there at once where all parts answer at once.
 */
export function protect(
  parts: readonly Part[],
  { id, budgetMs, clock = processClock }: { id: string; budgetMs: number; clock?: Clock },
): Decision | Promise<Decision> {
  const begun = clock.elapsed()
  const run: Run = {
    parts,
    id,
    budgetMs,
    clock,
    begun,
    started: begun,
    abort: null,
    results: [],
    decided: false,
    late: false,
  }
  return goOn(run, 0)
}

/** What is known while parts run. */
interface Run {
  readonly parts: readonly Part[]
  readonly id: string
  readonly budgetMs: number
  readonly clock: Clock
  readonly begun: number
  /** When the part began that runs. */
  started: number
  abort: AbortController | null
  readonly results: PartResult[]
  decided: boolean
  late: boolean
}

/** Runs parts from one on, until one has to be waited for. */
function goOn(run: Run, from: number): Decision | Promise<Decision> {
  const { parts, results } = run
  for (let index = from; index < parts.length; index += 1) {
    const part = parts[index]
    if (part === undefined) continue
    if (run.decided) {
      results.push({ part: part.name, state: 'NOT_RUN', finding: null, fault: null, elapsedMs: 0 })
      continue
    }
    const leftMs = run.budgetMs - (run.started - run.begun)
    const asked: Answer | Promise<Answer> = run.late || leftMs <= 0 ? 'TIMEOUT' : ask(part, leftMs, run)
    // A part that has answered at once is not waited for.
    if (asked instanceof Promise)
      return asked.then((answer) => {
        take(run, part, answer)
        return goOn(run, index + 1)
      })
    take(run, part, asked)
  }
  const { conclusion, reasons, challenge, retryAfterMs, failedOpen } = mergeParts(results)
  const elapsedMs = run.started - run.begun
  return { id: run.id, conclusion, reasons, challenge, retryAfterMs, failedOpen, parts: results, elapsedMs }
}

function take(run: Run, part: Part, answer: Answer): void {
  run.late ||= answer === 'TIMEOUT'
  const ended = run.clock.elapsed()
  const result = resultOf(part, answer, ended - run.started)
  run.started = ended
  run.results.push(result)
  run.decided = result.state !== 'DRY_RUN' && result.finding !== null && isFinal(result.finding)
}

type Answer = Finding | 'ERROR' | 'TIMEOUT'

function ask(part: Part, leftMs: number, run: Run): Answer | Promise<Answer> {
  try {
    const answer = part.run.length === 0 ? part.run(never) : part.run((run.abort ??= new AbortController()).signal)
    return answer instanceof Promise ? inTime(answer, leftMs, run) : answer
  } catch {
    return 'ERROR'
  }
}

/** For parts that ask for none: making one costs more than most parts. */
const never = new AbortController().signal

async function inTime(answer: Promise<Finding>, leftMs: number, { clock, abort }: Run): Promise<Answer> {
  const late = Promise.withResolvers<'TIMEOUT'>()
  const cancel = clock.after(leftMs, () => {
    late.resolve('TIMEOUT')
    abort?.abort()
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
    reasons: [reason(code, onFault === 'ALLOW' ? 0 : 100)],
    // Another try may meet a part that works.
    retryAfterMs: 1_000,
    failedOpen: onFault === 'ALLOW',
  }
  return { part: name, state: mode === 'DRY_RUN' ? 'DRY_RUN' : 'RUN', finding, fault: answer, elapsedMs }
}
