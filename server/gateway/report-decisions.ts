import type { Reported } from '@bollard/guard'

export interface Reporter {
  take(reported: Reported): void
  /** Tells what waits. */
  flush(): void
  stop(): void
}

const everyMs = 1_000
/** In a second; beyond, decisions are made all the same, and counted as untold. */
const waitingMax = 20_000

/** Gathers decisions for a second, since telling each one would cost more than deciding it. */
export function reportDecisions(
  tell: (decisions: readonly Reported[]) => void,
  onUntold: (count: number) => void,
): Reporter {
  let waiting: Reported[] = []
  let untold = 0
  function flush(): void {
    const now = waiting
    waiting = []
    if (untold > 0) onUntold(untold)
    untold = 0
    if (now.length > 0) tell(now)
  }
  const timer = setInterval(flush, everyMs)
  timer.unref()
  return {
    take(reported) {
      if (waiting.length < waitingMax) waiting.push(reported)
      else untold += 1
    },
    flush,
    stop() {
      clearInterval(timer)
      flush()
    },
  }
}
