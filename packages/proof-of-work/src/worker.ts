import { createSolver } from './solver.ts'
import { solveIndices } from './solve-challenge.ts'

/** What the page sends: some sub-puzzles to solve, or a question for the collector, told apart by `id`. */
export type ToWorker =
  | { readonly type: 'solve'; readonly prefix: Uint8Array; readonly target: number; readonly indices: readonly number[]; readonly wasm?: boolean }
  | { readonly type: 'probe'; readonly id?: number }

/** What the page gets: each counter as it is found, the answer to a probe, or that the work cannot be done. */
export type FromWorker =
  | { readonly type: 'solved'; readonly index: number; readonly counter: number }
  | { readonly type: 'probe'; readonly id?: number; readonly result: unknown }
  | { readonly type: 'failed' }

/** The part of a dedicated worker's global scope that is used. */
export interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null
  postMessage(message: FromWorker): void
}

/**
 * Answers the page inside a dedicated worker: `serve(self, { probe })`. `probe` is asked while work
 * goes on, between two slices. Terminating the worker is how the page aborts.
 */
export function serve(scope: WorkerScope, extra: { probe?: () => unknown } = {}): void {
  scope.onmessage = async ({ data }) => {
    try {
      if (data.type === 'probe') return scope.postMessage({ type: 'probe', id: data.id, result: await extra.probe?.() })
      const solver = await createSolver({ wasm: data.wasm ?? true })
      await solveIndices(data, data.indices, { solver }, (index, counter) => scope.postMessage({ type: 'solved', index, counter }))
    } catch {
      scope.postMessage({ type: 'failed' })
    }
  }
}
