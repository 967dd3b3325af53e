import type { Reported } from '@bollard/guard'

export interface Reporter {
  take(reported: Reported): void
  /** Tells what waits. */
  flush(): void
  stop(): void
}

const everyMs = 1_000
/** In a second; beyond, decisions are made all the same, and counted as untold. */
const toldMax = 20_000
/** What waits longer than a few milliseconds is copied by the collector of garbage, with the request that hangs on it. */
const groupMax = 16

/** Tells decisions in groups, or once a second where fewer come, since telling each one would cost more than deciding it. */
export function reportDecisions(
  tell: (decisions: readonly Reported[]) => void,
  onUntold: (count: number) => void,
): Reporter {
  let waiting: Reported[] = []
  let told = 0
  let untold = 0
  function tellGroup(): void {
    const group = waiting
    waiting = []
    told += group.length
    tell(group)
  }
  function flush(): void {
    if (untold > 0) onUntold(untold)
    untold = 0
    if (waiting.length > 0) tellGroup()
  }
  const timer = setInterval(() => {
    flush()
    told = 0
  }, everyMs)
  timer.unref()
  return {
    take(reported) {
      if (told + waiting.length >= toldMax) {
        untold += 1
        return
      }
      waiting.push(reported)
      if (waiting.length >= groupMax) tellGroup()
    },
    flush,
    stop() {
      clearInterval(timer)
      flush()
    },
  }
}
