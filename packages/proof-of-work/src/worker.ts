/* oxlint-disable unicorn/require-post-message-target-origin -- a worker has one owner and no origin to name */
import { createSolverWith, type Solver, type SolveInScript } from './solver.ts'
import { solveIndices } from './solve-challenge.ts'

/** What the page sends: some sub-puzzles to solve, or a question for whoever looks around inside the worker. */
export type ToWorker =
  | { readonly type: 'solve'; readonly prefix: Uint8Array; readonly target: number; readonly indices: readonly number[]; readonly wasm?: boolean }
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
  readonly probe?: () => unknown
}

/**
 * Answers the page inside a dedicated worker: `serve(self, { loadScript, probe })`. A probe is answered while
 * work goes on, between two slices. The page aborts by terminating the worker.
 */
export function serve(scope: WorkerScope, extra: Extra): void {
  // Kept between messages: a page may send one index at a time, and the engine optimises a program only once it runs.
  const solvers = new Map<boolean, Promise<Solver>>()
  const solverFor = (wasm: boolean): Promise<Solver> => {
    const solver = solvers.get(wasm) ?? createSolverWith({ wasm, loadScript: extra.loadScript })
    solvers.set(wasm, solver)
    return solver
  }
  const answer = async (message: ToWorker): Promise<void> => {
    switch (message.type) {
      case 'probe':
        scope.postMessage({ type: 'probe', result: await extra.probe?.() })
        break
      case 'solve': {
        const solver = await solverFor(message.wasm ?? true)
        await solveIndices(message, message.indices, { solver }, (index, counter) => scope.postMessage({ type: 'solved', index, counter }))
      }
    }
  }
  scope.onmessage = ({ data }) => answer(data).catch(() => scope.postMessage({ type: 'failed' }))
}
