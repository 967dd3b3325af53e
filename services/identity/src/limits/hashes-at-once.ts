import { availableParallelism, totalmem } from 'node:os'

/** What limits the hashes at once. */
export interface Machine {
  readonly processors: number
  /** Of the pool in which Node does such work: `UV_THREADPOOL_SIZE`, 4 when it is not set. */
  readonly threads: number
  /** Bytes that the process may use. */
  readonly memory: number
}

/**
 * Hashes that a machine makes at once: each needs a processor and 64 MiB. Beyond two processors one stays free for all other
 * requests; with fewer the kernel gives the event loop its share, since hashes run in threads of their own. One thread of the
 * pool stays free for files and names, and all hashes together use an eighth of the memory at most.
 */
export function hashesAtOnce({ processors, threads, memory }: Machine): number {
  const byProcessors = processors > 2 ? processors - 1 : processors
  return Math.max(1, Math.min(byProcessors, threads - 1, Math.floor(memory / (8 * 65_536 * 1024))))
}

/** The one that this process runs on. */
export function thisMachine(): Machine {
  const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4)
  const constrained = process.constrainedMemory()
  return {
    processors: availableParallelism(),
    threads: Number.isInteger(threads) && threads > 0 ? threads : 4,
    // Without a limit it tells 0, or a number above what the machine has.
    memory: constrained > 0 ? Math.min(constrained, totalmem()) : totalmem(),
  }
}
