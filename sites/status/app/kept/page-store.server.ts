/** What is known of a page, and how good it is. */
export interface Copy<Answer> {
  readonly answer: Answer
  /** Unix milliseconds. */
  readonly askedAt: number
  /** Whether the service has not answered for so long that visitors are told. */
  readonly isStale: boolean
  /** Whether everybody gets it, or only who asked under the same `own` key. */
  readonly isShared: boolean
}
export interface Answered<Answer> {
  readonly answer: Answer
  readonly isShared: boolean
}
export interface StoreOptions {
  /** Unix milliseconds. */
  readonly now: () => number
  /** How long an answer counts without asking again, in milliseconds. */
  readonly freshMs: number
  /** How long nobody asks again after the service did not answer, in milliseconds. */
  readonly retryMs: number
  /**
   * From which age on it is told that an answer is old, in milliseconds: a visitor who asked too often makes no page
   * look old.
   */
  readonly tellAfterMs: number
  /** All answers together, as JSON. */
  readonly bytesMax: number
}
/** Under which names an answer may stand: of everybody's, and of this visitor's. */
export interface Keys {
  readonly shared: string
  readonly own: string
}
export interface PageStore<Answer> {
  /**
   * Null where there is no such page for this visitor. Throws what `ask` throws where no copy is kept. `ask` answers
   * null for a page that is not
   * there, and throws where nobody could tell.
   */
  find(keys: Keys, ask: () => Promise<Answered<Answer> | null>): Promise<Copy<Answer> | null>
  /** The copy if it still counts; asks nobody. */
  peek(keys: Keys): Copy<Answer> | null
}

interface Entry<Answer> extends Copy<Answer> {
  readonly bytes: number
  /** Unix milliseconds from which the service is asked again. */
  readonly askAgainAt: number
}

/** What an entry takes beside its answer. */
const entryBytes = 500

/**
 * Answers in memory. One request at a time asks for a key, the others wait for it. While the service is away the
 * last copy is answered, and
 * its age is told. That a page is not there is never kept: it may be there for the next visitor, and guessing names
 * would fill the
 * memory. The answers asked for last stay, up to `bytesMax`.
 */
export function createPageStore<Answer>(options: StoreOptions): PageStore<Answer> {
  const { now, freshMs, retryMs, tellAfterMs, bytesMax } = options
  const entries = new Map<string, Entry<Answer>>()
  const asking = new Map<string, Promise<Copy<Answer> | null>>()
  let bytes = 0

  function remove(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  function put(key: string, entry: Entry<Answer>): Copy<Answer> {
    remove(key)
    entries.set(key, entry)
    bytes += entry.bytes
    for (const [oldest] of entries) {
      if (bytes <= bytesMax) break
      remove(oldest)
    }
    return entry
  }
  const known = ({ shared, own }: Keys) => entries.get(own) ?? entries.get(shared)

  async function renew(keys: Keys, ask: () => Promise<Answered<Answer> | null>): Promise<Copy<Answer> | null> {
    const askedAt = now()
    try {
      const answered = await ask()
      if (answered === null) {
        remove(keys.own)
        remove(keys.shared)
        return null
      }
      // What was everybody's may have become a few visitors' own.
      if (!answered.isShared) remove(keys.shared)
      const size = JSON.stringify(answered.answer).length + entryBytes
      return put(answered.isShared ? keys.shared : keys.own, {
        ...answered,
        askedAt,
        isStale: false,
        bytes: size,
        askAgainAt: askedAt + freshMs,
      })
    } catch (error) {
      const entry = known(keys)
      if (!entry) throw error
      return put(entry.isShared ? keys.shared : keys.own, {
        ...entry,
        isStale: now() - entry.askedAt > tellAfterMs,
        askAgainAt: now() + retryMs,
      })
    }
  }
  function peek(keys: Keys): Copy<Answer> | null {
    const entry = known(keys)
    if (entry === undefined || entry.askAgainAt <= now()) return null
    // The last to be asked for stands at the end.
    const key = entry.isShared ? keys.shared : keys.own
    entries.delete(key)
    entries.set(key, entry)
    return entry
  }
  return {
    async find(keys, ask) {
      const copy = peek(keys)
      if (copy !== null) return copy
      const key = known(keys)?.isShared ? keys.shared : keys.own
      const underWay = asking.get(key)
      if (underWay) return underWay
      const renewal = renew(keys, ask).finally(() => asking.delete(key))
      asking.set(key, renewal)
      return renewal
    },
    peek,
  }
}
