interface Waiting<Item, Result> {
  readonly item: Item
  readonly answer: PromiseWithResolvers<Result>
  readonly since: number
}

/**
 * Group commit: what comes while a group is under way goes together, at most `most` at a time, as the next one. The load itself makes groups, and
 * nobody waits for a timer. `work` answers with a result for each item, in their order; where it rejects, all of its items do. What has waited
 * for `waitMsMax` is rejected and never begun, since nobody waits for it any more.
 */
export function inGroups<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  {
    most,
    waitMsMax,
    now = () => performance.now(),
  }: { readonly most: number; readonly waitMsMax: number; readonly now?: () => number },
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    // What asks within the same turn goes together.
    await Promise.resolve()
    while (waiting.length > 0) {
      const oldest = now() - waitMsMax
      const group = waiting.splice(0, most).filter(({ since, answer }) => {
        if (since >= oldest) return true
        answer.reject(new Error('waited too long for the store'))
        return false
      })
      if (group.length > 0) await settle(group, work)
    }
    isRunning = false
  }

  return (item) => {
    const answer = Promise.withResolvers<Result>()
    waiting.push({ item, answer, since: now() })
    if (!isRunning) void run()
    return answer.promise
  }
}

async function settle<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await work(group.map(({ item }) => item))
    if (results.length !== group.length) throw new RangeError('the store has not answered for every request')
    for (const [index, { answer }] of group.entries()) answer.resolve(results[index] as Result)
  } catch (error) {
    for (const { answer } of group) answer.reject(error)
  }
}
