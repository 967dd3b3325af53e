/** A job that runs until it is stopped. */
export interface Worker {
  start(): void | Promise<void>
  stop(): void | Promise<void>
}

export interface WorkLoop {
  start(): void
  /** Resolves when the piece of work in progress is done; no further one begins. */
  stop(): Promise<void>
}

/**
 * Does piece after piece of work in the background: `work` tells whether there may be more. Where there is none, or it failed,
 * it is asked again after `idleMs`.
 */
export function createWorkLoop({
  work,
  idleMs,
  onError,
}: {
  work: () => Promise<boolean>
  idleMs: number
  onError: (error: unknown) => void
}): WorkLoop {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let stopped = false

  async function run(): Promise<void> {
    let more = false
    try {
      more = await work()
    } catch (error) {
      onError(error)
    }
    running = null
    schedule(more ? 0 : idleMs)
  }
  function schedule(ms: number): void {
    if (stopped) return
    timer = setTimeout(() => void (running = run()), ms)
    timer.unref()
  }
  return {
    start: () => schedule(idleMs),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
