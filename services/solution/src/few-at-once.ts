/** Runs at most `max` works at once; the others wait in the order in which they came. */
export function createQueue(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running >= max) await new Promise<void>((start) => void waiting.push(start))
    else running += 1
    try {
      return await work()
    } finally {
      // The place goes straight to the next one, so nobody who comes in between can take it.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
