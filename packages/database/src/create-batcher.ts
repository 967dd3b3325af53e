/** Group commit: many small writes share one statement and one disk flush. */
export interface Batcher<Item, Result> {
  /** Resolves with the item's result after its batch is committed; rejects when its batch failed. */
  add(item: Item): Promise<Result>
  /** Resolves when nothing waits and nothing is being written. Never rejects: each `add` tells its own fate. */
  drain(): Promise<void>
  /** Items that wait or are being written. */
  depth(): number
}

/** So much waiting means that the database is far behind, or away; more would only fill the memory. */
const mostWaiting = 20_000
/** Who waited this long is told so, rather than that everybody waits longer and longer. */
const longestWaitMs = 5_000

interface Waiting<Item, Result> {
  readonly item: Item
  readonly since: number
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * When idle, a batch starts at once; while one is being written, the next collects, at most `maxItems`.
 * So the load itself sets the size of a batch and no timer adds waiting time. `write` must answer with
 * one result per item in the same order, and only after the commit. While the database is slow, items
 * are refused that would have to wait among too many or for too long; those are never written.
 */
export function createBatcher<Item, Result>(options: {
  write: (items: Item[]) => Promise<Result[]>
  maxItems: number
  /** Milliseconds that only grow; default: those of this process. */
  now?: () => number
}): Batcher<Item, Result> {
  const now = options.now ?? (() => performance.now())
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
      refuseOverdue()
    }
    running = undefined
  }

  function refuseOverdue(): void {
    const oldest = now() - longestWaitMs
    // They stand in the order in which they came.
    const inTime = waiting.findIndex(({ since }) => since > oldest)
    const overdue = waiting.splice(0, inTime === -1 ? waiting.length : inTime)
    for (const { reject } of overdue) reject(tooMuchWaits())
  }

  return {
    add: (item) =>
      new Promise<Result>((resolve, reject) => {
        if (waiting.length >= mostWaiting) return reject(tooMuchWaits())
        waiting.push({ item, since: now(), resolve, reject })
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

async function settle<Item, Result>(
  batch: Waiting<Item, Result>[],
  write: (items: Item[]) => Promise<Result[]>,
): Promise<void> {
  try {
    const results = await write(batch.map((entry) => entry.item))
    if (results.length !== batch.length)
      throw new Error(`A batch of ${batch.length} items was answered with ${results.length} results`)
    for (const [index, result] of results.entries()) batch[index]?.resolve(result)
  } catch (error) {
    for (const entry of batch) entry.reject(error)
  }
}

/** Known to `@bollard/http` by its message, like the faults of the driver. */
function tooMuchWaits(): Error {
  return new Error('Too much waits for the database')
}
