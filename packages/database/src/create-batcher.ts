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
const waitingMax = 20_000
/** Who waited this long is told so, rather than that everybody waits longer and longer. */
const waitMsMax = 5_000
/** After a batch that was not answered nothing is written for so long; twice as long after each further one, up to the second. */
const pauseMs = { first: 1_000, most: 16_000 }

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
 * are refused that would have to wait among too many or for too long; those are never written. A database
 * that left a batch without an answer is asked again only after a pause, by one batch; until then items are
 * refused at once, so that neither requests nor connections pile up behind it.
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
  let pause = 0
  let pausedUntil = Number.NEGATIVE_INFINITY

  async function run(): Promise<void> {
    // One microtask later, so that all adds of the same turn share the first batch.
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = waiting.slice(0, options.maxItems)
      waiting = waiting.slice(options.maxItems)
      writing = batch.length
      const isAnswered = await settle(batch, options.write)
      writing = 0
      if (isAnswered) pause = 0
      else breakOff()
      refuseOverdue()
    }
    running = undefined
  }

  function breakOff(): void {
    pause = Math.min(pauseMs.most, pause === 0 ? pauseMs.first : pause * 2)
    pausedUntil = now() + pause
    for (const { reject } of waiting.splice(0)) reject(doesNotAnswer())
  }

  function refuseOverdue(): void {
    const oldest = now() - waitMsMax
    // They stand in the order in which they came.
    const inTime = waiting.findIndex(({ since }) => since > oldest)
    const overdue = waiting.splice(0, inTime === -1 ? waiting.length : inTime)
    for (const { reject } of overdue) reject(tooMuchWaits())
  }

  return {
    add: (item) =>
      new Promise<Result>((resolve, reject) => {
        if (now() < pausedUntil) return reject(doesNotAnswer())
        if (waiting.length >= waitingMax) return reject(tooMuchWaits())
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

/** False when the database did not answer at all. */
async function settle<Item, Result>(
  batch: Waiting<Item, Result>[],
  write: (items: Item[]) => Promise<Result[]>,
): Promise<boolean> {
  try {
    const results = await write(batch.map((entry) => entry.item))
    if (results.length !== batch.length)
      throw new Error(`A batch of ${batch.length} items was answered with ${results.length} results`)
    for (const [index, result] of results.entries()) batch[index]?.resolve(result)
    return true
  } catch (error) {
    for (const entry of batch) entry.reject(error)
    return !isSilence(error)
  }
}

/** The database neither did what was asked nor refused it. */
function isSilence(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(?:Query read timeout|timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/u.test(
      error.message,
    )
  )
}

/** Known to `@bollard/http` by its message, like the faults of the driver. */
function doesNotAnswer(): Error {
  return new Error('The database does not answer')
}

/** Likewise. */
function tooMuchWaits(): Error {
  return new Error('Too much waits for the database')
}
