import type { Algorithm } from '@bollard/proof-of-work'
import type { FromWorker, ToWorker } from '@bollard/proof-of-work/worker'
import type { FromFrame, ToFrame } from './protocol.ts'

/** What a worker of the pool may say; `tired` is one whose used-up programs only its end gives back. */
export type FromPoolWorker = FromWorker | Extract<FromFrame, { type: 'solved' }> | { readonly type: 'tired' }

interface PoolInput {
  readonly startWorker: (algorithm: Algorithm) => Pick<Worker, 'postMessage' | 'onmessage' | 'onerror' | 'terminate'>
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
export function createPool({ startWorker, threads, send }: PoolInput): {
  solve(message: Extract<ToFrame, { type: 'solve' }>): void
  probe(): void
} {
  let algorithm: Algorithm = 'sha256'
  let waiting: number[] = []
  let puzzle: { prefix: Uint8Array; target: number } | undefined
  let workers = Array.from({ length: threads }, start)
  type One = ReturnType<typeof start>
  const post = ({ worker }: One, message: ToWorker) => worker.postMessage(message, [])
  const work = (one: One) => {
    if (one.left.size > 0 && puzzle) post(one, { type: 'solve', ...puzzle, indices: [...one.left] })
  }
  const next = (one: One) => {
    one.left = new Set(waiting.splice(0, Math.ceil(waiting.length / (2 * workers.length))))
    work(one)
  }

  function start() {
    const one = { worker: startWorker(algorithm), left: new Set<number>() }
    one.worker.onerror = () => send({ type: 'failed' })
    one.worker.onmessage = ({ data }: MessageEvent<FromPoolWorker>) => {
      if (data.type === 'tired') return replace(one)
      send(data)
      if (data.type === 'solved' && one.left.delete(data.index) && one.left.size === 0) next(one)
    }
    return one
  }

  function replace(tired: One): void {
    tired.worker.terminate()
    const fresh = start()
    fresh.left = tired.left
    workers = workers.map((one) => (one === tired ? fresh : one))
    work(fresh)
  }

  return {
    solve({ algorithm: wanted, prefix, target, count }) {
      if (wanted !== algorithm) {
        algorithm = wanted
        for (const { worker } of workers) worker.terminate()
        workers = workers.map(start)
      }
      puzzle = { prefix, target }
      waiting = [...Array(count).keys()]
      workers.forEach(next)
    },
    probe: () => workers.slice(0, 1).forEach((one) => post(one, { type: 'probe' })),
  }
}
