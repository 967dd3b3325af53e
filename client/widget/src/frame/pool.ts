import type { FromWorker, ToWorker } from '@bollard/proof-of-work/worker'
import type { FromFrame, ToFrame } from './protocol.ts'

interface PoolInput {
  readonly startWorker: () => Pick<Worker, 'postMessage' | 'onmessage' | 'onerror'>
  readonly threads: number
  readonly send: (message: FromFrame) => void
}

/** Without a look at the device: every one of today has as many cores. */
export const minimalThreads = 2

/** One core stays free for the page, and more than eight threads are not needed. */
export function threadsFor(cores: number | undefined): number {
  return Math.max(1, Math.min(8, (cores ?? 2) - 1))
}

/**
 * Workers that share the sub-puzzles of a challenge. Each takes a part of what is left, smaller and
 * smaller, so that a lucky one helps the others and still none starts its program for every sub-puzzle.
 */
export function createPool({ startWorker, threads, send }: PoolInput): { solve(message: Extract<ToFrame, { type: 'solve' }>): void; probe(): void } {
  let waiting: number[] = []
  let puzzle: { prefix: Uint8Array; target: number } | undefined
  const workers = Array.from({ length: threads }, () => ({ worker: startWorker(), busyWith: 0 }))
  const post = ({ worker }: (typeof workers)[number], message: ToWorker) => worker.postMessage(message, [])
  const next = (one: (typeof workers)[number]) => {
    const indices = waiting.splice(0, Math.ceil(waiting.length / (2 * workers.length)))
    one.busyWith = indices.length
    if (indices.length > 0 && puzzle) post(one, { type: 'solve', ...puzzle, indices })
  }
  for (const one of workers) {
    one.worker.onerror = () => send({ type: 'failed' })
    one.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      send(data)
      if (data.type === 'solved' && --one.busyWith === 0) next(one)
    }
  }
  return {
    solve({ prefix, target, count }) {
      puzzle = { prefix, target }
      waiting = [...Array(count).keys()]
      workers.forEach(next)
    },
    probe: () => workers.slice(0, 1).forEach((one) => post(one, { type: 'probe' })),
  }
}
