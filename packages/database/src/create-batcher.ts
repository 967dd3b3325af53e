/** Group commit: many small writes share one statement and one disk flush. */
export interface Batcher<Item, Result> {
  /** Resolves with the item's result after its batch is committed; rejects when its batch failed. */
  add(item: Item): Promise<Result>
  /** Resolves when nothing waits and nothing is being written. Never rejects: each `add` tells its own fate. */
  drain(): Promise<void>
  /** Items that wait or are being written. */
  depth(): number
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * When idle, a batch starts at once; while one is being written, the next collects, at most `maxItems`.
 * So the load itself sets the size of a batch and no timer adds waiting time. `write` must answer with
 * one result per item in the same order, and only after the commit.
 */
export function createBatcher<Item, Result>(options: { write: (items: Item[]) => Promise<Result[]>; maxItems: number }): Batcher<Item, Result> {
  let waiting: Waiting<Item, Result>[] = []
  let writing = 0
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    // One microtask later, so that all adds of the same turn share the first batch.
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = waiting.slice(0, options.maxItems)
      waiting = waiting.slice(options.maxItems)
      writing = batch.length
      await settle(batch, options.write)
      writing = 0
    }
    running = undefined
  }

  return {
    add: (item) =>
      new Promise<Result>((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        running ??= run()
      }),
    async drain() {
      if (!running) return
      await running
      return this.drain()
    },
    depth: () => waiting.length + writing,
  }
}

async function settle<Item, Result>(batch: Waiting<Item, Result>[], write: (items: Item[]) => Promise<Result[]>): Promise<void> {
  try {
    const results = await write(batch.map((entry) => entry.item))
    if (results.length !== batch.length) throw new Error(`A batch of ${batch.length} items was answered with ${results.length} results`)
    for (const [index, result] of results.entries()) batch[index]?.resolve(result)
  } catch (error) {
    for (const entry of batch) entry.reject(error)
  }
}
