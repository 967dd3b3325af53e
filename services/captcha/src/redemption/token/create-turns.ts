/** So many of one key may wait; more would wait for longer than anybody does, and only fill the memory. */
const waitingMax = 500

/**
 * Lets at most `most` pieces of work in the database run at the same time, and at most `perKeyMax` of those with the same key.
 * The others wait in the order in which they came; whoever waits for their own key takes nobody else's turn. Where too many
 * wait already, the work is refused as when the database is away.
 */
export function createTurns<Key>({
  most,
  perKeyMax,
}: {
  most: number
  perKeyMax: number
}): <T>(key: Key, work: () => Promise<T>) => Promise<T> {
  const all = createLimit(most)
  const byKey = new Map<Key, ReturnType<typeof createLimit>>()
  return async (key, work) => {
    const own = byKey.get(key) ?? createLimit(perKeyMax)
    byKey.set(key, own)
    try {
      return await own.run(() => all.run(work))
    } finally {
      if (own.isIdle()) byKey.delete(key)
    }
  }
}

function createLimit(most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running < most) running++
      else if (waiting.length >= waitingMax) throw new Error('Too much waits for the database')
      else await new Promise<void>((resolve) => void waiting.push(resolve))
      try {
        return await work()
      } finally {
        // Whoever waits takes over the place.
        const next = waiting.shift()
        if (next === undefined) running--
        else next()
      }
    },
    isIdle: () => running === 0,
  }
}
