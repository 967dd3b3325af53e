import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@bollard/database'
import { type Aside, type CountedAside, createKnownValues } from './count-decisions.ts'
import type { Ending, RecordedDecision } from './recorded-decision.ts'
import { type Batch, type QueuedDecision, type Settled, writeBatch, writeEndings } from './write-batch.ts'

export interface Recorder {
  /** Keeps a decision: counts it, and stores it where it is one of `sampledPercent` or did not just let the request pass. Never waits, never throws. */
  record(decision: RecordedDecision, sampledPercent: number): void
  /** Says what became of a request. One that is not stored is left alone. */
  settle(id: string, solutionId: string, ending: Ending, status: number | null): void
  /**
   * Counts what is no decision: a message that a form refused or held, requests that a gateway let pass undecided, or decisions that it
   * had no room to report.
   */
  count(solutionId: string, aside: Aside, count: number): void
  /** Resolves when all that came before is written, or the database did not take it; rejects never. */
  flush(): Promise<void>
  /** Writes what is there and stops. */
  close(): Promise<void>
}

export interface RecorderOptions {
  readonly db: Database
  readonly now: () => Date
  /** Told of what could not be written, and of how much there was no room for. */
  readonly onError: (error: unknown) => void
  readonly newId?: () => string
  /** Decisions that wait at most; what comes while so many do is counted as lost. */
  readonly waitingMax?: number
  /** Milliseconds between two writes; null writes only when `flush` asks for it. */
  readonly everyMs?: number | null
}

const atOnce = 500
/** Requests may end, at another process, before their decisions are written. */
const settleTries = 3
/** Of a host, a path and a browser as they are stored. */
const textMax = { host: 253, path: 500, browser: 200 }

/**
 * Writes decisions a moment after they were made, a batch a second. A process that is killed loses what it has not written, which is
 * the last second, and counts nothing twice. While the database is away, decisions wait; those that find no room are counted as
 * lost, by site, and shown to its owner.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  const { db, now, onError, newId = randomUUIDv7, waitingMax = 20_000, everyMs = 1_000 } = options
  const isKnown = createKnownValues()
  const waiting: QueuedDecision[] = []
  let asides: CountedAside[] = []
  let settled: { readonly one: Settled; readonly tries: number }[] = []
  let unanswered: Batch | null = null
  let lost = 0
  let running: Promise<void> | null = null
  let isClosed = false

  const timer = everyMs === null ? null : setInterval(() => void flush(), everyMs)
  timer?.unref()

  function add(solutionId: string, aside: Aside, count: number): void {
    const at = now()
    const last = asides.find((one) => one.solutionId === solutionId && one.aside === aside)
    if (last === undefined) asides.push({ solutionId, aside, at, count })
    else asides[asides.indexOf(last)] = { ...last, count: last.count + count }
  }

  function flush(): Promise<void> {
    running ??= writeAll().finally(() => (running = null))
    return running
  }

  async function writeAll(): Promise<void> {
    if (lost > 0) {
      onError(new Error(`${lost} decisions could not be recorded: too many were waiting`))
      lost = 0
    }
    try {
      if (unanswered !== null) await write(unanswered)
      while (waiting.length > 0 || asides.length > 0) {
        const batch = { id: newId(), decisions: waiting.splice(0, atOnce), asides }
        asides = []
        await write(batch)
      }
      await settleAll()
    } catch (error) {
      onError(error)
    }
  }

  /** A batch whose answer was lost is written again, under its id. One that the database refuses is halved until the row that it refuses is alone. */
  async function write(batch: Batch): Promise<void> {
    unanswered = batch
    try {
      await writeBatch(db, batch, isKnown, now())
      unanswered = null
    } catch (error) {
      if (!isRefusal(error)) throw error
      unanswered = null
      const { decisions, asides: counted } = batch
      if (decisions.length <= 1) {
        onError(error)
        for (const { recorded } of decisions) add(recorded.solutionId, 'lost', 1)
        if (decisions.length > 0 && counted.length > 0) await write({ id: newId(), decisions: [], asides: counted })
        return
      }
      const middle = Math.ceil(decisions.length / 2)
      const halves = [decisions.slice(0, middle), decisions.slice(middle)]
      // What waits in memory comes again if the second half finds the database away.
      waiting.unshift(...(halves[1] ?? []))
      await write({ id: newId(), decisions: halves[0] ?? [], asides: counted })
    }
  }

  async function settleAll(): Promise<void> {
    while (settled.length > 0) {
      const some = settled.splice(0, atOnce)
      const left = new Set(
        await writeEndings(
          db,
          some.map(({ one }) => one),
        ).catch((error: unknown) => {
          settled.unshift(...some)
          throw error
        }),
      )
      later.push(...some.flatMap(({ one, tries }) => (left.has(one) && tries > 1 ? [{ one, tries: tries - 1 }] : [])))
    }
    settled = later.splice(0)
  }
  const later: typeof settled = []

  return {
    record(decision, sampledPercent) {
      if (isClosed || waiting.length >= waitingMax) {
        lost += 1
        add(decision.solutionId, 'lost', 1)
        return
      }
      waiting.push({ recorded: cut(decision), sampledPercent })
    },
    settle(id, solutionId, ending, status) {
      if (settled.length < waitingMax) settled.push({ one: { id, solutionId, ending, status }, tries: settleTries })
    },
    count: add,
    flush,
    async close() {
      isClosed = true
      if (timer !== null) clearInterval(timer)
      await running
      await flush()
    },
  }
}

/** A refusal of data, or of a row whose site has just been deleted; anything else is an answer that may have been lost. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23]/u.test(error.code)
}

/** Texts as the database takes them: what visitors send may hold halves of characters, and the one that no database stores. */
function cut(decision: RecordedDecision): RecordedDecision {
  const text = (value: string, max: number): string => value.slice(0, max).toWellFormed().replaceAll('\0', '\uFFFD')
  return {
    ...decision,
    host: text(decision.host, textMax.host),
    path: text(decision.path, textMax.path),
    browser: text(decision.browser, textMax.browser),
  }
}
