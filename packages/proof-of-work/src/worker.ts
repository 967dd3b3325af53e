/* oxlint-disable unicorn/require-post-message-target-origin -- a worker has one owner and no origin to name */
import { createSolverWith, type Solver, type SolveInScript } from './solver.ts'
import { solveIndices } from './solve-challenge.ts'

/** What the page sends: some sub-puzzles to solve, or a question for whoever looks around inside the worker. */
export type ToWorker =
  | {
      readonly type: 'solve'
      readonly prefix: Uint8Array
      readonly target: number
      readonly indices: readonly number[]
    }
  | { readonly type: 'probe' }

/** What the page gets: each counter as it is found, the answer to a probe, or that something went wrong. */
export type FromWorker =
  | { readonly type: 'solved'; readonly index: number; readonly counter: number }
  | { readonly type: 'probe'; readonly result: unknown }
  | { readonly type: 'failed' }

/** The part of a dedicated worker's global scope that is used; `self` fits. */
export interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => unknown) | null
  postMessage(message: FromWorker): void
}

interface Extra {
  /** Fetches the search in plain script, for browsers without WebAssembly. */
  readonly loadScript: () => SolveInScript | Promise<SolveInScript>
  readonly probe: () => unknown
}

/**
 * Answers the page inside a dedicated worker: `serve(self, { loadScript, probe })`. A probe is answered while
 * work goes on, between two slices. The page aborts by terminating the worker.
 */
export function serve(scope: WorkerScope, { loadScript, probe }: Extra): void {
  // Kept between messages: a page may send one index at a time, and the engine optimises a program only once it runs.
  let solver: Promise<Solver> | undefined
  const answer = async (message: ToWorker): Promise<void> => {
    if (message.type === 'probe') return scope.postMessage({ type: 'probe', result: await probe() })
    solver ??= createSolverWith({ wasm: true, loadScript })
    await solveIndices(message, message.indices, { solver: await solver }, (index, counter) =>
      scope.postMessage({ type: 'solved', index, counter }),
    )
  }
  scope.onmessage = ({ data }) => answer(data).catch(() => scope.postMessage({ type: 'failed' }))
}
