import { interpret, openStage, type StageWindow } from './interpret.ts'
import { referenceAnswers } from './reference-answers.ts'

export interface SeededProgram {
  readonly program: number
  readonly answer: number
}

/** Milliseconds of the thread at a time, so that the page stays as quick as it was. */
const sliceMs = 6
const idleTimeoutMs = 2_000

/**
 * Draws `count` programs and answers them with this browser's engine, in its idle moments. Undefined where this engine does not answer
 * as the measured ones do: an installation must not learn from it. Rejects where the browser lacks what it takes.
 */
export async function seedPrograms(count: number): Promise<SeededProgram[] | undefined> {
  const frame = await openStage(document.documentElement)
  try {
    const stage = frame.contentWindow as StageWindow
    if (referenceAnswers.some(([program, answer]) => interpret(stage, program) !== answer)) return undefined
    const answered = new Map<number, number>()
    while (answered.size < count) {
      await idle()
      const until = performance.now() + sliceMs
      while (answered.size < count && performance.now() < until) {
        const [program = 0] = crypto.getRandomValues(new Uint32Array(1))
        answered.set(program, interpret(stage, program))
      }
    }
    return [...answered].map(([program, answer]) => ({ program, answer }))
  } finally {
    frame.remove()
  }
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle moments.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: idleTimeoutMs })
    else setTimeout(resolve, 50)
  })
}
