import type { FromWorker, ToWorker } from '@bollard/proof-of-work/worker'
import type { FromFrame, ToFrame } from './protocol.ts'

interface PoolInput {
  readonly startWorker: () => Pick<Worker, 'postMessage' | 'onmessage' | 'onerror'>
  /** Processors of the device, as the browser says. */
  readonly cores: number | undefined
  readonly send: (message: FromFrame) => void
}

/** One core stays free for the page, and more than eight threads are not needed. */
export function threadsFor(cores: number | undefined): number {
  return Math.max(1, Math.min(8, (cores ?? 2) - 1))
}

/** Workers that take the sub-puzzles of a challenge one at a time, so that a lucky one helps the others. */
export function createPool({ startWorker, cores, send }: PoolInput): { solve(message: Extract<ToFrame, { type: 'solve' }>): void; probe(): void } {
  let waiting: number[] = []
  let puzzle: { prefix: Uint8Array; target: number } | undefined
  const workers = Array.from({ length: threadsFor(cores) }, () => startWorker())
  const post = (worker: (typeof workers)[number] | undefined, message: ToWorker) => worker?.postMessage(message)
  const next = (worker: (typeof workers)[number]) => {
    const index = waiting.shift()
    if (index !== undefined && puzzle) post(worker, { type: 'solve', ...puzzle, indices: [index] })
  }
  for (const worker of workers) {
    worker.onerror = () => send({ type: 'failed' })
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      send(data)
      if (data.type === 'solved') next(worker)
    }
  }
  return {
    solve({ prefix, target, count }) {
      puzzle = { prefix, target }
      waiting = [...Array(count).keys()]
      for (const worker of workers) next(worker)
    },
    probe: () => post(workers[0], { type: 'probe' }),
  }
}
