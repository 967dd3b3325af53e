/**
 * Lets works of one key go one after the other in this process, in the order in which they came. Whoever waits for a lock in the
 * database holds a connection meanwhile, and a hundred of them hold all there are; whoever waits here holds nothing.
 */
export function createTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<void>>()
  return async (key, work) => {
    const before = last.get(key)
    const { promise, resolve } = Promise.withResolvers<void>()
    last.set(key, promise)
    try {
      await before
      return await work()
    } finally {
      resolve()
      if (last.get(key) === promise) last.delete(key)
    }
  }
}
